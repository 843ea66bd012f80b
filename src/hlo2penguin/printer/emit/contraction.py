"""Dot, convolution, random numbers."""

from __future__ import annotations

from hlo2penguin.mlir.decode import ConvDims, DotDims
from hlo2penguin.printer.statement import Op, Statements

__all__ = ["BY_SIGNATURE", "EMITTERS"]


def _emit_dot(op: Op, statements: Statements, dims: DotDims) -> None:
    hints: dict[str, str] = statements.get(op, "mhlo.frontend_attributes") or {}
    values: dict[str, object] = {
        "lhs_batching_dims": dims.lhs_batching,
        "lhs_contract_dims": dims.lhs_contracting,
        "rhs_batching_dims": dims.rhs_batching,
        "rhs_contract_dims": dims.rhs_contracting,
    }
    values.update({name: hints[name] for name in ("lhs_zero_point", "rhs_zero_point") if hints.get(name)})
    values.update({name: hints[name].lower() in ("1", "true") for name in ("grad_x", "grad_y") if name in hints})
    statements.emit(op, "dot", values)


def _remark_precision(op: Op, statements: Statements) -> None:
    """The form has no place for either: what is lost is said once per program."""
    if "algorithm" in op.operation.attributes:
        statements.remark(op, "DotAlgorithm", "the dot's algorithm is not printed: the target chooses its own")
    if set(statements.get(op, "precision_config") or ()) - {"DEFAULT"}:
        statements.remark(op, "Precision", "operand precision is not printed: the target chooses its own")


def _dot_general(op: Op, statements: Statements) -> None:
    _remark_precision(op, statements)
    _emit_dot(op, statements, statements.get(op, "dot_dimension_numbers"))


def _dot(op: Op, statements: Statements) -> None:
    _remark_precision(op, statements)
    rank = len(statements.type(op.operation.operands[0]).shape)
    _emit_dot(op, statements, DotDims((), (), (rank - 1,), (0,)))


def _convolution(op: Op, statements: Statements) -> None:
    _remark_precision(op, statements)
    dims: ConvDims = statements.get(op, "dimension_numbers")
    spatial = len(dims.input_spatial)
    ones = (1,) * spatial
    padding = statements.get(op, "padding")
    values: dict[str, object] = {
        "window_strides": statements.get(op, "window_strides") or ones,
        "padding": tuple(edge for pair in padding for edge in pair) if padding else (0,) * (2 * spatial),
        "lhs_dilation": statements.get(op, "lhs_dilation") or ones,
        "rhs_dilation": statements.get(op, "rhs_dilation") or ones,
        "input_batch_dimension": dims.input_batch,
        "input_feature_dimension": dims.input_feature,
        "input_spatial_dimensions": dims.input_spatial,
        "kernel_input_feature_dimension": dims.kernel_input_feature,
        "kernel_output_feature_dimension": dims.kernel_output_feature,
        "kernel_spatial_dimensions": dims.kernel_spatial,
        "output_batch_dimension": dims.output_batch,
        "output_feature_dimension": dims.output_feature,
        "output_spatial_dimensions": dims.output_spatial,
        "feature_group_count": statements.get(op, "feature_group_count"),
        "batch_group_count": statements.get(op, "batch_group_count"),
    }
    reversal = statements.get(op, "window_reversal") or ()
    if any(reversal):
        values["window_reversal"] = tuple(bool(flag) for flag in reversal)
    statements.emit(op, "convolution", values)


def _rng(op: Op, statements: Statements) -> None:
    type = statements.type(op.operation.results[0])
    values = {
        "distribution": statements.get(op, "rng_distribution"),
        "shape": type.shape,
        "dtype": statements.dtype(type),
    }
    statements.emit(op, "rng", values)


def _rng_bit_generator(op: Op, statements: Statements) -> None:
    type = statements.type(op.operation.results[1])
    values = {
        "algorithm": statements.get(op, "rng_algorithm"),
        "shape": type.shape,
        "dtype": statements.dtype(type),
    }
    statements.emit(op, "rng_bit_generator", values)


EMITTERS = {
    "dot": _dot,
    "dot_general": _dot_general,
    "convolution": _convolution,
    "rng": _rng,
    "rng_bit_generator": _rng_bit_generator,
}

BY_SIGNATURE = frozenset(EMITTERS) - {"rng_bit_generator"}
