"""What is known of each dtype: width, kind, and which numbers it has."""

from __future__ import annotations

import re

__all__ = ["BOOLEANS", "bits", "fits", "is_boolean", "is_integer"]

_WIDTH = re.compile(r"(?:bfloat|float|u?int)(\d+)")

BOOLEANS = frozenset({"bool", "uint8"})
"""i1 prints as `bool`, or as `uint8` under profile field `i1_dtype`."""


def bits(dtype: str) -> int | None:
    """Bits of one element; None where that is not certain (bool, packed MX types)."""
    match = _WIDTH.match(dtype)
    return int(match[1]) if match is not None and not dtype.endswith("_x4") else None


def is_boolean(dtype: str) -> bool:
    """Whether i1 may print so."""
    return dtype in BOOLEANS


def is_integer(dtype: str) -> bool:
    """Whether the dtype is an integer of a fixed width."""
    return dtype.startswith(("int", "uint"))


def fits(value: bool | int | float, dtype: str) -> bool:
    """Whether a SingleValueTensor of `dtype` may be spelled with this Python number."""
    if dtype == "bool":
        return isinstance(value, bool)
    if is_integer(dtype):
        if isinstance(value, bool):
            return dtype == "uint8"
        width = bits(dtype)
        low, high = (0, 1 << (width or 0)) if dtype[0] == "u" else (-(1 << ((width or 1) - 1)), 1 << ((width or 1) - 1))
        return isinstance(value, int) and low <= value < high
    return isinstance(value, float)
