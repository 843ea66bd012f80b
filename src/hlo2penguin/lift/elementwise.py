"""Lift of elementwise statements, conversions and iota."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hlo2penguin.forms.callables import BINARY, OUTSIDE_NUMPY, UNARY
from hlo2penguin.lift.definitions import ACTIVATIONS
from hlo2penguin.lift.reducers import DIRECTIONS
from hlo2penguin.lift.statement import LiftFunction, Statement, Unliftable, as_pred, broadcast_to, element_type
from hlo2penguin.mlir.build import Array, Builder, is_float

__all__ = ["LIFTS"]

_UNARY = {callable: op for op, callable in UNARY.items() if op not in ACTIVATIONS and op != "is_finite"}
_ACTIVATIONS = {UNARY[label]: define for label, define in ACTIVATIONS.items()}
_BINARY = {
    **{callable: op for op, callable in BINARY.items()},
    "np.bitwise_and": "and",
    "np.bitwise_or": "or",
    "np.bitwise_xor": "xor",
}
_LOGICAL = {"np.logical_and": "and", "np.logical_or": "or", "np.logical_xor": "xor"}


def _callable(s: Statement) -> str:
    """The function's name; labels that numpy lacks may come from the IR module too."""
    name: str = s.values["op"]
    label = name.removeprefix("ir.")
    return f"np.{label}" if label != name and label in OUTSIDE_NUMPY else name


def _arctan(b: Builder, x: Array) -> Array:
    return b.elementwise("atan2", x, b.constant(1.0, x.shape, x.dtype))


_OTHER_UNARY: dict[str, Callable[[Builder, Array], Array]] = {
    **_ACTIVATIONS,
    "np.is_finite": lambda b, x: b.elementwise("is_finite", x, dtype="i1"),
    "np.logical_not": lambda b, x: b.elementwise("not", as_pred(b, x)),
    "np.bitwise_not": lambda b, x: b.elementwise("not", x),
    "np.arctan": _arctan,
}


def _unary(b: Builder, s: Statement) -> Sequence[Array]:
    (x,) = s.only(1)
    name = _callable(s)
    if op := _UNARY.get(name):
        return [b.elementwise(op, x)]
    if define := _OTHER_UNARY.get(name):
        return [define(b, x)]
    raise Unliftable("H2P224", f"{name} is not a function of one value")


def _binary(b: Builder, s: Statement) -> Sequence[Array]:
    """Scalar operands stretch as numpy's do: clamp's bounds are printed without a broadcast."""
    lhs, rhs = s.only(2)
    (result,) = s.destinations(1)
    if lhs.dtype != rhs.dtype:
        raise Unliftable("H2P222", f"sources of different dtypes: {lhs.dtype} and {rhs.dtype}")
    lhs, rhs = broadcast_to(b, lhs, result.shape), broadcast_to(b, rhs, result.shape)
    name = _callable(s)
    if op := _BINARY.get(name):
        return [b.elementwise(op, lhs, rhs)]
    if direction := DIRECTIONS.get(name):
        return [b.compare(direction, lhs, rhs)]
    if op := _LOGICAL.get(name):
        return [b.elementwise(op, as_pred(b, lhs), as_pred(b, rhs))]
    if name in ("np.divide", "np.int_div"):
        return [_divide(b, name, lhs, rhs)]
    raise Unliftable("H2P224", f"{name} is not a function of two values")


def _divide(b: Builder, name: str, lhs: Array, rhs: Array) -> Array:
    """`np.int_div` truncates towards zero; `np.divide` of integers would have a float result that no form declares."""
    if is_float(lhs.dtype) != (name == "np.divide"):
        raise Unliftable("H2P222", f"{name} on {lhs.dtype}")
    return b.elementwise("divide", lhs, rhs)


def _select(b: Builder, s: Statement) -> Sequence[Array]:
    pred, on_true, on_false = s.only(3)
    (result,) = s.destinations(1)
    if _callable(s) != "np.select":
        raise Unliftable("H2P224", f"{s.values['op']} is not a function of three values")
    on_true, on_false = broadcast_to(b, on_true, result.shape), broadcast_to(b, on_false, result.shape)
    pred = as_pred(b, pred)
    return [b.select(pred if pred.shape == () else broadcast_to(b, pred, result.shape), on_true, on_false)]


def _convert(b: Builder, s: Statement) -> Sequence[Array]:
    """To `bool`: whether the value differs from zero (NaN does)."""
    (x,) = s.only(1)
    dtype = element_type(s.values["dtype"])
    return [as_pred(b, x) if dtype == "i1" else b.convert(x, dtype)]


def _bitcast_convert(b: Builder, s: Statement) -> Sequence[Array]:
    (x,) = s.only(1)
    (result,) = s.destinations(1)
    return b.op("bitcast_convert", [x], [result])


def _bitcast(b: Builder, s: Statement) -> Sequence[Array]:
    """The same bits in the same order: a reshape, and a bitcast_convert where the dtype changes."""
    (x,) = s.only(1)
    (result,) = s.destinations(1)
    if x.type.size != result.size:
        raise Unliftable(
            "H2P222", f"a bitcast from {x.shape} to {result.shape} depends on a layout, which no text states"
        )
    flat = b.reshape(x, result.shape)
    return [flat] if x.dtype == result.dtype else b.op("bitcast_convert", [flat], [result])


def _iota(b: Builder, s: Statement) -> Sequence[Array]:
    s.only(0)
    return [b.iota(s.values["iota_dim"], s.values["shape"], element_type(s.values["dtype"]))]


def _reduce_precision(b: Builder, s: Statement) -> Sequence[Array]:
    (x,) = s.only(1)
    bits = {name: b.i32(s.values[name]) for name in ("exponent_bits", "mantissa_bits")}
    return b.op("reduce_precision", [x], [x.type], bits)


LIFTS: dict[str, LiftFunction] = {
    "unary": _unary,
    "binary": _binary,
    "ternary": _select,
    "convert": _convert,
    "bitcast_convert": _bitcast_convert,
    "bitcast": _bitcast,
    "iota": _iota,
    "reduce_precision": _reduce_precision,
}
