"""`collective_broadcast` becomes an all_gather of which every device keeps the source's part."""

from __future__ import annotations

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import main_function, replace
from hlo2penguin.prepare.emit import Emitter
from hlo2penguin.prepare.program import collect, note, refuse
from hlo2penguin.prepare.state import PrepareState

KINDS = frozenset({"collective_broadcast"})


def run(module: ir.Module, state: PrepareState) -> None:
    """Gathers along a new leading dimension; the source, first of its group, comes first and is kept."""
    main = main_function(module)
    if main is None:
        return
    for op in collect(main, KINDS):
        groups = state.decoder.get(op, "replica_groups")
        if not groups or not groups[0]:
            cause = "collective_broadcast without replica groups has no counterpart in Penguin"
            refuse(state, op, "NCC_PYP055", cause, "name the replica groups, each with the source first")
            continue
        _rewrite(op, len(groups[0]), state)


def _rewrite(op: ir.OpView, members: int, state: PrepareState) -> None:
    emit = Emitter(op, state.decoder)
    operand = op.operation.operands[0]
    shape = emit.shape(operand)
    attributes = {name: op.operation.attributes[name] for name in op.operation.attributes}
    attributes["all_gather_dim"] = emit.i64(0)
    channel = state.decoder.get(op, "channel_handle")
    if channel is not None and channel[0] > 0:
        attributes["use_global_device_ids"] = ir.UnitAttr.get(emit.context)
    lifted = emit.reshape(operand, (1, *shape))
    gathered = emit.op("all_gather", emit.type((members, *shape), operand), [lifted], **attributes)
    bounds = {
        "start_indices": emit.ints([0] * (len(shape) + 1)),
        "limit_indices": emit.ints([1, *shape]),
        "strides": emit.ints([1] * (len(shape) + 1)),
    }
    first = emit.op("slice", emit.type((1, *shape), operand), [gathered], **bounds)
    message = "collective_broadcast becomes all_gather and a slice of the source"
    note(state, op, "prepare", "CollectiveBroadcast", message)
    replace(op, [emit.reshape(first, shape)])
