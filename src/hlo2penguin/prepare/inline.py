"""Calls into one `@main`: every callee is copied in, in call order, and unused private functions are erased.

The bindings' own `inline` pass inlines nothing (these dialects register no inliner interface). Instructions copied in
from an HLO computation are renumbered as the vendor's call inliner does, and take the call's frontend attributes.
A composite whose decomposition is not a fusion of ours is a call of its decomposition.
"""

from __future__ import annotations

from hlo2penguin.diagnostics import Diagnostic, Place, Remark
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import provenance_name
from hlo2penguin.mlir.edit import entry_block, functions, main_function, replace, symbol_name
from hlo2penguin.mlir.kinds import kind, kind_of_name
from hlo2penguin.prepare.program import place
from hlo2penguin.prepare.state import PrepareState

__all__ = ["run"]

_CALLEE = {"func.call": "callee", "stablehlo.composite": "decomposition"}
"""Op name to the attribute that names what it calls."""

Call = tuple[ir.Operation, ir.OpView]
"""A call and its callee."""


def run(module: ir.Module, state: PrepareState) -> None:
    """Inlines in place. A recursive function is a problem, named with the cycle."""
    main = main_function(module)
    if main is None:
        state.problems.append(
            Diagnostic("H2P010", "the module has no function @main", "name the entry function main", Place())
        )
        return
    table = {symbol_name(function): function for function in functions(module)}
    if len(table) == 1:
        return
    inliner = _Inliner(table, state)
    calls = {name: inliner.calls(function.operation) for name, function in table.items()}
    cycle = _find_cycle(symbol_name(main), calls)
    if cycle:
        names = " -> ".join(f"@{name}" for name in cycle)
        cause = f"function @{cycle[0]} is recursive ({names})"
        where = place(table[cycle[0]], state)
        state.problems.append(Diagnostic("H2P011", cause, "unroll the recursion in the source", where))
        return
    inliner.inline(calls[symbol_name(main)])
    state.kinds = {kind_of_name(name) for name in inliner.names}
    _erase_functions(table, _referenced(main) if inliner.leaves_some else {symbol_name(main)})


def _find_cycle(start: str, calls: dict[str, list[Call]]) -> list[str]:
    """Names along a cycle of calls reachable from `start`, the repeated name at both ends; empty without one."""
    callees = {name: list(dict.fromkeys(symbol_name(callee) for _, callee in made)) for name, made in calls.items()}
    path, pending, done = dict.fromkeys([start]), [iter(callees[start])], set[str]()
    while pending:
        name = next(pending[-1], None)
        if name is None:
            pending.pop()
            done.add(path.popitem()[0])
        elif name in path:
            names = list(path)
            return [*names[names.index(name) :], name]
        elif name not in done:
            path[name] = None
            pending.append(iter(callees[name]))
    return []


