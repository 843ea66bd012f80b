"""Rules of gather."""

from __future__ import annotations

from hlo2penguin.penguin.model import Op
from hlo2penguin.penguin.rules.common import Problems, Rules, dimensions, dims, result_dtype, result_shape, value

__all__ = ["RULES"]


def _gather(op: Op) -> Problems:
    yield from result_dtype(op)
    operand, indices = (src.shape for src in op.srcs)
    problems = list(_gather_dims(op, operand, indices))
    yield from problems
    if problems:
        return
    values = op.values
    dropped = (*values["collapsed_slice_dims"], *values.get("operand_batching_dims", ()))
    for dim in dropped:
        if values["slice_sizes"][dim] > 1:
            yield value(f"dimension {dim} is dropped and has slice size {values['slice_sizes'][dim]}")
            return
    batch = iter([size for dim, size in enumerate(indices) if dim != values["index_vector_dim"]])
    slices = [size for dim, size in enumerate(values["slice_sizes"]) if dim not in dropped]
    offsets = dict(zip(values["offset_dims"], slices, strict=True))
    rank = len(op.dsts[0].shape)
    yield from result_shape(op, tuple(offsets[dim] if dim in offsets else next(batch) for dim in range(rank)))


def _gather_dims(op: Op, operand: tuple[int, ...], indices: tuple[int, ...]) -> Problems:
    values, rank = op.values, len(operand)
    for name in ("collapsed_slice_dims", "start_index_map", "operand_batching_dims"):
        yield from dims(op, name, rank)
    yield from dims(op, "start_indices_batching_dims", len(indices))
    yield from dims(op, "offset_dims", len(op.dsts[0].shape))
    sizes = dimensions(op, "slice_sizes")
    vector: int = values["index_vector_dim"]
    if len(sizes) != rank or any(not 0 <= part <= whole for part, whole in zip(sizes, operand, strict=False)):
        yield value(f"slice_sizes={sizes} do not lie in {operand}")
    dropped = len(values["collapsed_slice_dims"]) + len(values.get("operand_batching_dims", ()))
    if len(values["offset_dims"]) + dropped != rank:
        yield value(f"offset, collapsed and batching dimensions do not make up the operand's rank {rank}")
    if not 0 <= vector <= len(indices):
        yield value(f"index_vector_dim={vector} for indices of rank {len(indices)}")
        return
    depth = indices[vector] if vector < len(indices) else 1
    if depth != len(values["start_index_map"]):
        yield value(f"indices of depth {depth} address {len(values['start_index_map'])} dimensions")
    batch = len(indices) - (vector < len(indices))
    if len(op.dsts[0].shape) != len(values["offset_dims"]) + batch:
        yield "H2P172", f"{op.dsts[0].name} has rank {len(op.dsts[0].shape)}, the op gives another"


RULES: Rules = {"gather": (2, 1, _gather)}
