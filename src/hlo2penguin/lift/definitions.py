"""Activations, softmax and norms as mathematics.

`verify` gives the oracle the same definitions, so that a program with such calls can be checked at all. Types narrower
than f32 are computed in f32 and rounded once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from hlo2penguin.mlir.build import Array, Builder, is_float, lowest_and_highest
from hlo2penguin.mlir.decode import TensorType

__all__ = [
    "ACTIVATIONS",
    "arg_extreme",
    "erf",
    "rms_norm",
    "rms_norm_backward",
    "softmax",
    "softmax_backward",
    "sorted_by_first",
    "top_k",
]


def _wide(b: Builder, operand: Array) -> Array:
    return b.convert(operand, "f64" if operand.dtype == "f64" else "f32")


def _fill(b: Builder, like: Array, value: float) -> Array:
    return b.constant(value, like.shape, like.dtype)


def _sum(b: Builder, operand: Array, dims: Sequence[int]) -> Array:
    zero = b.constant(0.0, (), operand.dtype)
    return b.reduce(operand, zero, dims, lambda x, y: b.elementwise("add", x, y))


def _keep(b: Builder, reduced: Array, dims: Sequence[int], shape: tuple[int, ...]) -> Array:
    """`reduced` repeated along the dimensions that a reduction took away."""
    return b.broadcast(reduced, [dim for dim in range(len(shape)) if dim not in dims], shape)


def erf(b: Builder, x: Array) -> Array:
    """The error function, as the call that XLA takes for its own op."""
    attributes = {"call_target_name": b.string("mhlo.erf"), "mhlo.attributes": b.empty_dict(), "mhlo.version": b.i64(1)}
    return b.op("custom_call", [x], [x.type], attributes)[0]


def _normal_cdf(b: Builder, x: Array) -> Array:
    scaled = b.elementwise("multiply", x, _fill(b, x, math.sqrt(0.5)))
    return b.elementwise("multiply", _fill(b, x, 0.5), b.elementwise("add", _fill(b, x, 1.0), erf(b, scaled)))


def _gelu(b: Builder, x: Array) -> Array:
    """x·Φ(x), Φ the standard normal distribution function."""
    return b.elementwise("multiply", x, _normal_cdf(b, x))


def _gelu_dx(b: Builder, x: Array) -> Array:
    """Φ(x) + x·φ(x)."""
    half_square = b.elementwise("multiply", b.elementwise("multiply", x, x), _fill(b, x, -0.5))
    density = b.elementwise(
        "multiply", b.elementwise("exponential", half_square), _fill(b, x, 1 / math.sqrt(2 * math.pi))
    )
    return b.elementwise("add", _normal_cdf(b, x), b.elementwise("multiply", x, density))


def _gelu_tanh(b: Builder, x: Array) -> Array:
    """x/2·(1 + tanh(√(2/π)·(x + 0.044715·x³)))."""
    cube = b.elementwise("multiply", b.elementwise("multiply", x, x), x)
    inner = b.elementwise("add", x, b.elementwise("multiply", cube, _fill(b, x, 0.044715)))
    tanh = b.elementwise("tanh", b.elementwise("multiply", inner, _fill(b, x, math.sqrt(2 / math.pi))))
    half = b.elementwise("multiply", x, _fill(b, x, 0.5))
    return b.elementwise("multiply", half, b.elementwise("add", _fill(b, x, 1.0), tanh))


def _silu(b: Builder, x: Array) -> Array:
    """x·σ(x)."""
    return b.elementwise("multiply", x, b.elementwise("logistic", x))


def _silu_dx(b: Builder, x: Array) -> Array:
    """σ(x)·(1 + x·(1 - σ(x)))."""
    sigmoid, one = b.elementwise("logistic", x), _fill(b, x, 1.0)
    slope = b.elementwise("multiply", x, b.elementwise("subtract", one, sigmoid))
    return b.elementwise("multiply", sigmoid, b.elementwise("add", one, slope))


def _rounded_once(define: Callable[[Builder, Array], Array]) -> Callable[[Builder, Array], Array]:
    return lambda b, x: b.convert(define(b, _wide(b, x)), x.dtype)


ACTIVATIONS: dict[str, Callable[[Builder, Array], Array]] = {
    "erf": _rounded_once(erf),
    "gelu": _rounded_once(_gelu),
    "gelu_apprx_tanh": _rounded_once(_gelu_tanh),
    "gelu_dx": _rounded_once(_gelu_dx),
    "silu": _rounded_once(_silu),
    "silu_dx": _rounded_once(_silu_dx),
}
"""Functions of one value by their label."""


def softmax(b: Builder, x: Array, axis: int) -> Array:
    """exp(x - max) / Σ exp(x - max) along `axis`."""
    wide = _wide(b, x)
    lowest = b.constant(-math.inf, (), wide.dtype)
    top = b.reduce(wide, lowest, [axis], lambda p, q: b.elementwise("maximum", p, q))
    powers = b.elementwise("exponential", b.elementwise("subtract", wide, _keep(b, top, [axis], x.shape)))
    total = _keep(b, _sum(b, powers, [axis]), [axis], x.shape)
    return b.convert(b.elementwise("divide", powers, total), x.dtype)


def softmax_backward(b: Builder, gradient: Array, output: Array, axis: int) -> Array:
    """y·(g - Σ g·y) along `axis`, y the softmax's output."""
    g, y = _wide(b, gradient), _wide(b, output)
    total = _keep(b, _sum(b, b.elementwise("multiply", g, y), [axis]), [axis], g.shape)
    return b.convert(b.elementwise("multiply", y, b.elementwise("subtract", g, total)), gradient.dtype)


