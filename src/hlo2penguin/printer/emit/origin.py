"""Where a value comes from: the constant or the iota behind it, through ops that only relabel."""

from __future__ import annotations

import numpy as np

from hlo2penguin.mlir.constants import array_of, splat_of
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import definition
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.printer.statement import Op, Statements

__all__ = ["constant_of", "elements_of", "iota_dimension"]

_RELABELS = frozenset({"reshape", "copy", "broadcast_in_dim", "optimization_barrier"})


def _producer(value: ir.Value, statements: Statements) -> Op | None:
    return definition(statements.outside(value))


def constant_of(value: ir.Value, statements: Statements) -> np.generic | None:
    """The one value of every element of a constant, in its exact dtype; None for anything else."""
    while (op := _producer(value, statements)) is not None:
        if kind(op) == "constant":
            type = statements.type(op.operation.results[0])
            return splat_of(op.operation.attributes["value"], type)
        if kind(op) not in _RELABELS or len(op.operation.operands) != 1:
            return None
        value = op.operation.operands[0]
    return None


def elements_of(value: ir.Value, statements: Statements) -> np.ndarray | None:
    """The elements of a constant, one only for a splat; None for anything else."""
    if (single := constant_of(value, statements)) is not None:
        return np.array(single)
    op = _producer(value, statements)
    if op is None or kind(op) != "constant":
        return None
    return array_of(op.operation.attributes["value"], statements.type(op.operation.results[0]))


def iota_dimension(value: ir.Value, statements: Statements) -> int | None:
    """The dimension along which `value` counts from 0; None where it is no iota (broadcast or converted ones count)."""
    dims: list[tuple[int, ...]] = []
    while (op := _producer(value, statements)) is not None:
        if kind(op) == "iota":
            dimension: int = statements.get(op, "iota_dimension")
            for mapping in reversed(dims):
                dimension = mapping[dimension]
            return dimension
        if kind(op) == "broadcast_in_dim":
            if not _only_adds_dimensions(op, statements):
                return None
            dims.append(statements.get(op, "broadcast_dimensions"))
        elif kind(op) != "convert" or not _is_integer(op, statements):
            return None
        value = op.operation.operands[0]
    return None


def _only_adds_dimensions(op: Op, statements: Statements) -> bool:
    source = statements.type(op.operation.operands[0]).shape
    target = statements.type(op.operation.results[0]).shape
    dims: tuple[int, ...] = statements.get(op, "broadcast_dimensions")
    return source == tuple(target[dim] for dim in dims)


def _is_integer(op: Op, statements: Statements) -> bool:
    dtypes = [statements.type(v).dtype for v in (op.operation.operands[0], op.operation.results[0])]
    return all(dtype.lstrip("su")[:1] == "i" and dtype.endswith(("32", "64")) for dtype in dtypes)
