"""Sizes of windowed results."""

from __future__ import annotations

__all__ = ["windowed"]


def windowed(
    base: tuple[int, ...],
    window: tuple[int, ...],
    strides: tuple[int, ...],
    padding: tuple[int, ...],
    base_dilation: tuple[int, ...],
    window_dilation: tuple[int, ...],
) -> tuple[int, ...]:
    """Number of window positions per dimension; `padding` is low, high per dimension."""
    sizes: list[int] = []
    for dim, (size, extent) in enumerate(zip(base, window, strict=True)):
        padded = (size - 1) * base_dilation[dim] + 1 if size else 0
        padded += padding[2 * dim] + padding[2 * dim + 1]
        spread = (extent - 1) * window_dilation[dim] + 1 if extent else 0
        sizes.append((padded - spread) // strides[dim] + 1 if padded >= spread and padded > 0 else 0)
    return tuple(sizes)