class _Inliner:
    """Copies callees to their calls. `table` holds the module's functions by name."""

    def __init__(self, table: dict[str, ir.OpView], state: PrepareState) -> None:
        self._table = table
        self._state = state
        # A callee is copied to many calls, many of them from the same line.
        self._locations: dict[tuple[int, int], ir.Location] = {}
        self.leaves_some = False
        """Whether an op that stays refers to a function."""
        self.names: set[str] = set()
        """Names of all ops looked at."""

    def calls(self, top: ir.Operation) -> list[Call]:
        """Calls inside `top`, in its regions' regions too, in program order."""
        found: list[Call] = []
        names, advance = self.names, ir.WalkResult.ADVANCE

        def visit(op: ir.Operation) -> ir.WalkResult:
            name = op.name
            names.add(name)
            if name in _CALLEE and (callee := self._callee(op)) is not None:
                found.append((op, callee))
            return advance

        top.walk(visit, ir.WalkOrder.PRE_ORDER)
        return found

    def _callee(self, op: ir.Operation) -> ir.OpView | None:
        """The function that is to be inlined for a call or composite; None where the op stays: fusions' composites."""
        callee = None
        if "CompositeKind" not in op.attributes:
            callee = self._table.get(ir.FlatSymbolRefAttr(op.attributes[_CALLEE[op.name]]).value)
        if callee is not None and "genComposite" in callee.operation.attributes:
            callee = None
        self.leaves_some = self.leaves_some or callee is None
        return callee

    def inline(self, calls: list[Call]) -> None:
        """Takes calls in program order; what a callee calls itself is taken where its copy stands."""
        pending = [iter(calls)]
        while pending:
            found = next(pending[-1], None)
            if found is None:
                pending.pop()
                continue
            call, callee = found
            if call.name != "func.call":
                self._state.remarks.append(_composite_remark(call, self._state))
            pending.append(iter(self._inline_one(call, callee)))

    def _inline_one(self, call: ir.Operation, callee: ir.OpView) -> list[Call]:
        """Copies the callee's body to the call; gives the calls among the copies."""
        body, state = entry_block(callee), self._state
        values = {hash(argument): value for argument, value in zip(body.arguments, call.operands, strict=True)}
        point, location = ir.InsertionPoint(call), call.location
        key = hash(location.attr)
        frontend = call.attributes.get("mhlo.frontend_attributes")
        calls: list[Call] = []
        for op in body.operations:
            operation = op.operation
            if kind(op) == "func.return":
                replace(call, [values[hash(operand)] for operand in operation.operands])
                break
            copy = operation.clone(point)
            has_regions = len(copy.regions) > 0
            _remap(copy, values, has_regions)
            for result, copied in zip(operation.results, copy.results, strict=True):
                values[hash(result)] = copied
            if state.names is None:
                copy.location = self._location_within(key, location, operation.location)
            else:
                _renumber(copy, state)
                if frontend is not None:
                    _add_frontend_attributes(copy, frontend)
            if copy.name in _CALLEE:
                if (nested := self._callee(copy)) is not None:
                    calls.append((copy, nested))
            elif has_regions:
                calls.extend(self.calls(copy))
        return calls

    def _location_within(self, key: int, call: ir.Location, inner: ir.Location) -> ir.Location:
        """A callee's op is named below its call, as JAX means it; one without a source line has that of the call.

        `key` is the hash of the call's location.
        """
        pair = key, hash(inner.attr)
        found = self._locations.get(pair)
        if found is None:
            found = self._locations[pair] = self._compose(call, inner)
        return found

    def _compose(self, call: ir.Location, inner: ir.Location) -> ir.Location:
        outside, inside = self._state.decoder.location(call), self._state.decoder.location(inner)
        if not outside.op_name and (inside.line or not outside.line):
            return inner
        below = not inside.op_name.startswith(f"{outside.op_name}/")
        name = "/".join(part for part in (outside.op_name if below else "", inside.op_name) if part)
        where = inner if inside.line else call
        return ir.Location.name(name, where.child_loc if isinstance(where, ir.NameLoc) else where, where.context)


def _composite_remark(call: ir.Operation, state: PrepareState) -> Remark:
    where = state.decoder.location(call.location)
    name = state.decoder.get(call, "name")
    place = Place(where.file, where.line, where.column, where.op_name)
    return Remark(
        "Analysis", "inline", "CompositeInlined", f'composite "{name}" is replaced by its decomposition', place
    )


def _remap(copy: ir.Operation, values: dict[int, ir.Value], has_regions: bool) -> None:
    """Replaces operands inside the copy by `values`, which are keyed by the hash of what they stand for."""
    operands = copy.operands
    for index, operand in enumerate(operands):
        operands[index] = values[hash(operand)]
    if not has_regions:
        return

    def inside(op: ir.Operation) -> ir.WalkResult:
        for index, operand in enumerate(op.operands):
            if (value := values.get(hash(operand))) is not None:
                op.operands[index] = value
        return ir.WalkResult.ADVANCE

    copy.walk(inside)


def _renumber(copy: ir.Operation, state: PrepareState) -> None:
    where = state.decoder.location(copy.location)
    if where.instruction:
        instruction, hlo_id = state.names.fresh(where.instruction)
        name = provenance_name(where.op_name, instruction, hlo_id)
        copy.location = ir.Location.name(name, copy.location, copy.context)


def _add_frontend_attributes(copy: ir.Operation, frontend: ir.Attribute) -> None:
    own = copy.attributes.get("mhlo.frontend_attributes")
    if own is None:
        copy.attributes["mhlo.frontend_attributes"] = frontend
        return
    entries = {item.name: item.attr for item in ir.DictAttr(frontend)}
    entries.update({item.name: item.attr for item in ir.DictAttr(own)})
    copy.attributes["mhlo.frontend_attributes"] = ir.DictAttr.get(entries, copy.context)


def _referenced(main: ir.OpView) -> set[str]:
    """Names of the functions that ops of `@main` refer to, and its own; decompositions of fusions."""
    names = {symbol_name(main)}

    def note(op: ir.Operation) -> ir.WalkResult:
        if (attribute := _CALLEE.get(op.name)) is not None:
            names.add(ir.FlatSymbolRefAttr(op.attributes[attribute]).value)
        return ir.WalkResult.ADVANCE

    main.operation.walk(note)
    return names


def _erase_functions(table: dict[str, ir.OpView], used: set[str]) -> None:
    for name, function in table.items():
        if name not in used:
            function.operation.erase()
