"""Folds converts and broadcasts of constants.

A convert is folded whatever its size: f64 that only exists as a constant disappears so. A broadcast is folded where
the constant is a splat, which costs nothing, or where the result is small.
"""

from __future__ import annotations

import numpy as np

from hlo2penguin.mlir.constants import NUMPY_DTYPES, array_of, constant_attribute, splat_of
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import TensorType
from hlo2penguin.mlir.edit import create, erase_if_dead, main_function, replace
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.prepare.folding import Known, convert
from hlo2penguin.prepare.program import collect
from hlo2penguin.prepare.state import PrepareState

KINDS = frozenset({"convert", "broadcast_in_dim", "bitcast_convert"})

LARGEST_BROADCAST = 1024
"""Elements of a folded broadcast that is not a splat (`broadcast-num-elements-to-fold`, whose default is not known)."""


def run(module: ir.Module, state: PrepareState) -> None:
    """Folds in place, chains included; constants that nothing uses any more are erased."""
    main = main_function(module)
    if main is None:
        return
    sources: dict[int, ir.Operation] = {}
    # A layer's constants come again in every layer: each distinct fold is computed once.
    folds: dict[tuple[object, ...], ir.Attribute | None] = {}
    for op in collect(main, KINDS):
        operation = op.operation
        operand = operation.operands[0]
        source = operand.owner
        if (
            isinstance(source, ir.Block)
            or source.name not in _CONSTANT
            or "complex" in state.decoder.value(operand).dtype
        ):
            continue
        value, result = source.attributes["value"], operation.result
        type = result.type
        key = kind(op), hash(value), hash(type), hash(operation.attributes.get("broadcast_dimensions"))
        if key not in folds:
            array = _fold(op, value, state)
            folds[key] = None if array is None else constant_attribute(array, type)
        if (folded := folds[key]) is not None:
            sources[hash(operand)] = source
            replace(op, [create(source.name, [type], [], before=op, attributes={"value": folded}).result])
    for source in sources.values():
        erase_if_dead(source)


_CONSTANT = frozenset({"stablehlo.constant", "mhlo.constant"})


def _fold(op: ir.OpView, value: ir.Attribute, state: PrepareState) -> Known | None:
    """Elements of the result, one where all are equal; None where the op stays."""
    source = state.decoder.value(op.operation.operands[0])
    target = state.decoder.value(op.operation.result)
    known = source.dtype in NUMPY_DTYPES and target.dtype in NUMPY_DTYPES
    if not known or source.dtype.startswith("complex") or target.dtype.startswith("complex") or not target.is_static:
        return None
    array = _elements(value, source)
    if array is None:
        return None
    if kind(op) == "convert":
        return convert(array, NUMPY_DTYPES[target.dtype])
    if kind(op) == "bitcast_convert":
        return array.view(NUMPY_DTYPES[target.dtype]) if source.shape == target.shape else None
    if array.size == 1:
        return array
    return _broadcast(op, array, target.shape, state) if target.size <= LARGEST_BROADCAST else None


def _elements(value: ir.Attribute, type: TensorType) -> Known | None:
    splat = splat_of(value, type)
    if splat is not None:
        return np.array([splat])
    try:
        return array_of(value, type)
    except ValueError:
        return None


def _broadcast(op: ir.OpView, array: Known, shape: tuple[int, ...], state: PrepareState) -> Known:
    aligned = [1] * len(shape)
    for extent, dim in zip(array.shape, state.decoder.get(op, "broadcast_dimensions"), strict=True):
        aligned[dim] = extent
    return np.broadcast_to(array.reshape(aligned), shape)
