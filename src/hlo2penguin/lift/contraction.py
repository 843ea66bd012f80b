"""Lift of dot, convolution and random numbers."""

from __future__ import annotations

from collections.abc import Sequence

from hlo2penguin.lift.statement import LiftFunction, Statement, Unliftable
from hlo2penguin.mlir.build import Array, Builder
from hlo2penguin.mlir.decode import ConvDims, DotDims

__all__ = ["LIFTS"]


def _dot(b: Builder, s: Statement) -> Sequence[Array]:
    for name in ("lhs_zero_point", "rhs_zero_point"):
        if s.values.get(name, "0") not in ("0", "0.0"):
            raise Unliftable("H2P227", f"{name} is {s.values[name]}: quantised products have no StableHLO dot")
    dims = DotDims(
        s.values["lhs_batching_dims"],
        s.values["rhs_batching_dims"],
        s.values["lhs_contract_dims"],
        s.values["rhs_contract_dims"],
    )
    return b.op("dot_general", s.only(2), s.destinations(1), {"dot_dimension_numbers": b.dims(dims)})


def _convolution(b: Builder, s: Statement) -> Sequence[Array]:
    v = s.values
    dims = ConvDims(
        v["input_batch_dimension"],
        v["input_feature_dimension"],
        v["input_spatial_dimensions"],
        v["kernel_input_feature_dimension"],
        v["kernel_output_feature_dimension"],
        v["kernel_spatial_dimensions"],
        v["output_batch_dimension"],
        v["output_feature_dimension"],
        v["output_spatial_dimensions"],
    )
    padding = v["padding"]
    attributes = {
        "dimension_numbers": b.dims(dims),
        "window_strides": b.i64s(v["window_strides"]),
        "padding": b.matrix(list(zip(padding[::2], padding[1::2], strict=True)), 2),
        "lhs_dilation": b.i64s(v["lhs_dilation"]),
        "rhs_dilation": b.i64s(v["rhs_dilation"]),
        "feature_group_count": b.i64(v["feature_group_count"]),
        "batch_group_count": b.i64(v["batch_group_count"]),
    }
    if "window_reversal" in v:
        attributes["window_reversal"] = b.flags(v["window_reversal"])
    return b.op("convolution", s.only(2), s.destinations(1), attributes)


def _rng(b: Builder, s: Statement) -> Sequence[Array]:
    """A text may leave out the shape operand, whose value the keyword gives."""
    (result,) = s.destinations(1)
    low, high = s.args[:2] if len(s.args) == 3 else s.only(2)
    shape = b.constant(result.shape, (len(result.shape),), "i64")
    attributes = {"rng_distribution": b.enum("RngDistribution", s.values["distribution"])}
    return b.op("rng", [low, high, shape], [result], attributes)


def _rng_bit_generator(b: Builder, s: Statement) -> Sequence[Array]:
    attributes = {"rng_algorithm": b.enum("RngAlgorithm", s.values["algorithm"])}
    return b.op("rng_bit_generator", s.only(1), s.destinations(2), attributes)


LIFTS: dict[str, LiftFunction] = {
    "dot": _dot,
    "convolution": _convolution,
    "rng": _rng,
    "rng_bit_generator": _rng_bit_generator,
}
