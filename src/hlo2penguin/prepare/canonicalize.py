"""The vendor's canonicalize-for-penguin, as far as it is not done elsewhere.

Tuple reads, static dimension sizes, the configuration of `AwsNeuronErf`, `ResizeNearestGrad`, and `broadcast`. Converts
and broadcasts of constants are folded in `constants.py`; the iota operand of a sort is dropped at printing.
"""

from __future__ import annotations

import re

import numpy as np

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import definition, erase_if_dead, main_function, replace
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.prepare.emit import Emitter
from hlo2penguin.prepare.program import collect, custom_call_target, note
from hlo2penguin.prepare.state import PrepareState

KINDS = frozenset({"get_tuple_element", "tuple", "get_dimension_size", "custom_call", "broadcast"})

DIVIDE_BY_WINDOW = True
"""Whether `ResizeNearestGrad` divides the sum over each window by the window's size, as the vendor's lowering does.

The gradient of a nearest-neighbour resize is the plain sum."""


def run(module: ir.Module, state: PrepareState) -> None:
    """Rewrites in place."""
    main = main_function(module)
    if main is None:
        return
    ops = collect(main, KINDS)
    _fold_tuples(ops, state)
    for op in ops:
        match kind(op):
            case "get_dimension_size":
                _fold_dimension_size(op, state)
            case "broadcast":
                _broadcast_in_dim(op, state)
            case "custom_call":
                _custom_call(op, state)
            case _:
                pass


def _fold_tuples(ops: list[ir.OpView], state: PrepareState) -> None:
    """get_tuple_element of a tuple is the element; dead tuples go. Takes what it erases out of `ops`."""
    tuples = [op for op in ops if kind(op) == "tuple"]
    reads = [op for op in ops if kind(op) == "get_tuple_element"]
    ops[:] = [op for op in ops if kind(op) not in ("tuple", "get_tuple_element")]
    for op in reads:
        source = definition(op.operation.operands[0])
        if source is not None and kind(source) == "tuple":
            index: int = state.decoder.get(op, "index")
            replace(op, [source.operation.operands[index]])
    for op in reversed(tuples):
        erase_if_dead(op)


def _fold_dimension_size(op: ir.OpView, state: PrepareState) -> None:
    type = state.decoder.value(op.operation.operands[0])
    dimension: int = state.decoder.get(op, "dimension")
    extent = type.shape[dimension] if type.is_static else -1
    if extent >= 0:
        replace(op, [Emitter(op, state.decoder).constant(np.array([extent], np.int32), op.operation.result.type)])


def _broadcast_in_dim(op: ir.OpView, state: PrepareState) -> None:
    """`broadcast` puts its sizes in front, so operand dimension i becomes dimension P + i."""
    emit = Emitter(op, state.decoder)
    operand = op.operation.operands[0]
    prefix = len(state.decoder.get(op, "broadcast_sizes"))
    dims = range(prefix, prefix + len(emit.shape(operand)))
    replace(op, [emit.broadcast(operand, dims, op.operation.result.type)])


def _custom_call(op: ir.OpView, state: PrepareState) -> None:
    target = custom_call_target(op, state)
    if target == "AwsNeuronErf":
        config = state.decoder.get(op, "backend_config", "")
        if isinstance(config, str) and re.search(r'[^A-Za-z0-9"]', config):
            op.operation.attributes["backend_config"] = ir.StringAttr.get("None", op.operation.context)
    elif target == "ResizeNearestGrad":
        _resize_gradient(op, state)


def _resize_gradient(op: ir.OpView, state: PrepareState) -> None:
    """Sums each window of the gradient that one input element was copied to."""
    emit = Emitter(op, state.decoder)
    gradient = op.operation.operands[0]
    type = op.operation.result.type
    outer, inner = emit.shape(gradient), emit.shape(op.operation.result)
    if len(outer) != len(inner) or any(i == 0 or o % i for o, i in zip(outer, inner, strict=True)):
        return
    scale = [o // i for o, i in zip(outer, inner, strict=True)]
    attributes = {"window_dimensions": emit.ints(scale), "window_strides": emit.ints(scale)}
    init = emit.fill(0, emit.type([], gradient))
    result = emit.region_op("reduce_window", type, [gradient, init], attributes, "add")
    if DIVIDE_BY_WINDOW:
        result = emit.same("divide", result, emit.fill(float(np.prod(scale)), type))
        message = "lowered to the mean of each window, as the vendor does; the true gradient is the sum"
    else:
        message = "lowered to the sum of each window"
    note(state, op, "prepare", "ResizeNearestGrad", f"ResizeNearestGrad {message}")
    replace(op, [result])
