"""`torch_index_select` becomes a gather."""

from __future__ import annotations

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import GatherDims
from hlo2penguin.mlir.edit import main_function, replace
from hlo2penguin.prepare.emit import Emitter
from hlo2penguin.prepare.program import collect
from hlo2penguin.prepare.state import PrepareState

KINDS = frozenset({"torch_index_select"})


def run(module: ir.Module, state: PrepareState) -> None:
    """Rewrites in place.

    Result dimensions: those of the operand before `dim`, those of the indices after the batch dimensions, those of the
    operand after `dim`.
    """
    main = main_function(module)
    if main is None:
        return
    for op in collect(main, KINDS):
        emit = Emitter(op, state.decoder)
        operand, indices = op.operation.operands
        dim, batch = state.decoder.get(op, "dim"), state.decoder.get(op, "batch_dims")
        shape, rank = emit.shape(operand), len(emit.shape(indices))
        after = dim + rank - batch
        dims = GatherDims(
            offset_dims=(*range(batch, dim), *range(after, after + len(shape) - dim - 1)),
            collapsed_slice_dims=(dim,),
            operand_batching_dims=tuple(range(batch)),
            start_indices_batching_dims=tuple(range(batch)),
            start_index_map=(dim,),
            index_vector_dim=rank,
        )
        sizes = [1 if axis < batch or axis == dim else extent for axis, extent in enumerate(shape)]
        attributes = {"dimension_numbers": emit.dims(dims), "slice_sizes": emit.ints(sizes)}
        replace(op, [emit.op("gather", op.operation.result.type, [operand, indices], **attributes)])
