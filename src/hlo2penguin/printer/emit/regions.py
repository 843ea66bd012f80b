"""What a region says, as one name: the function of a reduction, the direction of a sort, the larger of two."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from hlo2penguin.forms.callables import BITWISE, LOGICAL, REDUCERS
from hlo2penguin.mlir.constants import extremes
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import TensorType
from hlo2penguin.mlir.edit import definition
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.printer.statement import Op, Statements, Unsupported

__all__ = ["Body", "arg_extreme", "body_of", "identity", "reducer", "separable_reducers"]


class Body(NamedTuple):
    """The single block of a region: its arguments, its ops but the terminator, and what it returns."""

    block: ir.Block
    arguments: tuple[ir.Value, ...]
    ops: list[Op]
    returned: tuple[ir.Value, ...]

    def definition(self, value: ir.Value) -> Op | None:
        """The op of the body that defines `value`."""
        op = definition(value)
        return op if op is not None and op.operation.block == self.block else None


def body_of(op: Op, region: int = 0) -> Body:
    """Region number `region` of `op`."""
    block = op.operation.regions[region].blocks[0]
    *ops, terminator = block.operations
    return Body(block, tuple(block.arguments), ops, tuple(terminator.operation.operands))


# Reductions

_SEARCHED = frozenset({"add", "multiply", "minimum", "maximum", "or", "and"})
"""Ops that name a body under the documents' rule; `xor` is mapped there but not searched for."""
_COMMUTING = _SEARCHED | {"xor"}


def reducer(op: Op, statements: Statements, region: int = 0) -> str:
    """The callable that a region of two arguments is (OQ-70); raises Unsupported for any other region."""
    return separable_reducers(body_of(op, region), statements)[0]


def separable_reducers(body: Body, statements: Statements, *, scatter: bool = False) -> list[str]:
    """One callable per operand, where each result of the body depends on its own two arguments only.

    A scatter may also assign (`np.copyto`) or subtract, whose operands do not commute.
    """
    count = len(body.arguments) // 2
    if statements.profile.compound_reduction == "first-op" and count == 1 and body.ops:
        found = next((op for op in body.ops if kind(op) in _SEARCHED), None)
        if found is not None:
            return [_callable(kind(found), statements.type(body.arguments[0]))]
    used: set[int] = set()
    names: list[str] = []
    for index, value in enumerate(body.returned):
        pair = (body.arguments[index], body.arguments[count + index])
        if scatter and value == pair[1]:
            names.append(_assignment(statements))
            continue
        op = body.definition(value)
        if op is None or not _combines(op, pair, scatter):
            raise _unrecognised()
        used.add(hash(value))
        names.append(_callable(kind(op), statements.type(pair[0])))
    if len(used) != len(body.ops):
        raise _unrecognised()
    return names


def _combines(op: Op, pair: tuple[ir.Value, ir.Value], scatter: bool) -> bool:
    operands = tuple(op.operation.operands)
    if operands == pair:
        return kind(op) in _COMMUTING or (scatter and kind(op) == "subtract")
    return operands == pair[::-1] and kind(op) in _COMMUTING


def _callable(name: str, type: TensorType) -> str:
    if name == "subtract":
        return "np.subtract"
    return REDUCERS.get(name) or (LOGICAL if type.dtype == "i1" else BITWISE)[name]


def _assignment(statements: Statements) -> str:
    if statements.profile.assign_scatter == "error":
        raise Unsupported("NCC_PYP055", "a scatter that assigns has no documented form", "use the profile `observed`")
    return "np.copyto"


def _unrecognised() -> Unsupported:
    return Unsupported(
        "NCC_PYP055",
        "reduction body is not a single recognised operation",
        "reduce with add, multiply, minimum, maximum, and, or or xor on the two arguments",
    )


def identity(callable: str, type: TensorType) -> float:
    """The identity of a reduction as the text writes it: finite extremes for minimum and maximum (OQ-26)."""
    name = callable.rpartition(".")[2].removeprefix("bitwise_").removeprefix("logical_")
    if type.dtype == "i1":
        return name in ("multiply", "minimum", "and")
    if name in ("minimum", "maximum"):
        lowest, largest = extremes(type.dtype)
        return largest if name == "minimum" else lowest
    if name == "and":
        return extremes(type.dtype)[1] if type.dtype.startswith("u") else -1
    value = 1 if name == "multiply" else 0
    return float(value) if "f" in type.dtype else value


# The position of the largest or smallest

_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "EQ": operator.eq,
    "NE": operator.ne,
    "GE": operator.ge,
    "GT": operator.gt,
    "LE": operator.le,
    "LT": operator.lt,
}
_BOOLEAN: dict[str, Callable[[list[bool]], bool]] = {
    "and": all,
    "or": any,
    "xor": lambda operands: operands[0] != operands[1],
    "not": lambda operands: not operands[0],
}


class _Opaque(Exception):
    """A body that does more than compare and choose."""


def arg_extreme(body: Body, statements: Statements) -> tuple[str, bool] | None:
    """`argmax` or `argmin` where a body over (value, index) pairs is that, and whether NaN wins; else None.

    A body that only compares and chooses is decided by the order of its arguments, so trying every order proves it.
    Of equal values the first may win by index or by standing left, as the front ends write it.
    """
    is_float = "f" in statements.type(body.arguments[0]).dtype
    indices = ((0, 1), (1, 0), (0, 0))
    try:
        smaller_left = [_evaluate(body, statements, (0, i, 1, j)) for i, j in indices]
        larger_left = [_evaluate(body, statements, (1, i, 0, j)) for i, j in indices]
        ties = [_evaluate(body, statements, (0, i, 0, j)) for i, j in indices]
        nan = math.nan
        nans = [_evaluate(body, statements, (nan, 0, 0, 1)), _evaluate(body, statements, (0, 1, nan, 0))]
    except _Opaque:
        return None
    left, right = [i for i, _ in indices], [j for _, j in indices]
    if smaller_left == [(1, j) for j in right] and larger_left == [(1, i) for i in left]:
        name = "argmax"
    elif smaller_left == [(0, i) for i in left] and larger_left == [(0, j) for j in right]:
        name = "argmin"
    else:
        return None
    if ties not in ([(0, i) for i in left], [(0, min(pair)) for pair in indices]):
        return None
    return name, not is_float or all(value != value and index == 0 for value, index in nans)


def _evaluate(body: Body, statements: Statements, arguments: Sequence[float]) -> tuple[Any, ...]:
    values: dict[ir.Value, Any] = dict(zip(body.arguments, arguments, strict=True))
    try:
        for op in body.ops:
            values[op.operation.results[0]] = _apply(op, statements, [values[v] for v in op.operation.operands])
        return tuple(values[value] for value in body.returned)
    except KeyError:  # a value from around the region
        raise _Opaque from None


def _apply(op: Op, statements: Statements, operands: list[Any]) -> Any:
    name = kind(op)
    if name == "compare" and statements.get(op, "compare_type") != "TOTALORDER":
        return _COMPARISONS[statements.get(op, "comparison_direction")](*operands)
    if name == "select":
        return operands[1] if operands[0] else operands[2]
    if name in ("minimum", "maximum"):
        return math.nan if any(v != v for v in operands) else (min if name == "minimum" else max)(operands)
    if name in _BOOLEAN and all(isinstance(v, bool) for v in operands):
        return _BOOLEAN[name](operands)
    raise _Opaque
