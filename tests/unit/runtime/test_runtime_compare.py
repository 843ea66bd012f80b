import ml_dtypes
import numpy as np
import pytest

from hlo2penguin.runtime.compare import EXACT, Tolerance, compare, tolerance_of, ulp_distance


def bits(value: float, steps: int) -> np.ndarray:
    return (np.array([value], np.float32).view(np.int32) + steps).view(np.float32)


def test_ulp_distance_counts_representable_numbers() -> None:
    one = np.array([1.0], np.float32)
    assert ulp_distance(bits(1.0, 5), one) == 5
    assert ulp_distance(np.array([-0.0], np.float32), np.array([0.0], np.float32)) == 0
    tiny = np.array([np.float32(1e-45)])
    assert ulp_distance(tiny, -tiny) == 2
    narrow = np.array([1.0, 1.0078125], ml_dtypes.bfloat16)
    assert ulp_distance(narrow[:1], narrow[1:]) == 1
    assert ulp_distance(np.array([3], np.int8), np.array([-4], np.int8)) == 7


@pytest.mark.parametrize(
    "dtype", [np.float16, np.float32, np.float64, ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e8m0fnu]
)
def test_neighbours_are_one_apart_in_every_float_type(dtype: type) -> None:
    values = np.array([1.0], dtype)
    following = (values.view(f"u{values.itemsize}") + 1).view(dtype)
    assert ulp_distance(values, following) == 1


def test_tolerance_is_by_dtype_and_zero_for_integers_and_booleans() -> None:
    assert tolerance_of(np.dtype(np.int32)) == EXACT
    assert tolerance_of(np.dtype(np.bool_)) == EXACT
    assert tolerance_of(np.dtype(ml_dtypes.float8_e5m2)).ulps == 1
    assert tolerance_of(np.dtype(ml_dtypes.bfloat16)).ulps < tolerance_of(np.dtype(np.float32)).ulps


def test_a_difference_beyond_the_tolerance_is_found_and_placed() -> None:
    expected = np.ones((2, 3), np.float32)
    found = expected.copy()
    found[1, 2] = 1.01
    result = compare("x", found, expected)
    assert not result.ok
    assert result.mismatches == 1
    assert result.worst == (1, 2)
    assert result.max_abs == pytest.approx(0.01, rel=1e-3)


def test_a_cancelled_sum_is_measured_against_its_terms() -> None:
    expected = np.array([1000.0, 1e-6], np.float32)
    found = np.array([1000.0, 5e-4], np.float32)
    assert compare("x", found, expected).ok
    assert not compare("x", found, expected, Tolerance(ulps=64)).ok


def test_nan_and_infinity_must_agree() -> None:
    expected = np.array([np.nan, np.inf, -np.inf, 1.0], np.float32)
    assert compare("x", expected, expected).ok
    for change, field in [
        ((0, 1.0), "nan_mismatches"),
        ((1, -np.inf), "inf_mismatches"),
        ((3, np.nan), "nan_mismatches"),
    ]:
        found = expected.copy()
        found[change[0]] = change[1]
        result = compare("x", found, expected)
        assert not result.ok
        assert getattr(result, field) == 1
    other_nan = np.array([0xFFC00001], np.uint32).view(np.float32)
    assert compare("x", other_nan, np.array([np.nan], np.float32)).ok


def test_integers_and_booleans_must_be_equal() -> None:
    assert not compare("x", np.array([1], np.int64), np.array([2], np.int64)).ok
    big = np.array([2**63 - 1], np.int64)
    assert not compare("x", big, big - 1).ok
    assert compare("x", np.array([1, 0], np.uint8), np.array([True, False])).ok


def test_other_shapes_and_dtypes_never_agree() -> None:
    assert not compare("x", np.ones(2, np.float32), np.ones(3, np.float32)).ok
    assert not compare("x", np.ones(2, np.float32), np.ones(2, np.float16)).ok


def test_empty_arrays_agree() -> None:
    assert compare("x", np.ones((0, 2), np.float32), np.ones((0, 2), np.float32)).ok


def test_records_are_plain_json() -> None:
    record = compare("x", np.ones(2, np.float32), np.ones(3, np.float32)).record()
    assert record["max_ulp"] is None
    assert record["shape"] == (2,)
