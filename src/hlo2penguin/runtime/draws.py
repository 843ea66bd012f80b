"""Random numbers made comparable: on both sides `rng` becomes the same function of its bounds and of the position.

What a device draws no text can say; that its bounds, shape and dtype survived can be checked.
"""

from __future__ import annotations

import math

from hlo2penguin.mlir.build import Array, Builder, is_float
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder, TensorType
from hlo2penguin.mlir.edit import functions, nested_operations, replace
from hlo2penguin.mlir.kinds import kind

__all__ = ["fix_draws"]

_GOLDEN = (math.sqrt(5) - 1) / 2


def fix_draws(module: ir.Module) -> bool:
    """Replaces every `rng` in place; says whether there was one."""
    decoder = Decoder()
    found = [op for function in functions(module) for op in nested_operations(function) if kind(op) == "rng"]
    for op in found:
        b = Builder(ir.InsertionPoint(op), op.operation.location)
        low, high = (_scalar(value, decoder) for value in list(op.operation.operands)[:2])
        type = decoder.value(op.operation.result)
        draw = _uniform if decoder.get(op, "rng_distribution") == "UNIFORM" else _normal
        replace(op, [draw(b, low, high, type).value])
    return bool(found)


def _scalar(value: ir.Value, decoder: Decoder) -> Array:
    type = decoder.value(value)
    return Array(value, type.shape, type.dtype)


def _positions(b: Builder, shape: tuple[int, ...], dtype: str) -> Array:
    size = math.prod(shape)
    return b.convert(b.reshape(b.iota(0, (size,), "i32"), shape), dtype)


def _fractions(b: Builder, shape: tuple[int, ...]) -> Array:
    """Numbers spread over [0, 1)."""
    steps = b.elementwise("multiply", _positions(b, shape, "f32"), b.constant(_GOLDEN, shape, "f32"))
    return b.elementwise("subtract", steps, b.elementwise("floor", steps))


def _spread(b: Builder, scalar: Array, type: TensorType, dtype: str) -> Array:
    return b.broadcast(b.convert(scalar, dtype), [], type.shape)


def _uniform(b: Builder, low: Array, high: Array, type: TensorType) -> Array:
    """Floats in [low, high); integers low, low + 1, … below high, over and over."""
    if is_float(type.dtype):
        start, end = _spread(b, low, type, "f32"), _spread(b, high, type, "f32")
        width = b.elementwise("subtract", end, start)
        return b.convert(
            b.elementwise("add", start, b.elementwise("multiply", width, _fractions(b, type.shape))), type.dtype
        )
    start, end = _spread(b, low, type, type.dtype), _spread(b, high, type, type.dtype)
    if type.dtype == "i1":
        two, zero = b.constant(2, type.shape, "i32"), b.constant(0, type.shape, "i32")
        parity = b.elementwise("remainder", _positions(b, type.shape, "i32"), two)
        return b.select(b.compare("EQ", parity, zero), start, end)
    width = b.elementwise("subtract", end, start)
    return b.elementwise("add", start, b.elementwise("remainder", _positions(b, type.shape, type.dtype), width))


def _normal(b: Builder, mean: Array, deviation: Array, type: TensorType) -> Array:
    """Mean and deviation times numbers spread over [-2, 2)."""
    four, two = b.constant(4.0, type.shape, "f32"), b.constant(2.0, type.shape, "f32")
    steps = b.elementwise("subtract", b.elementwise("multiply", _fractions(b, type.shape), four), two)
    scaled = b.elementwise("multiply", steps, _spread(b, deviation, type, "f32"))
    return b.convert(b.elementwise("add", _spread(b, mean, type, "f32"), scaled), type.dtype)
