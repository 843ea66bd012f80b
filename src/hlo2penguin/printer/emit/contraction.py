"""Dot, convolution, random numbers."""

from __future__ import annotations

from hlo2penguin.mlir.decode import DotDims
from hlo2penguin.printer.statement import Op, Statements

__all__ = ["EMITTERS"]


def _emit_dot(op: Op, statements: Statements, dims: DotDims) -> None:
    hints = statements.get(op, "mhlo.frontend_attributes") or {}
    values: dict[str, object] = {
        "lhs_batching_dims": dims.lhs_batching,
        "lhs_contract_dims": dims.lhs_contracting,
        "rhs_batching_dims": dims.rhs_batching,
        "rhs_contract_dims": dims.rhs_contracting,
    }
    values.update({name: hints[name] for name in ("lhs_zero_point", "rhs_zero_point") if name in hints})
    values.update({name: hints[name].lower() in ("1", "true") for name in ("grad_x", "grad_y") if name in hints})
    statements.emit(op, "dot", values)


def _dot_general(op: Op, statements: Statements) -> None:
    _emit_dot(op, statements, statements.get(op, "dot_dimension_numbers"))


def _dot(op: Op, statements: Statements) -> None:
    rank = len(statements.type(op.operation.operands[0]).shape)
    _emit_dot(op, statements, DotDims((), (), (rank - 1,), (0,)))


EMITTERS = {"dot": _dot, "dot_general": _dot_general}
