"""Rules of dot, convolution and random numbers."""

from __future__ import annotations

from hlo2penguin.penguin.model import Op
from hlo2penguin.penguin.rules.common import Problems, Rules, dimensions, dims, identity, result_shape, shape_is, value
from hlo2penguin.penguin.rules.windows import windowed

__all__ = ["RULES"]


def _dot(op: Op) -> Problems:
    lhs, rhs = (src.shape for src in op.srcs)
    names = ("lhs_batching_dims", "lhs_contract_dims", "rhs_batching_dims", "rhs_contract_dims")
    lhs_batch, lhs_contract, rhs_batch, rhs_contract = (dimensions(op, name) for name in names)
    problems = [
        problem
        for name, rank in zip(names, (len(lhs), len(lhs), len(rhs), len(rhs)), strict=True)
        for problem in dims(op, name, rank)
    ]
    for side, batch, contract in (("lhs", lhs_batch, lhs_contract), ("rhs", rhs_batch, rhs_contract)):
        if set(batch) & set(contract):
            problems.append(value(f"a dimension of the {side} is batching and contracting"))
    for what, left, right in (("batching", lhs_batch, rhs_batch), ("contracting", lhs_contract, rhs_contract)):
        if len(left) != len(right):
            problems.append(value(f"{len(left)} and {len(right)} {what} dimensions"))
    yield from problems
    if problems:
        return
    for a, b in zip((*lhs_batch, *lhs_contract), (*rhs_batch, *rhs_contract), strict=True):
        if lhs[a] != rhs[b]:
            yield "H2P172", f"dimension {a} of the lhs has size {lhs[a]}, {b} of the rhs {rhs[b]}"
    free = [
        tuple(size for dim, size in enumerate(shape) if dim not in (*batch, *contract))
        for shape, batch, contract in ((lhs, lhs_batch, lhs_contract), (rhs, rhs_batch, rhs_contract))
    ]
    yield from result_shape(op, (*(lhs[dim] for dim in lhs_batch), *free[0], *free[1]))


def _convolution(op: Op) -> Problems:
    problems = list(_convolution_dims(op))
    yield from problems
    if problems:
        return
    values = op.values
    image, kernel = (src.shape for src in op.srcs)
    sizes = windowed(
        tuple([image[dim] for dim in dimensions(op, "input_spatial_dimensions")]),
        tuple([kernel[dim] for dim in dimensions(op, "kernel_spatial_dimensions")]),
        values["window_strides"],
        values["padding"],
        values["lhs_dilation"],
        values["rhs_dilation"],
    )
    groups = values["feature_group_count"]
    if image[values["input_feature_dimension"]] != kernel[values["kernel_input_feature_dimension"]] * groups:
        yield "H2P172", "input features are not the kernel's input features times the feature groups"
    shape = [0] * len(image)
    shape[values["output_batch_dimension"]] = image[values["input_batch_dimension"]] // values["batch_group_count"]
    shape[values["output_feature_dimension"]] = kernel[values["kernel_output_feature_dimension"]]
    for dim, size in zip(values["output_spatial_dimensions"], sizes, strict=True):
        shape[dim] = size
    yield from result_shape(op, tuple(shape))


def _convolution_dims(op: Op) -> Problems:
    values, rank = op.values, len(op.srcs[0].shape)
    count = len(values["input_spatial_dimensions"])
    for side, channels in (
        ("input", ("input_batch_dimension", "input_feature_dimension")),
        ("kernel", ("kernel_input_feature_dimension", "kernel_output_feature_dimension")),
        ("output", ("output_batch_dimension", "output_feature_dimension")),
    ):
        used = (*(values[name] for name in channels), *values[f"{side}_spatial_dimensions"])
        if sorted(used) != list(range(rank)):
            yield value(f"{side} dimensions {used} are not those of rank {rank}")
    for name in ("window_strides", "lhs_dilation", "rhs_dilation"):
        if len(values[name]) != count or any(step < 1 for step in values[name]):
            yield value(f"{name}={values[name]} for {count} spatial dimensions")
    if len(values["padding"]) != 2 * count:
        yield value(f"padding={values['padding']} for {count} spatial dimensions")
    if "window_reversal" in values and len(values["window_reversal"]) != count:
        yield value(f"window_reversal={values['window_reversal']} for {count} spatial dimensions")
    if values["feature_group_count"] < 1 or values["batch_group_count"] < 1:
        yield value("group counts are at least 1")
    if len(op.srcs[1].shape) != rank or len(op.dsts[0].shape) != rank:
        yield "H2P172", f"input, kernel and output have ranks {rank}, {len(op.srcs[1].shape)}, {len(op.dsts[0].shape)}"


def _rng(op: Op) -> Problems:
    yield from result_shape(op, op.values["shape"])
    if op.values["distribution"] not in ("UNIFORM", "NORMAL"):
        yield value(f"distribution={op.values['distribution']!r} is neither UNIFORM nor NORMAL")


def _rng_bit_generator(op: Op) -> Problems:
    yield from identity(op)
    yield from shape_is(op.dsts[1], op.values["shape"])


RULES: Rules = {
    "dot": (2, 1, _dot),
    "convolution": (2, 1, _convolution),
    "rng": (None, 1, _rng),
    "rng_bit_generator": (1, 2, _rng_bit_generator),
}
