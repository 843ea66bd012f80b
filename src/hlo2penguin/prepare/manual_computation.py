"""JAX's `shard_map`: one manual computation over all of `@main` becomes `@main` with the shapes of one device.

Three spellings arrive. MLIR holds `sdy.mesh` and `sdy.manual_computation` with the body in a region. HLO holds the
calls `xla.sdy.GlobalToLocalShape` and `xla.sdy.LocalToGlobalShape` round the (already inlined) body, and the meshes in
a module attribute. Before Shardy the calls were `SPMDFullToShardShape` and `SPMDShardToFullShape`, one per value.
Several computations in a row are one program where each takes its values sharded as the one before leaves them.
Anything between that works on global values needs a partitioner: refused (H2P201).

Runs after inlining. Calls inside the region of a manual computation must be inlined too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import definition, entry_block, functions, main_function
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.prepare import replica_groups
from hlo2penguin.prepare.markers import drop_shardings, is_sharding
from hlo2penguin.prepare.program import collect, custom_call_target, note, refuse
from hlo2penguin.prepare.state import PrepareState

KINDS = frozenset({"sdy.manual_computation", "custom_call"})

ENTRY, EXIT = "xla.sdy.GlobalToLocalShape", "xla.sdy.LocalToGlobalShape"
OLD_ENTRY, OLD_EXIT = "SPMDFullToShardShape", "SPMDShardToFullShape"
_CALLS = frozenset({ENTRY, EXIT, OLD_ENTRY, OLD_EXIT})
PARTLY = "H2P201"
_HELP = "shard_map the whole function over every axis of the mesh, so that the program is one device's program"
_MESHES = "xla.sdy.meshes"
_OLD = "mhlo.sharding"


@dataclass(frozen=True, slots=True)
class _Crossing:
    """A value that passes between the global and one device's view: inwards (`local` stands for it) or outwards.

    Outwards, the local value is operand `position` of `op`.
    """

    op: ir.OpView
    outwards: bool
    sharding: str
    global_value: ir.Value
    local: ir.Value | None = None
    position: int = 0


def has_meshes(main: ir.OpView) -> bool:
    """Whether the module of `@main` names meshes, which are dropped even where nothing uses them."""
    parent = main.operation.parent
    return parent is not None and bool(_mesh_ops(parent.operation) or _MESHES in _frontend(parent.operation))


def run(module: ir.Module, state: PrepareState) -> None:
    """Rewrites the manual computations of `@main`; always drops meshes and shardings, with remarks."""
    main = main_function(module)
    if main is None:
        return
    meshes = dict(_meshes(module))
    if meshes:
        replica_groups.run(module, state)
    found = collect(main, KINDS)
    computations = [op for op in found if kind(op) == "sdy.manual_computation"]
    calls = [op for op in found if custom_call_target(op, state) in _CALLS]
    if (computations or calls) and not _rewrite(main, computations, calls, meshes, state):
        return
    if meshes or calls:
        _drop_meshes(module, main, state)


def _rewrite(
    main: ir.OpView,
    computations: list[ir.OpView],
    calls: list[ir.OpView],
    meshes: dict[str, frozenset[str]],
    state: PrepareState,
) -> bool:
    """Rewrites where the program is manual throughout; else records why not and changes nothing."""
    before = len(state.problems)
    ops = [*computations, *calls]
    for op in ops:
        if (outer := op.operation.parent) is not None and outer != main:
            refuse(state, op, PARTLY, f"a manual computation inside `{outer.operation.name}`", _HELP)
    _check_axes(ops, meshes, state)
    if len(state.problems) > before:
        return False
    crossings = [c for op in computations for c in _of_region(op)]
    crossings += [c for op in calls for c in _of_call(op, state)]
    _check_whole(main, crossings, flat=bool(calls), state=state)
    if len(state.problems) > before:
        return False
    drop_shardings(main, state)
    note(state, main, "prepare", "ManualComputation", f"@main is the program of one device{_text_of(meshes)}")
    _localize(main, crossings, state)
    for op in computations:
        _lift_body(op)
    _connect(main, crossings)
    for op in reversed(ops):
        _erase(op)
    return True


# Reading


def _meshes(module: ir.Module) -> Iterator[tuple[str, frozenset[str]]]:
    """Each mesh's name and its axes of more than one device."""
    texts = [(str(op.attributes["sym_name"]), str(op.attributes["mesh"])) for op in _mesh_ops(module.operation)]
    if _MESHES in (attributes := _frontend(module.operation)):
        text = ir.StringAttr(attributes[_MESHES]).value
        texts += re.findall(r"\"?([\w.]+)\"? = (#sdy\.mesh<[^>]*>)", text)
    for name, text in texts:
        yield name.strip('"'), frozenset(axis for axis, size in re.findall(r'"([^"]+)"=(\d+)', text) if size != "1")


def _text_of(meshes: dict[str, frozenset[str]]) -> str:
    axes = sorted(frozenset[str]().union(*meshes.values()))
    return f" of a mesh over {', '.join(axes)}" if axes else ""


