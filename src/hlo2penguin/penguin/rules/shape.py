"""Rules of ops that move or relabel data."""

from __future__ import annotations

from math import prod

from hlo2penguin.penguin.model import Op
from hlo2penguin.penguin.rules.common import (
    Problems,
    Rules,
    axis,
    dimensions,
    dims,
    equal_dtype,
    identity,
    result_dtype,
    result_shape,
    shape_is,
    value,
)

__all__ = ["RULES"]


def _relabel(op: Op) -> Problems:
    yield from result_dtype(op)
    src, dst = op.srcs[0], op.dsts[0]
    if prod(src.shape) != prod(dst.shape):
        yield "H2P172", f"{src.name} has {prod(src.shape)} elements, {dst.name} {prod(dst.shape)}"


def _reshape(op: Op) -> Problems:
    yield from _relabel(op)
    yield from result_shape(op, op.values["shape"])


def _transpose(op: Op) -> Problems:
    yield from result_dtype(op)
    shape, permutation = op.srcs[0].shape, dimensions(op, "permutation")
    if sorted(permutation) != list(range(len(shape))):
        yield value(f"permutation={permutation} does not permute rank {len(shape)}")
        return
    yield from result_shape(op, tuple(shape[dim] for dim in permutation))


def _broadcast_in_dim(op: Op) -> Problems:
    yield from result_dtype(op)
    shape, where = op.values["shape"], op.values["broadcast_dims"]
    yield from result_shape(op, shape)
    problems = list(dims(op, "broadcast_dims", len(shape)))
    yield from problems
    if len(where) != len(op.srcs[0].shape):
        yield value(f"broadcast_dims={where} for a source of rank {len(op.srcs[0].shape)}")
    elif not problems:
        for size, dim in zip(op.srcs[0].shape, where, strict=True):
            if size not in (1, shape[dim]):
                yield "H2P172", f"size {size} does not broadcast to dimension {dim} of {shape}"


def _slice(op: Op) -> Problems:
    yield from result_dtype(op)
    shape = op.srcs[0].shape
    start, limit, stride = (dimensions(op, name) for name in ("start_indices", "limit_indices", "strides"))
    if not len(shape) == len(start) == len(limit) == len(stride):
        yield value(f"bounds of another rank than {len(shape)}")
        return
    for low, high, step, size in zip(start, limit, stride, shape, strict=True):
        if not 0 <= low <= high <= size or step < 1:
            yield value(f"slice {low}:{high}:{step} of size {size}")
            return
    yield from result_shape(op, tuple(-(-(b - a) // s) for a, b, s in zip(start, limit, stride, strict=True)))


def _dynamic_slice(op: Op) -> Problems:
    if not op.srcs or len(op.srcs) != 1 + len(op.srcs[0].shape):
        yield "H2P170", f"{len(op.srcs)} sources, the form has the operand and one index per dimension"
        return
    yield from result_dtype(op)
    sizes = op.values["slice_sizes"]
    yield from result_shape(op, sizes)
    yield from _within(op.srcs[0].shape, sizes, "slice_sizes")
    for index in op.srcs[1:]:
        yield from shape_is(index, ())


def _dynamic_update_slice(op: Op) -> Problems:
    if len(op.srcs) < 2 or len(op.srcs) != 2 + len(op.srcs[0].shape):
        yield "H2P170", f"{len(op.srcs)} sources, the form has operand, update and one index per dimension"
        return
    yield from identity(op)
    yield from equal_dtype(op.srcs[:2])
    yield from shape_is(op.srcs[1], op.values["update_shape"])
    yield from _within(op.srcs[0].shape, op.values["update_shape"], "update_shape")
    for index in op.srcs[2:]:
        yield from shape_is(index, ())


def _within(shape: tuple[int, ...], sizes: tuple[int, ...], keyword: str) -> Problems:
    if len(sizes) != len(shape) or any(not 0 <= part <= whole for part, whole in zip(sizes, shape, strict=True)):
        yield value(f"{keyword}={sizes} does not lie in {shape}")


def _pad(op: Op) -> Problems:
    yield from equal_dtype((*op.srcs, *op.dsts))
    yield from shape_is(op.srcs[1], ())
    shape = op.srcs[0].shape
    low, high, inner = (dimensions(op, name) for name in ("edge_padding_low", "edge_padding_high", "interior_padding"))
    if not len(shape) == len(low) == len(high) == len(inner) or any(space < 0 for space in inner):
        yield value(f"padding does not fit rank {len(shape)} or has a negative interior")
        return
    sizes = zip(shape, low, high, inner, strict=True)
    yield from result_shape(op, tuple(a + size + b + space * max(size - 1, 0) for size, a, b, space in sizes))


def _concatenate(op: Op) -> Problems:
    if not op.srcs:
        yield "H2P170", "no sources"
        return
    yield from equal_dtype((*op.srcs, *op.dsts))
    shape = op.srcs[0].shape
    dim: int = op.values["dimension"]
    problems = list(axis(op, "dimension", len(shape)))
    yield from problems
    if problems:
        return
    for src in op.srcs:
        if len(src.shape) != len(shape) or any(
            a != b for at, (a, b) in enumerate(zip(src.shape, shape, strict=True)) if at != dim
        ):
            yield "H2P172", f"{src.name} of shape {src.shape} beside {shape}, joined along {dim}"
            return
    yield from result_shape(op, (*shape[:dim], sum([src.shape[dim] for src in op.srcs]), *shape[dim + 1 :]))


def _reverse(op: Op) -> Problems:
    yield from identity(op)
    yield from dims(op, "dimensions", len(op.srcs[0].shape))


RULES: Rules = {
    "memcpy": (1, 1, _relabel),
    "reshape": (1, 1, _reshape),
    "copy": (1, 1, identity),
    "transpose": (1, 1, _transpose),
    "broadcast_in_dim": (1, 1, _broadcast_in_dim),
    "slice": (1, 1, _slice),
    "dynamic_slice": (None, 1, _dynamic_slice),
    "dynamic_update_slice": (None, 1, _dynamic_update_slice),
    "pad": (2, 1, _pad),
    "concatenate": (None, 1, _concatenate),
    "reverse": (1, 1, _reverse),
}
