"""Evaluates small pure ops on known operands with numpy, in the arithmetic of StableHLO.

Used to run the control of counted loops and to keep index arithmetic out of unrolled programs. Every evaluator
returns None where it cannot tell the value; integers wrap, division truncates.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hlo2penguin.mlir.constants import NUMPY_DTYPES, array_of
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder, TensorType
from hlo2penguin.mlir.kinds import kind

__all__ = ["COMPLEX", "FOLDABLE", "LARGEST", "Known", "convert", "evaluate", "is_integer"]

Known = np.ndarray[Any, np.dtype[Any]]

COMPLEX = frozenset({"complex<f32>", "complex<f64>"})
"""Element types whose constants the bindings cannot read."""

LARGEST = 1024
"""Number of elements up to which values are followed."""


def is_integer(type: TensorType) -> bool:
    """Whether the elements are integers or booleans."""
    return type.ranked and type.dtype.lstrip("usi").isdigit()


def convert(array: Known, dtype: np.dtype[Any]) -> Known:
    """Element conversion as XLA does it: float to integer truncates, saturates and takes NaN to 0; to i1 is `!= 0`."""
    source = array.dtype
    if dtype == np.bool_:
        return array != 0
    floating = source.kind not in "biu"
    if floating and dtype.kind in "iu":
        wide = array.astype(np.float64)
        limits = np.iinfo(dtype)
        whole = np.trunc(np.where(np.isnan(wide), 0.0, wide))
        inside = (whole >= float(limits.min)) & (whole < float(limits.max) + 1.0)
        with np.errstate(invalid="ignore"):
            fits = np.where(inside, whole, 0.0).astype(dtype)
        return np.where(inside, fits, np.where(whole < 0, limits.min, limits.max).astype(dtype))
    with np.errstate(over="ignore", invalid="ignore"):
        return array.astype(dtype)


# Families: evaluator of (op, operands, result type, decoder)


def _binary(function: Callable[[Known, Known], Known]) -> Evaluator:
    return lambda op, a, type, decoder: function(a[0], a[1])


def _divide(op: ir.OpView, a: Sequence[Known], type: TensorType, decoder: Decoder) -> Known | None:
    if not is_integer(type):
        with np.errstate(all="ignore"):
            return np.divide(a[0], a[1])
    if (a[1] == 0).any():
        return None
    quotient = np.floor_divide(a[0], a[1])
    rest = a[0] - quotient * a[1]
    return np.where((rest != 0) & ((a[0] < 0) != (a[1] < 0)), quotient + 1, quotient).astype(a[0].dtype)


def _remainder(op: ir.OpView, a: Sequence[Known], type: TensorType, decoder: Decoder) -> Known | None:
    return None if is_integer(type) and (a[1] == 0).any() else np.fmod(a[0], a[1])


def _shift(function: Callable[[Known, Known], Known], signed: bool | None = None) -> Evaluator:
    def shift(op: ir.OpView, a: Sequence[Known], type: TensorType, decoder: Decoder) -> Known | None:
        dtype = a[0].dtype
        if (a[1] < 0).any() or (a[1] >= dtype.itemsize * 8).any():
            return None
        view = dtype if signed is None else np.dtype(f"{'int' if signed else 'uint'}{dtype.itemsize * 8}")
        return function(a[0].view(view), a[1].astype(view)).view(dtype)

    return shift


def _not(op: ir.OpView, a: Sequence[Known], type: TensorType, decoder: Decoder) -> Known:
    return np.invert(a[0])


_COMPARE = {name: getattr(operator, name.lower()) for name in ("EQ", "NE", "LT", "LE", "GT", "GE")}


def _compare(op: ir.OpView, a: Sequence[Known], type: TensorType, decoder: Decoder) -> Known | None:
    if decoder.get(op, "compare_type") == "TOTALORDER":
        return None
    return _COMPARE[decoder.get(op, "comparison_direction")](a[0], a[1])


def _convert(op: ir.OpView, a: Sequence[Known], type: TensorType, decoder: Decoder) -> Known:
    return convert(a[0], NUMPY_DTYPES[type.dtype])


def _broadcast(op: ir.OpView, a: Sequence[Known], type: TensorType, decoder: Decoder) -> Known:
    shape = [1] * len(type.shape)
    for extent, dim in zip(a[0].shape, decoder.get(op, "broadcast_dimensions"), strict=True):
        shape[dim] = extent
    return np.broadcast_to(a[0].reshape(shape), type.shape)


def _slice(op: ir.OpView, a: Sequence[Known], type: TensorType, decoder: Decoder) -> Known:
    bounds = (decoder.get(op, name) for name in ("start_indices", "limit_indices", "strides"))
    return a[0][tuple(slice(*bound) for bound in zip(*bounds, strict=True))]


def _dynamic_slice(op: ir.OpView, a: Sequence[Known], type: TensorType, decoder: Decoder) -> Known:
    starts = (min(max(int(at), 0), n - k) for at, n, k in zip(a[1:], a[0].shape, type.shape, strict=True))
    return a[0][tuple(slice(at, at + k) for at, k in zip(starts, type.shape, strict=True))]


def _iota(op: ir.OpView, a: Sequence[Known], type: TensorType, decoder: Decoder) -> Known:
    dim: int = decoder.get(op, "iota_dimension")
    shape = [1] * len(type.shape)
    shape[dim] = type.shape[dim]
    counted: Known = np.arange(type.shape[dim], dtype=np.int64).astype(NUMPY_DTYPES[type.dtype])
    return np.broadcast_to(counted.reshape(shape), type.shape)


def _constant(op: ir.OpView, a: Sequence[Known], type: TensorType, decoder: Decoder) -> Known | None:
    if type.dtype.startswith("complex"):  # an attribute that the bindings cannot read
        return None
    try:
        return array_of(op.operation.attributes["value"], type)
    except ValueError:  # Data in a resource section.
        return None


Evaluator = Callable[[ir.OpView, Sequence[Known], TensorType, Decoder], Known | None]

_EVALUATORS: dict[str, Evaluator] = {
    "add": _binary(np.add),
    "subtract": _binary(np.subtract),
    "multiply": _binary(np.multiply),
    "maximum": _binary(np.maximum),
    "minimum": _binary(np.minimum),
    "and": _binary(np.bitwise_and),
    "or": _binary(np.bitwise_or),
    "xor": _binary(np.bitwise_xor),
    "divide": _divide,
    "remainder": _remainder,
    "shift_left": _shift(np.left_shift),
    "shift_right_logical": _shift(np.right_shift, signed=False),
    "shift_right_arithmetic": _shift(np.right_shift, signed=True),
    "negate": lambda op, a, type, decoder: np.negative(a[0]),
    "abs": lambda op, a, type, decoder: np.abs(a[0]),
    "sign": lambda op, a, type, decoder: np.sign(a[0]),
    "not": _not,
    "compare": _compare,
    "select": lambda op, a, type, decoder: np.where(a[0], a[1], a[2]),
    "clamp": lambda op, a, type, decoder: np.minimum(np.maximum(a[1], a[0]), a[2]),
    "convert": _convert,
    "reshape": lambda op, a, type, decoder: a[0].reshape(type.shape),
    "broadcast_in_dim": _broadcast,
    "transpose": lambda op, a, type, decoder: a[0].transpose(decoder.get(op, "permutation")),
    "reverse": lambda op, a, type, decoder: np.flip(a[0], decoder.get(op, "dimensions")),
    "concatenate": lambda op, a, type, decoder: np.concatenate(a, decoder.get(op, "dimension")),
    "copy": lambda op, a, type, decoder: a[0],
    "slice": _slice,
    "dynamic_slice": _dynamic_slice,
    "iota": _iota,
    "constant": _constant,
}

FOLDABLE = frozenset(_EVALUATORS)
"""Kinds that `evaluate` knows."""


_NUMERIC = NUMPY_DTYPES.keys() - COMPLEX


def evaluate(op: ir.OpView, operands: Sequence[Known], type: TensorType, decoder: Decoder) -> Known | None:
    """The value of the op's one result, of tensor type `type`; None where it is not computed here."""
    evaluator = _EVALUATORS.get(kind(op))
    if evaluator is None or not type.is_static or type.size > LARGEST or type.dtype not in _NUMERIC:
        return None
    with np.errstate(all="ignore"):
        value = evaluator(op, operands, type, decoder)
    if value is None:
        return None
    return np.asarray(value, NUMPY_DTYPES[type.dtype]).reshape(type.shape)
