"""Lift of gather."""

from __future__ import annotations

from collections.abc import Sequence

from hlo2penguin.lift.statement import LiftFunction, Statement
from hlo2penguin.mlir.build import Array, Builder
from hlo2penguin.mlir.decode import GatherDims

__all__ = ["LIFTS"]


def _gather(b: Builder, s: Statement) -> Sequence[Array]:
    v = s.values
    dims = GatherDims(
        v["offset_dims"],
        v["collapsed_slice_dims"],
        v.get("operand_batching_dims", ()),
        v.get("start_indices_batching_dims", ()),
        v["start_index_map"],
        v["index_vector_dim"],
    )
    attributes = {
        "dimension_numbers": b.dims(dims),
        "slice_sizes": b.i64s(v["slice_sizes"]),
        "indices_are_sorted": b.flag(v["indices_are_sorted"]),
    }
    return b.op("gather", s.only(2), s.destinations(1), attributes)


LIFTS: dict[str, LiftFunction] = {"gather": _gather}
