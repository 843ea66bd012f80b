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
from hlo2penguin.mlir.kinds import kind
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
    calls = {name: _calls(function.operation, table) for name, function in table.items()}
    cycle = _find_cycle(symbol_name(main), calls)
    if cycle:
        names = " -> ".join(f"@{name}" for name in cycle)
        cause = f"function @{cycle[0]} is recursive ({names})"
        where = place(table[cycle[0]], state)
        state.problems.append(Diagnostic("H2P011", cause, "unroll the recursion in the source", where))
        return
    _inline_all(calls[symbol_name(main)], table, state)
    _erase_unused(main, table)


def _callee(op: ir.Operation, table: dict[str, ir.OpView]) -> ir.OpView | None:
    """The function that the op calls and that is to be inlined; None for other ops and for fusions' composites."""
    attribute = _CALLEE.get(op.name)
    if attribute is None or "CompositeKind" in op.attributes:
        return None
    callee = table.get(ir.FlatSymbolRefAttr(op.attributes[attribute]).value)
    return None if callee is None or "genComposite" in callee.operation.attributes else callee


def _calls(top: ir.Operation, table: dict[str, ir.OpView]) -> list[Call]:
    """Calls inside `top`, in its regions' regions too, in program order."""
    found: list[Call] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        if op.name in _CALLEE and (callee := _callee(op, table)) is not None:
            found.append((op, callee))
        return ir.WalkResult.ADVANCE

    top.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found


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


def _inline_all(calls: list[Call], table: dict[str, ir.OpView], state: PrepareState) -> None:
    """Takes calls in program order; what a callee calls itself is taken where its copy stands."""
    pending = [iter(calls)]
    while pending:
        found = next(pending[-1], None)
        if found is None:
            pending.pop()
            continue
        call, callee = found
        if call.name != "func.call":
            state.remarks.append(_composite_remark(call, state))
        pending.append(iter(_inline_one(call, callee, table, state)))


def _composite_remark(call: ir.Operation, state: PrepareState) -> Remark:
    where = state.decoder.location(call.location)
    name = state.decoder.get(call, "name")
    place = Place(where.file, where.line, where.column, where.op_name)
    return Remark(
        "Analysis", "inline", "CompositeInlined", f'composite "{name}" is replaced by its decomposition', place
    )


def _inline_one(call: ir.Operation, callee: ir.OpView, table: dict[str, ir.OpView], state: PrepareState) -> list[Call]:
    """Copies the callee's body to the call; gives the calls among the copies."""
    body = entry_block(callee)
    values: dict[ir.Value, ir.Value] = dict(zip(body.arguments, call.operands, strict=True))
    point = ir.InsertionPoint(call)
    frontend = call.attributes.get("mhlo.frontend_attributes")
    calls: list[Call] = []
    for op in body.operations:
        operation = op.operation
        if kind(op) == "func.return":
            replace(call, [values[operand] for operand in operation.operands])
            break
        copy = operation.clone(point)
        _remap(copy, values)
        values.update(zip(operation.results, copy.results, strict=True))
        if state.names is None:
            copy.location = _location_within(call.location, copy.location, state)
        else:
            _renumber(copy, state)
            if frontend is not None:
                _add_frontend_attributes(copy, frontend)
        if (nested := _callee(copy, table)) is not None:
            calls.append((copy, nested))
        elif len(copy.regions):
            calls.extend(_calls(copy, table))
    return calls


def _location_within(call: ir.Location, inner: ir.Location, state: PrepareState) -> ir.Location:
    """A callee's op is named below its call, as JAX means it; one without a source line has that of the call."""
    outside, inside = state.decoder.location(call), state.decoder.location(inner)
    if not outside.op_name and (inside.line or not outside.line):
        return inner
    below = not inside.op_name.startswith(f"{outside.op_name}/")
    name = "/".join(part for part in (outside.op_name if below else "", inside.op_name) if part)
    where = inner if inside.line else call
    return ir.Location.name(name, where.child_loc if isinstance(where, ir.NameLoc) else where, where.context)


def _remap(copy: ir.Operation, values: dict[ir.Value, ir.Value]) -> None:
    operands = copy.operands
    for index, operand in enumerate(operands[:]):
        operands[index] = values[operand]
    if not len(copy.regions):
        return

    def inside(op: ir.Operation) -> ir.WalkResult:
        for index, operand in enumerate(op.operands[:]):
            if (value := values.get(operand)) is not None:
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


def _erase_unused(main: ir.OpView, table: dict[str, ir.OpView]) -> None:
    """Erases functions that nothing refers to any more; decompositions of fusions stay."""
    used = {symbol_name(main)}

    def note(op: ir.Operation) -> ir.WalkResult:
        if (attribute := _CALLEE.get(op.name)) is not None:
            used.add(ir.FlatSymbolRefAttr(op.attributes[attribute]).value)
        return ir.WalkResult.ADVANCE

    main.operation.walk(note)
    for name, function in table.items():
        if name not in used:
            function.operation.erase()
