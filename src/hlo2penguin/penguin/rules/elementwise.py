"""Rules of elementwise ops, conversions and iota."""

from __future__ import annotations

from math import prod

from hlo2penguin.forms.callables import BINARY, BITWISE, COMPARE, LOGICAL, OUTSIDE_NUMPY, UNARY
from hlo2penguin.penguin.model import Op
from hlo2penguin.penguin.rules.common import (
    Problems,
    Rules,
    axis,
    equal_dtype,
    equal_shape,
    function,
    identity,
    result_shape,
    value,
)
from hlo2penguin.penguin.values import bits, is_boolean

__all__ = ["RULES"]


def _with_ir_spelling(*names: str) -> frozenset[str]:
    outside = {f"np.{name}": f"ir.{name}" for name in OUTSIDE_NUMPY}
    return frozenset({*names, *(outside[name] for name in names if name in outside)})


_UNARY = _with_ir_spelling(*UNARY.values(), LOGICAL["not"], BITWISE["not"], "np.arctan")
_PREDICATES = _with_ir_spelling("np.is_finite")
_BINARY = _with_ir_spelling(
    *BINARY.values(), *COMPARE.values(), *LOGICAL.values(), *BITWISE.values(), "np.divide", "np.int_div"
) - {LOGICAL["not"], BITWISE["not"]}
_COMPARE = frozenset(COMPARE.values())
_BOUNDED = frozenset({"np.maximum", "np.minimum"})
_SELECT = _with_ir_spelling("np.select")
_DERIVATIVES = frozenset({"ir.gelu_dx", "ir.silu_dx"})


def _unary(op: Op) -> Problems:
    yield from function(op, "op", _UNARY)
    derivative = op.values["op"] in _DERIVATIVES
    if len(op.srcs) != 1 and not (derivative and len(op.srcs) == 2):
        yield "H2P170", f"{len(op.srcs)} sources, the form has 1"
        return
    yield from equal_shape((*op.srcs, *op.dsts))
    if op.values["op"] not in _PREDICATES:
        yield from equal_dtype((*op.srcs, *op.dsts))
    elif not is_boolean(op.dsts[0].dtype):
        yield "H2P171", f"{op.dsts[0].name} is {op.dsts[0].dtype}, a predicate gives bool"


def _binary(op: Op) -> Problems:
    """Only the bounds of a clamp may be scalars beside a tensor."""
    yield from function(op, "op", _BINARY)
    bounds = op.values["op"] in _BOUNDED
    yield from equal_shape((op.dsts[0], *(src for src in op.srcs if src.shape or not bounds)))
    yield from equal_dtype(op.srcs)
    if op.values["op"] not in _COMPARE:
        yield from equal_dtype((op.srcs[0], op.dsts[0]))
    elif not is_boolean(op.dsts[0].dtype):
        yield "H2P171", f"{op.dsts[0].name} is {op.dsts[0].dtype}, a comparison gives bool"


def _ternary(op: Op) -> Problems:
    yield from function(op, "op", _SELECT)
    predicate, *branches = op.srcs
    if not is_boolean(predicate.dtype):
        yield "H2P171", f"{predicate.name} is {predicate.dtype}, a predicate is bool"
    if predicate.shape:
        yield from equal_shape((op.dsts[0], predicate))
    yield from equal_shape((op.dsts[0], *branches))
    yield from equal_dtype((op.dsts[0], *branches))


def _convert(op: Op) -> Problems:
    yield from equal_shape((op.srcs[0], op.dsts[0]))


def _bitcast(op: Op) -> Problems:
    """As many bits before as after; widths of bool are not certain."""
    src, dst = op.srcs[0], op.dsts[0]
    before, after = bits(src.dtype), bits(dst.dtype)
    if before is not None and after is not None and prod(src.shape) * before != prod(dst.shape) * after:
        yield "H2P172", f"{src.name} has {prod(src.shape) * before} bits, {dst.name} {prod(dst.shape) * after}"


def _iota(op: Op) -> Problems:
    yield from axis(op, "iota_dim", len(op.values["shape"]))
    yield from result_shape(op, op.values["shape"])


def _reduce_precision(op: Op) -> Problems:
    yield from identity(op)
    if op.values["exponent_bits"] < 1 or op.values["mantissa_bits"] < 0:
        yield value("a float has at least one exponent bit and no fewer than zero mantissa bits")


RULES: Rules = {
    "unary": (None, 1, _unary),
    "binary": (2, 1, _binary),
    "ternary": (3, 1, _ternary),
    "convert": (1, 1, _convert),
    "bitcast_convert": (1, 1, _bitcast),
    "bitcast": (1, 1, _bitcast),
    "iota": (0, 1, _iota),
    "reduce_precision": (1, 1, _reduce_precision),
}
