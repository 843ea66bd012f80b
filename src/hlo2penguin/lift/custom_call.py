"""Lift of custom calls, by mathematical definition; those that have none are refused by name."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from hlo2penguin.lift import definitions
from hlo2penguin.lift.resize import resize_bilinear, resize_nearest
from hlo2penguin.lift.statement import LiftFunction, Statement, Unliftable
from hlo2penguin.mlir.build import Array, Builder

__all__ = ["LIFTS", "REFUSED"]

REFUSED = {
    "dropout": "which elements are dropped depends on a generator that the text does not name",
    "native_kernel": "what the kernel computes is not in the text",
    "custom_op": "what the library function computes is not in the text",
    "mlp_nki": "what the kernel computes is not in the text",
    "collective_matmul": "how the product is split over devices is not in the text",
    "send": "its partner is another program",
    "recv": "its partner is another program",
}
"""Forms without a meaning on this side, with the reason."""


def _top_k(b: Builder, s: Statement) -> Sequence[Array]:
    (x,) = s.only(1)
    _, indices = s.destinations(2)
    smallest = s.values["is_ascend"]
    return definitions.top_k(b, x, s.values["k"], s.values["axis"], smallest=smallest, indices_dtype=indices.dtype)


def _epsilon(b: Builder, s: Statement, position: int) -> Array:
    """The operand, which has all its digits; the keyword (six decimals) where a text leaves the operand out."""
    return s.args[position] if len(s.args) > position else b.constant(s.values["epsilon"], (), "f32")


def _rms_norm(b: Builder, s: Statement) -> Sequence[Array]:
    x, weight = s.args[:2] if len(s.args) == 3 else s.only(2)
    return [definitions.rms_norm(b, x, weight, _epsilon(b, s, 2), s.values["reduce_dims"])]


def _rms_norm_backward(b: Builder, s: Statement) -> Sequence[Array]:
    gradient, x, weight = s.args[:3] if len(s.args) == 4 else s.only(3)
    s.destinations(2)
    return definitions.rms_norm_backward(b, gradient, x, weight, _epsilon(b, s, 3), s.values["reduce_dims"])


def _spatial(s: Statement) -> tuple[int, int]:
    (result,) = s.destinations(1)
    if len(result.shape) != 4 or len(s.only(1)[0].shape) != 4:
        raise Unliftable("H2P222", f"resize works on NHWC, the result's shape is {result.shape}")
    return result.shape[1], result.shape[2]


def _flags(config: Any) -> dict[str, bool]:
    """The two switches of a resize kernel's configuration, a dict or its JSON text."""
    try:
        entries = json.loads(config) if isinstance(config, str) else dict(config)
        return {name: bool(entries[name]) for name in ("align_corners", "half_pixel_centers")}
    except (ValueError, KeyError, TypeError):
        raise Unliftable("H2P222", f"kernel_config {config!r} does not give the two resize switches") from None


def _resize_nearest(b: Builder, s: Statement) -> Sequence[Array]:
    spatial = _spatial(s)
    return [resize_nearest(b, s.args[0], spatial, **_flags(s.values["kernel_config"]))]


def _resize_bilinear(b: Builder, s: Statement) -> Sequence[Array]:
    return [resize_bilinear(b, s.args[0], _spatial(s), **_flags(s.values))]


def _softmax(b: Builder, s: Statement) -> Sequence[Array]:
    (x,) = s.only(1)
    return [definitions.softmax(b, x, s.values["axis"])]


def _softmax_backward(b: Builder, s: Statement) -> Sequence[Array]:
    gradient, output = s.only(2)
    return [definitions.softmax_backward(b, gradient, output, s.values["axis"])]


def _identity(_: Builder, s: Statement) -> Sequence[Array]:
    return s.args[: len(s.results)]


LIFTS: dict[str, LiftFunction] = {
    "top_k": _top_k,
    "rms_norm": _rms_norm,
    "rms_norm_backward": _rms_norm_backward,
    "resize_nearest": _resize_nearest,
    "resize_nearest_kernel": _resize_nearest,
    "resize_bilinear": _resize_bilinear,
    "lnc_sharding_constraint": _identity,
    "device_print": _identity,
    "softmax": _softmax,
    "softmax_backward": _softmax_backward,
}
