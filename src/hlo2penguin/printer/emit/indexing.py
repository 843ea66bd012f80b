"""Gather and scatter."""

from __future__ import annotations

from hlo2penguin.mlir.decode import GatherDims, ScatterDims
from hlo2penguin.printer.emit.regions import body_of, separable_reducers
from hlo2penguin.printer.statement import Op, Statements

__all__ = ["BY_SIGNATURE", "EMITTERS"]


def _gather(op: Op, statements: Statements) -> None:
    dims: GatherDims = statements.get(op, "dimension_numbers")
    values: dict[str, object] = {
        "offset_dims": dims.offset_dims,
        "collapsed_slice_dims": dims.collapsed_slice_dims,
        "start_index_map": dims.start_index_map,
        "index_vector_dim": dims.index_vector_dim,
        "slice_sizes": statements.get(op, "slice_sizes"),
        "indices_are_sorted": statements.get(op, "indices_are_sorted", False),
    }
    if dims.operand_batching_dims:
        values["operand_batching_dims"] = dims.operand_batching_dims
        values["start_indices_batching_dims"] = dims.start_indices_batching_dims
    statements.emit(op, "gather", values)


def _scatter(op: Op, statements: Statements) -> None:
    """One statement per operand: a scatter of several operands prints where each result depends on its own only."""
    operands = op.operation.operands[:]
    count = len(operands) // 2
    functions = separable_reducers(body_of(op), statements, scatter=True)
    dims: ScatterDims = statements.get(op, "scatter_dimension_numbers")
    indices = statements.operand(operands[count])
    for index, function in enumerate(functions):
        update = operands[count + 1 + index]
        values: dict[str, object] = {
            "op": function,
            "xla_op": function,
            "scatter_kind": function,
            "index_vector_dim": dims.index_vector_dim,
            "update_scatter_dims": tuple(
                dim for dim in range(len(statements.type(update).shape)) if dim not in dims.update_window_dims
            ),
            "update_window_dims": dims.update_window_dims,
            "inserted_window_dims": dims.inserted_window_dims,
            "scatter_dims_to_operand_dims": dims.scatter_dims_to_operand_dims,
            "unique_indices": statements.get(op, "unique_indices", False),
        }
        if dims.input_batching_dims:
            values["input_batching_dims"] = dims.input_batching_dims
            values["scatter_indices_batching_dims"] = dims.scatter_indices_batching_dims
        srcs = [statements.operand(operands[index]), indices, statements.operand(update)]
        statements.emit(op, "scatter", values, srcs=srcs, results=[op.operation.results[index]])


EMITTERS = {"gather": _gather, "scatter": _scatter}

BY_SIGNATURE = frozenset({"gather"})