def _mesh_ops(module: ir.Operation) -> list[ir.Operation]:
    return [op.operation for op in module.regions[0].blocks[0].operations if kind(op) == "sdy.mesh"]


def _frontend(op: ir.Operation) -> ir.DictAttr:
    return ir.DictAttr(op.attributes.get("mhlo.frontend_attributes") or ir.DictAttr.get({}, op.context))


def _text(op: ir.OpView, name: str) -> str:
    """The op's own attribute, or the frontend attribute that HLO writes it to."""
    attributes = op.operation.attributes
    if (found := attributes.get(name)) is not None:
        return str(found)
    frontend, key = _frontend(op.operation), f"xla.sdy.{name}"
    return ir.StringAttr(frontend[key]).value if key in frontend else ""


def _shardings(op: ir.OpView, name: str, count: int) -> list[str]:
    inner = re.search(r"<\[<(.*)>\]>$", _text(op, name), re.DOTALL)
    found = [f"<{text}>" for text in inner[1].split(">, <")] if inner else []
    return found if len(found) == count else [""] * count


def _of_region(op: ir.OpView) -> list[_Crossing]:
    body = op.operation.regions[0].blocks[0]
    leave = _terminator(body)
    inputs, results = list(op.operation.operands), list(op.operation.results)
    inwards = zip(inputs, body.arguments, _shardings(op, "in_shardings", len(inputs)), strict=True)
    outwards = zip(results, _shardings(op, "out_shardings", len(results)), strict=True)
    return [
        *(_Crossing(op, False, text, value, local) for value, local, text in inwards),
        *(_Crossing(leave, True, text, value, position=i) for i, (value, text) in enumerate(outwards)),
    ]


def _of_call(op: ir.OpView, state: PrepareState) -> list[_Crossing]:
    inputs = [_annotated(value, state) for value in op.operation.operands]
    target = custom_call_target(op, state)
    if target == OLD_ENTRY:
        before = definition(op.operation.operands[0])
        text = state.decoder.get(before, _OLD, "") if before is not None else ""
        return [_Crossing(op, False, text, inputs[0], op.operation.result)]
    if target == OLD_EXIT:
        return [_Crossing(op, True, state.decoder.get(op, _OLD, ""), op.operation.result)]
    if target == ENTRY:
        texts = _shardings(op, "in_shardings", len(inputs))
        return [_Crossing(op, False, texts[i], inputs[i], result) for i, result in _results(op, state)]
    texts = _shardings(op, "out_shardings", len(inputs))
    return [_Crossing(op, True, texts[i], result, position=i) for i, result in _results(op, state)]


def _annotated(value: ir.Value, state: PrepareState) -> ir.Value:
    """The value that stands behind sharding annotations."""
    while (op := definition(value)) is not None and is_sharding(op, state):
        value = op.operation.operands[0]
    return value


def _results(op: ir.OpView, state: PrepareState) -> list[tuple[int, ir.Value]]:
    """The op's results by number, seen through the reads of a tuple."""
    results = list(op.operation.results)
    if len(results) != 1 or state.decoder.value(results[0]).ranked:
        return list(enumerate(results))
    reads = [use.owner for use in results[0].uses]
    return [(state.decoder.get(read, "index"), read.operation.result) for read in reads]


def _terminator(block: ir.Block) -> ir.OpView:
    return list(block.operations)[-1]


# Checking


def _check_axes(ops: Iterable[ir.OpView], meshes: dict[str, frozenset[str]], state: PrepareState) -> None:
    axes = frozenset[str]().union(*meshes.values())
    for op in ops:
        if custom_call_target(op, state) == OLD_ENTRY and state.decoder.get(op, _OLD) != "{manual}":
            refuse(state, op, PARTLY, "the manual computation leaves some mesh axes to a partitioner", _HELP)
        if custom_call_target(op, state) in (OLD_ENTRY, OLD_EXIT):
            continue
        manual = frozenset(re.findall(r'"([^"]+)"', _text(op, "manual_axes")))
        if missing := axes - manual:
            names = ", ".join(sorted(missing))
            refuse(state, op, PARTLY, f"the manual computation leaves the mesh axes {names} to a partitioner", _HELP)


def _check_whole(main: ir.OpView, crossings: list[_Crossing], *, flat: bool, state: PrepareState) -> None:
    """Every use of a global value must be a crossing or the return, with one sharding throughout."""
    sharding: dict[ir.Value, str] = {}
    for crossing in crossings:
        known = sharding.setdefault(crossing.global_value, crossing.sharding)
        if known != crossing.sharding:
            cause = f"a value sharded as {known} is used as {crossing.sharding}: it would have to be resharded"
            refuse(state, crossing.op, PARTLY, cause, _HELP)
    block = entry_block(main)
    outside = {*block.arguments, *sharding}
    borders = {c.op.operation for c in crossings}
    for op in block.operations:
        operands = list(op.operation.operands)
        if op.operation in borders or kind(op) in ("func.return", "get_tuple_element", "sdy.manual_computation"):
            continue
        if not operands and (flat or kind(op) == "constant"):
            continue
        if is_sharding(op, state):
            outside.update(op.operation.results if operands[0] in outside else ())
        elif not flat or not outside.isdisjoint(operands):
            cause = f"`{op.operation.name}` works on values of all devices outside the manual computation"
            refuse(state, op, PARTLY, cause, _HELP)
    _check_unsharded(crossings, state)


