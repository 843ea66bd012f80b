"""How far two arrays are apart, in units in the last place and absolutely, and how far they may be."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

__all__ = [
    "EXACT",
    "TOLERANCES",
    "Comparison",
    "Tolerance",
    "bits_of",
    "compare",
    "odd_fraction",
    "tolerance_of",
    "ulp_distance",
]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Tolerance:
    """An element agrees if it is within `ulps`, or within `absolute`, or within `relative` of the largest magnitude.

    The last is for sums that cancel: their error is that of the terms, not of the small result.
    """

    ulps: float = 0
    relative: float = 0.0
    absolute: float = 0.0


EXACT = Tolerance()

TOLERANCES: dict[str, Tolerance] = {
    # Both sides run on the same XLA with excess precision off, so most programs agree to the bit. What remains: XLA
    # fuses the two graphs differently (contracted multiply-adds, vector against scalar loops, reassociated sums), the
    # cube root is printed as a power (7.2 of the emission rules), expm1 and log1p are other code than their expansion.
    # Values near underflow have lost bits where XLA flushes subnormal intermediates to zero: the absolute part.
    "float64": Tolerance(64, 2.0**-44, 2.0**-960),
    "float32": Tolerance(64, 2.0**-16, 2.0**-100),
    # A last-bit difference in f32 before rounding moves a narrow result by one step; a few such steps may add up.
    "float16": Tolerance(4, 2.0**-8),
    "bfloat16": Tolerance(4, 2.0**-6, 2.0**-100),
    "float8": Tolerance(1, 2.0**-2),
}
"""By dtype; integers, booleans and every other dtype must be equal."""


def tolerance_of(dtype: np.dtype[Any]) -> Tolerance:
    """The tolerance of a numpy or ml_dtypes dtype."""
    name = "float8" if dtype.name.startswith("float8") else dtype.name
    return TOLERANCES.get(name, EXACT)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One output against the oracle's.

    `max_ulp` and `max_abs` are over elements that are finite on both sides; `mismatches` counts elements out of
    tolerance, `nan_mismatches` and `inf_mismatches` those that are NaN or infinite on one side only (or of other sign).
    `worst` is the index of the element farthest off, `odd_fraction` the share of expected elements that are not finite.
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    ok: bool
    max_ulp: float
    max_abs: float
    mismatches: int = 0
    nan_mismatches: int = 0
    inf_mismatches: int = 0
    worst: tuple[int, ...] = ()
    tolerance_ulps: float = 0
    odd_fraction: float = 0.0

    def record(self) -> dict[str, Any]:
        """Plain values for JSON; infinities as None."""
        entries = asdict(self)
        return {k: None if isinstance(v, float) and not math.isfinite(v) else v for k, v in entries.items()}


def _is_float(dtype: np.dtype[Any]) -> bool:
    return dtype.kind == "f" or dtype.name.startswith(("bfloat", "float"))


def bits_of(array: Array) -> Array:
    """The same bytes as signed integers of the dtype's width."""
    view: Any = np.ascontiguousarray(array).view(f"i{array.dtype.itemsize}")
    return view


def _ordinals(array: Array) -> Array:
    """64-bit integers in the order of the values, neighbours one apart; both zeros are 0."""
    bits: Any = bits_of(array).astype(np.int64)
    if array.dtype.name == "float8_e8m0fnu":
        return bits & 0xFF
    magnitude = bits & ((1 << (8 * array.dtype.itemsize - 1)) - 1)
    return np.asarray(np.sign(bits) * magnitude)