def _inverse_rms(b: Builder, x: Array, epsilon: Array, dims: Sequence[int]) -> Array:
    count = math.prod(x.shape[dim] for dim in dims)
    squares = _sum(b, b.elementwise("multiply", x, x), dims)
    mean = b.elementwise("divide", squares, _fill(b, squares, float(count)))
    shifted = b.elementwise("add", mean, b.broadcast(epsilon, [], mean.shape))
    return _keep(b, b.elementwise("rsqrt", shifted), dims, x.shape)


def _spread(b: Builder, weight: Array, dims: Sequence[int], shape: tuple[int, ...]) -> Array:
    return b.broadcast(b.reshape(weight, [shape[dim] for dim in dims]), dims, shape)


def rms_norm(b: Builder, x: Array, weight: Array, epsilon: Array, dims: Sequence[int]) -> Array:
    """x / √(mean(x²) + ε) · w, the mean over `dims`, along which w lies."""
    wide = _wide(b, x)
    scale = _inverse_rms(b, wide, _wide(b, epsilon), dims)
    spread = _spread(b, _wide(b, weight), dims, x.shape)
    return b.convert(b.elementwise("multiply", b.elementwise("multiply", wide, scale), spread), x.dtype)


def rms_norm_backward(
    b: Builder, gradient: Array, x: Array, weight: Array, epsilon: Array, dims: Sequence[int]
) -> tuple[Array, Array]:
    """Gradients of `rms_norm` with respect to x and w.

    The second operand is taken for the tensor that was normalised: ε has no use otherwise, and the norm's size cannot
    be had from its output.
    """
    g, wide, w = _wide(b, gradient), _wide(b, x), _wide(b, weight)
    scale = _inverse_rms(b, wide, _wide(b, epsilon), dims)
    unit = b.elementwise("multiply", wide, scale)
    weighted = b.elementwise("multiply", g, _spread(b, w, dims, x.shape))
    count = float(math.prod(x.shape[dim] for dim in dims))
    along = _sum(b, b.elementwise("multiply", weighted, unit), dims)
    mean = _keep(b, b.elementwise("divide", along, _fill(b, along, count)), dims, x.shape)
    radial = b.elementwise("subtract", weighted, b.elementwise("multiply", unit, mean))
    dx = b.elementwise("multiply", scale, radial)
    dw = _sum(b, b.elementwise("multiply", g, unit), [dim for dim in range(len(x.shape)) if dim not in dims])
    return b.convert(dx, gradient.dtype), b.convert(b.reshape(dw, weight.shape), weight.dtype)


def _ordered(b: Builder, operand: Array) -> Array:
    """A float with one zero and one NaN, so that the total order is the order of values with NaN above all."""
    zero = b.constant(0.0, operand.shape, operand.dtype)
    nan = b.constant(math.nan, operand.shape, operand.dtype)
    unsigned = b.select(b.compare("EQ", operand, zero), zero, operand)
    return b.select(b.compare("NE", operand, operand), nan, unsigned)


def sorted_by_first(
    b: Builder, operands: Sequence[Array], dimension: int, *, direction: str, stable: bool
) -> list[Array]:
    """The operands reordered along `dimension` so that neighbours in the first one compare by `direction`."""

    def comparator(*scalars: Array) -> Array:
        lhs, rhs = scalars[0], scalars[1]
        if is_float(lhs.dtype):
            return b.compare(direction, _ordered(b, lhs), _ordered(b, rhs), total_order=True)
        return b.compare(direction, lhs, rhs)

    scalars = [TensorType((), operand.dtype) for operand in operands for _ in range(2)]
    attributes = {"dimension": b.i64(dimension), "is_stable": b.flag(stable)}
    return b.op("sort", operands, [o.type for o in operands], attributes, comparator, body_types=scalars)


def top_k(b: Builder, x: Array, k: int, axis: int, *, smallest: bool, indices_dtype: str) -> tuple[Array, Array]:
    """The k largest (or smallest) values along `axis` and where they stood; the first of equal values wins."""
    places = b.iota(axis, x.shape, indices_dtype)
    values, indices = sorted_by_first(b, [x, places], axis, direction="LT" if smallest else "GT", stable=True)
    starts, strides = [0] * len(x.shape), [1] * len(x.shape)
    limits = [k if dim == axis else extent for dim, extent in enumerate(x.shape)]
    return b.slice(values, starts, limits, strides), b.slice(indices, starts, limits, strides)


def arg_extreme(b: Builder, x: Array, axis: int, *, largest: bool, indices_dtype: str) -> tuple[Array, Array]:
    """The largest (or smallest) value along `axis` and its first place; NaN beats every number."""
    op = "maximum" if largest else "minimum"
    start = lowest_and_highest(x.dtype)[0 if largest else 1]
    best = b.reduce(x, b.constant(start, (), x.dtype), [axis], lambda p, q: b.elementwise(op, p, q))
    hit = b.compare("EQ", x, _keep(b, best, [axis], x.shape))
    if is_float(x.dtype):
        hit = b.elementwise("or", hit, b.compare("NE", x, x))
    last = lowest_and_highest(indices_dtype)[1]
    nowhere = b.constant(last, x.shape, indices_dtype)
    places = b.select(hit, b.iota(axis, x.shape, indices_dtype), nowhere)
    end = b.constant(last, (), indices_dtype)
    return best, b.reduce(places, end, [axis], lambda p, q: b.elementwise("minimum", p, q))