def _check_unsharded(crossings: list[_Crossing], state: PrepareState) -> None:
    """A constant may enter only whole: each device would need its own part of it."""
    outside = {c.global_value for c in crossings if c.outwards}
    for c in crossings:
        if c.outwards or c.local is None or c.global_value in outside or isinstance(c.global_value, ir.BlockArgument):
            continue
        if c.local.type != c.global_value.type:
            cause = f"a constant enters the manual computation sharded as {c.sharding}"
            refuse(state, c.op, PARTLY, cause, "create the constant inside the function that is mapped")


# Rewriting


def _localize(main: ir.OpView, crossings: list[_Crossing], state: PrepareState) -> None:
    """Gives `@main`'s arguments the types of one device and puts arguments and constants in place of local values."""
    for crossing in crossings:
        value, local = crossing.global_value, crossing.local
        source = definition(value)
        if local is None or (source is not None and kind(source) != "constant"):
            continue
        if isinstance(value, ir.BlockArgument) and value.type != local.type:
            part = f"the part {local.type} of {value.type}, sharded as {crossing.sharding}"
            message = f"argument {value.arg_number} is {part}"
            note(state, main, "prepare", "Sharding", message)
            value.set_type(local.type)
        local.replace_all_uses_with(value)


def _lift_body(op: ir.OpView) -> None:
    body = op.operation.regions[0].blocks[0]
    leave = _terminator(body)
    for inner in list(body.operations):
        if inner != leave:
            inner.operation.move_before(op.operation)


def _connect(main: ir.OpView, crossings: list[_Crossing]) -> None:
    """Lets the local results stand for the global ones, in the next computation and in the return."""
    entering: dict[ir.Value, list[ir.Value]] = {}
    for crossing in crossings:
        if crossing.local is not None:
            entering.setdefault(crossing.global_value, []).append(crossing.local)
    for crossing in crossings:
        if crossing.outwards:
            value = crossing.op.operation.operands[crossing.position]
            for local in entering.get(crossing.global_value, ()):
                local.replace_all_uses_with(value)
            crossing.global_value.replace_all_uses_with(value)
    block = entry_block(main)
    outputs = [value.type for value in _terminator(block).operation.operands]
    kind_of = ir.FunctionType.get([a.type for a in block.arguments], outputs, main.operation.context)
    main.operation.attributes["function_type"] = ir.TypeAttr.get(kind_of, main.operation.context)


def _erase(op: ir.OpView) -> None:
    for result in op.operation.results:
        for use in list(result.uses):
            use.owner.operation.erase()
    op.operation.erase()


def _drop_meshes(module: ir.Module, main: ir.OpView, state: PrepareState) -> None:
    """Removes meshes and everything that names them; each sharded argument or result of `@main` leaves a remark."""
    for function in functions(module):
        _strip_signature(function, state if function == main else None)
    module.operation.walk(_strip_op)
    frontend = module.operation.attributes.get("mhlo.frontend_attributes")
    if frontend is not None:
        module.operation.attributes["mhlo.frontend_attributes"] = _without(frontend, _MESHES)
    for mesh in _mesh_ops(module.operation):
        mesh.erase()


def _without(attribute: ir.Attribute, name: str) -> ir.DictAttr:
    kept = {item.name: item.attr for item in ir.DictAttr(attribute) if item.name != name}
    return ir.DictAttr.get(kept, attribute.context)


def _strip_op(op: ir.OpView | ir.Operation) -> ir.WalkResult:
    if "sdy.sharding" in op.operation.attributes:
        del op.operation.attributes["sdy.sharding"]
    return ir.WalkResult.ADVANCE


def _strip_signature(function: ir.OpView, state: PrepareState | None) -> None:
    attributes = function.operation.attributes
    for name, what in (("arg_attrs", "argument"), ("res_attrs", "result")):
        listed = attributes.get(name)
        if listed is None:
            continue
        kept: list[ir.Attribute] = []
        for number, entry in enumerate(ir.ArrayAttr(listed)):
            items = {item.name: item.attr for item in ir.DictAttr(entry)}
            sharding = items.pop("sdy.sharding", None) or items.pop(_OLD, None)
            if (frontend := items.pop("mhlo.frontend_attributes", None)) is not None:
                rest = _without(frontend, "xla.sdy.sharding")
                items.update({"mhlo.frontend_attributes": rest} if len(rest) else {})
            if sharding is not None and state is not None:
                note(state, function, "prepare", "Sharding", f"{what} {number} is annotated with {sharding}: dropped")
            kept.append(ir.DictAttr.get(items, function.operation.context))
        attributes[name] = ir.ArrayAttr.get(kept, function.operation.context)