def ulp_distance(found: Array, expected: Array) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Distance in units in the last place, element by element, of arrays of one dtype; integers: their difference."""
    if _is_float(found.dtype):
        mine, theirs = _ordinals(found), _ordinals(expected)
        # Of numbers of one sign the difference is exact; of two signs it may not fit an int64.
        apart = np.abs(mine.astype(np.float64)) + np.abs(theirs.astype(np.float64))
        return np.where((mine < 0) == (theirs < 0), np.abs(mine - theirs).astype(np.float64), apart)
    return np.abs(found.astype(np.float64) - expected.astype(np.float64))


def compare(name: str, found: Array, expected: Array, tolerance: Tolerance | None = None) -> Comparison:
    """Compares `found` with `expected`; booleans stored as uint8 count as booleans. Other dtypes or shapes: not ok."""
    if {found.dtype.name, expected.dtype.name} == {"bool", "uint8"}:
        found, expected = found.astype(np.uint8), expected.astype(np.uint8)
    dtype, shape = found.dtype, found.shape
    if shape != expected.shape or dtype != expected.dtype:
        return Comparison(name, dtype.name, shape, False, math.inf, math.inf, max(found.size, 1))
    tolerance = tolerance or tolerance_of(dtype)
    mine, theirs = np.ascontiguousarray(found).reshape(-1), np.ascontiguousarray(expected).reshape(-1)
    places = np.flatnonzero(mine.view(f"u{dtype.itemsize}") != theirs.view(f"u{dtype.itemsize}"))
    odd = odd_fraction(theirs)
    if not places.size:
        return Comparison(name, dtype.name, shape, True, 0.0, 0.0, tolerance_ulps=tolerance.ulps, odd_fraction=odd)
    difference = _differences(mine[places], theirs[places], theirs, tolerance)
    score = np.where(difference.wrong, difference.ulps + 1, 0) if difference.wrong.any() else difference.ulps
    worst = places[int(np.argmax(score))]
    return Comparison(
        name,
        dtype.name,
        shape,
        not bool(difference.wrong.any()),
        float(difference.ulps.max()),
        float(difference.absolute.max()),
        int(np.count_nonzero(difference.wrong)),
        int(np.count_nonzero(difference.nan)),
        int(np.count_nonzero(difference.inf)),
        tuple(int(place) for place in np.unravel_index(int(worst), shape)),
        tolerance.ulps,
        odd,
    )


@dataclass(frozen=True, slots=True)
class _Differences:
    """Element by element, where the bits differ."""

    ulps: Array
    absolute: Array
    wrong: Array
    nan: Array
    inf: Array


def _differences(found: Array, expected: Array, all_expected: Array, tolerance: Tolerance) -> _Differences:
    ulps = ulp_distance(found, expected)
    if not _is_float(found.dtype):
        none = np.zeros(found.shape, np.bool_)
        return _Differences(ulps, ulps, found != expected, none, none)
    mine, theirs = found.astype(np.float64), expected.astype(np.float64)
    either_nan = np.isnan(mine) | np.isnan(theirs)
    either_inf = (np.isinf(mine) | np.isinf(theirs)) & ~either_nan
    nan = np.isnan(mine) != np.isnan(theirs)
    inf = either_inf & (mine != theirs)
    with np.errstate(invalid="ignore", over="ignore"):
        absolute = np.where(either_nan | either_inf, 0.0, np.abs(mine - theirs))
    ulps = np.where(either_nan | either_inf, 0.0, ulps)
    allowed = max(tolerance.relative * _largest(all_expected), tolerance.absolute) if tolerance != EXACT else 0.0
    return _Differences(ulps, absolute, nan | inf | ((ulps > tolerance.ulps) & (absolute > allowed)), nan, inf)


def _largest(array: Array) -> float:
    """The largest finite magnitude."""
    magnitudes = np.abs(array.astype(np.float32) if array.dtype.itemsize < 4 else array)
    return float(np.max(magnitudes, where=np.isfinite(magnitudes), initial=0.0))


def odd_fraction(array: Array) -> float:
    """Share of elements that are NaN or infinite."""
    return 1.0 - float(np.mean(np.isfinite(array))) if array.size and _is_float(array.dtype) else 0.0
