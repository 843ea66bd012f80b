"""Resizing of images (NHWC): nearest neighbour and bilinear, with the two conventions for where a pixel lies."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from hlo2penguin.mlir.build import Array, Builder, is_float
from hlo2penguin.mlir.decode import GatherDims, TensorType

__all__ = ["resize_bilinear", "resize_nearest"]

Place = Callable[[int], Fraction]
_HALF = Fraction(1, 2)
_MOST = 1 << 20
"""Pixels of the longest side that is resized to: their places are computed one by one."""


def _place(size: int, target: int, align_corners: bool, half_pixel_centers: bool) -> Place:
    """Where output pixel i lies in the input, in exact arithmetic. Raises ValueError for images that nobody has."""
    if target > _MOST:
        raise ValueError(f"an image of {target} pixels along a side")
    if align_corners and target > 1:
        return lambda i: Fraction(i * (size - 1), target - 1)
    if half_pixel_centers:
        return lambda i: (i + _HALF) * Fraction(size, target) - _HALF
    return lambda i: Fraction(i * size, target)


def _take(b: Builder, x: Array, axis: int, indices: list[int]) -> Array:
    """The slices of `x` at `indices` along `axis`."""
    rank = len(x.shape)
    others = tuple(dim for dim in range(rank) if dim != axis)
    sizes = [1 if dim == axis else extent for dim, extent in enumerate(x.shape)]
    shape = tuple(len(indices) if dim == axis else extent for dim, extent in enumerate(x.shape))
    attributes = {
        "dimension_numbers": b.dims(GatherDims(others, (axis,), (), (), (axis,), 1)),
        "slice_sizes": b.i64s(sizes),
    }
    starts = b.constant(indices, (len(indices), 1), "i32")
    return b.op("gather", [x, starts], [TensorType(shape, x.dtype)], attributes)[0]


def resize_nearest(
    b: Builder, x: Array, spatial: tuple[int, int], *, align_corners: bool, half_pixel_centers: bool
) -> Array:
    """Each output pixel takes the input pixel whose cell it lies in (with aligned corners: the nearest, halves up)."""
    for axis, target in zip((1, 2), spatial, strict=True):
        size = x.shape[axis]
        place = _place(size, target, align_corners, half_pixel_centers)
        shift = _HALF if align_corners or half_pixel_centers else 0
        indices = [min(max((place(i) + shift).__floor__(), 0), size - 1) for i in range(target)]
        x = _take(b, x, axis, indices)
    return x


def resize_bilinear(
    b: Builder, x: Array, spatial: tuple[int, int], *, align_corners: bool, half_pixel_centers: bool
) -> Array:
    """Linear interpolation along height, then width; beyond the border the border pixel repeats."""
    dtype = x.dtype
    x = b.convert(x, dtype if dtype == "f64" or not is_float(dtype) else "f32")
    for axis, target in zip((1, 2), spatial, strict=True):
        size = x.shape[axis]
        place = _place(size, target, align_corners, half_pixel_centers)
        floors = [place(i).__floor__() for i in range(target)]
        low = _take(b, x, axis, [min(max(floor, 0), size - 1) for floor in floors])
        high = _take(b, x, axis, [min(max(floor + 1, 0), size - 1) for floor in floors])
        shares = b.constant([float(place(i) - floors[i]) for i in range(target)], (target,), x.dtype)
        step = b.elementwise("multiply", b.elementwise("subtract", high, low), b.broadcast(shares, [axis], low.shape))
        x = b.elementwise("add", low, step)
    return b.convert(x, dtype)
