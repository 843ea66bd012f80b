"""Rules of custom calls; kernels and user functions may do anything."""

from __future__ import annotations

from hlo2penguin.penguin.model import Op
from hlo2penguin.penguin.rules.common import (
    Problems,
    Rules,
    axis,
    dims,
    equal_dtype,
    identity,
    result_dtype,
    result_shape,
    shape_is,
    value,
)

__all__ = ["RULES"]


def _top_k(op: Op) -> Problems:
    yield from result_dtype(op)
    shape, k = op.srcs[0].shape, op.values["k"]
    if op.dsts[1].dtype != op.values["indices_dtype"]:
        yield "H2P171", f"indices_dtype={op.values['indices_dtype']}, and {op.dsts[1].name} is {op.dsts[1].dtype}"
    problems = list(axis(op, "axis", len(shape)))
    dim = op.values["axis"]
    if not problems and not 0 <= k <= shape[dim]:
        problems.append(value(f"k={k} of size {shape[dim]}"))
    yield from problems
    if not problems:
        for dst in op.dsts:
            yield from shape_is(dst, (*shape[:dim], k, *shape[dim + 1 :]))


def _rms_norm(op: Op) -> Problems:
    yield from identity(op)
    yield from dims(op, "reduce_dims", len(op.srcs[0].shape))
    shapes = tuple(src.shape for src in op.srcs)
    if op.values["src_shapes"] != shapes:
        yield "H2P172", f"src_shapes={op.values['src_shapes']}, and the sources have shapes {shapes}"


def _resize(op: Op) -> Problems:
    """NHWC: batch and features stay."""
    yield from result_dtype(op)
    src, dst = op.srcs[0].shape, op.dsts[0].shape
    if len(src) != 4 or len(dst) != 4 or (src[0], src[3]) != (dst[0], dst[3]):
        yield "H2P172", f"{src} is not resized to {dst} in its two middle dimensions"


def _resize_nearest(op: Op) -> Problems:
    yield from _resize(op)
    if op.values["shape"] != op.dsts[0].shape[1:-1]:
        yield "H2P172", f"shape={op.values['shape']}, and {op.dsts[0].name} has shape {op.dsts[0].shape}"


def _custom_op(op: Op) -> Problems:
    if not op.dsts:
        yield "H2P170", "no destination"
    else:
        yield from result_shape(op, op.values["shape"])


def _softmax(op: Op) -> Problems:
    if not op.srcs:
        yield "H2P170", "no source"
        return
    yield from equal_dtype((*op.srcs, *op.dsts))
    yield from identity(op)
    yield from axis(op, "axis", len(op.srcs[0].shape))


RULES: Rules = {
    "top_k": (1, 2, _top_k),
    "dropout": (None, None, None),
    "rms_norm": (3, 1, _rms_norm),
    "rms_norm_backward": (4, None, None),
    "resize_nearest": (1, 1, _resize_nearest),
    "resize_nearest_kernel": (1, 1, _resize_nearest),
    "resize_bilinear": (1, 1, _resize),
    "collective_matmul": (None, None, None),
    "mlp_nki": (None, None, None),
    "custom_op": (None, None, _custom_op),
    "native_kernel": (None, None, None),
    "lnc_sharding_constraint": (1, 1, identity),
    "send": (None, None, None),
    "recv": (None, None, None),
    "device_print": (None, None, None),
    "softmax": (None, 1, _softmax),
    "softmax_backward": (None, 1, _softmax),
}
