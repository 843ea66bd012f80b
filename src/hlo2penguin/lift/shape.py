"""Lift of statements that move or relabel data."""

from __future__ import annotations

from collections.abc import Sequence

from hlo2penguin.lift.statement import LiftFunction, Statement, Unliftable
from hlo2penguin.mlir.build import Array, Builder

__all__ = ["LIFTS"]


def _relabel(b: Builder, s: Statement) -> Sequence[Array]:
    """Each destination takes the elements of the source at its position, in row-major order."""
    args = s.only(len(s.results))
    for arg, result in zip(args, s.results, strict=True):
        if arg.type.size != result.size or arg.dtype != result.dtype:
            raise Unliftable("H2P222", f"a copy from {arg.dtype} {arg.shape} to {result.dtype} {result.shape}")
    return [b.reshape(arg, result.shape) for arg, result in zip(args, s.results, strict=True)]


def _transpose(b: Builder, s: Statement) -> Sequence[Array]:
    (x,) = s.only(1)
    return b.op("transpose", [x], s.destinations(1), {"permutation": b.i64s(s.values["permutation"])})


def _broadcast_in_dim(b: Builder, s: Statement) -> Sequence[Array]:
    (x,) = s.only(1)
    return [b.broadcast(x, s.values["broadcast_dims"], s.values["shape"])]


def _slice(b: Builder, s: Statement) -> Sequence[Array]:
    (x,) = s.only(1)
    return [b.slice(x, s.values["start_indices"], s.values["limit_indices"], s.values["strides"])]


def _dynamic_slice(b: Builder, s: Statement) -> Sequence[Array]:
    return b.op("dynamic_slice", s.args, s.destinations(1), {"slice_sizes": b.i64s(s.values["slice_sizes"])})


def _dynamic_update_slice(b: Builder, s: Statement) -> Sequence[Array]:
    return b.op("dynamic_update_slice", s.args, s.destinations(1))


def _pad(b: Builder, s: Statement) -> Sequence[Array]:
    names = ("edge_padding_low", "edge_padding_high", "interior_padding")
    return b.op("pad", s.only(2), s.destinations(1), {name: b.i64s(s.values[name]) for name in names})


def _concatenate(b: Builder, s: Statement) -> Sequence[Array]:
    return b.op("concatenate", s.args, s.destinations(1), {"dimension": b.i64(s.values["dimension"])})


def _reverse(b: Builder, s: Statement) -> Sequence[Array]:
    (x,) = s.only(1)
    return b.op("reverse", [x], [x.type], {"dimensions": b.i64s(s.values["dimensions"])})


LIFTS: dict[str, LiftFunction] = {
    "memcpy": _relabel,
    "reshape": _relabel,
    "copy": _relabel,
    "transpose": _transpose,
    "broadcast_in_dim": _broadcast_in_dim,
    "slice": _slice,
    "dynamic_slice": _dynamic_slice,
    "dynamic_update_slice": _dynamic_update_slice,
    "pad": _pad,
    "concatenate": _concatenate,
    "reverse": _reverse,
}
