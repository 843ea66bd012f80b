import math

import ml_dtypes
import numpy as np
import pytest
from lift_programs import TEXT_DTYPES, Program, evaluate

from hlo2penguin.diagnostics import Refused

X = np.array([-3.5, -1.0, -0.25, 0.0, 0.5, 1.0, 2.5, 7.0], np.float32)
POSITIVE = np.abs(X) + np.float32(0.5)
erf = np.vectorize(math.erf)


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


def phi(x: np.ndarray) -> np.ndarray:
    return 0.5 * (1 + erf(x / math.sqrt(2)))


UNARY = {
    "np.abs": (X, np.abs),
    "np.ceil": (X, np.ceil),
    "np.cos": (X, np.cos),
    "np.exp": (X, np.exp),
    "np.floor": (X, np.floor),
    "np.log": (POSITIVE, np.log),
    "np.negative": (X, np.negative),
    "np.rint": (X, np.rint),
    "np.round_nearest_afz": (X, lambda x: np.sign(x) * np.floor(np.abs(x) + 0.5)),
    "np.rsqrt": (POSITIVE, lambda x: 1 / np.sqrt(x)),
    "ir.rsqrt": (POSITIVE, lambda x: 1 / np.sqrt(x)),
    "np.sign": (X, np.sign),
    "np.sin": (X, np.sin),
    "np.sqrt": (POSITIVE, np.sqrt),
    "np.tan": (X, np.tan),
    "np.tanh": (X, np.tanh),
    "np.arctan": (X, np.arctan),
    "scipy.special.erf": (X, erf),
    "scipy.special.expit": (X, sigmoid),
    "ir.gelu": (X, lambda x: x * phi(x)),
    "ir.gelu_dx": (X, lambda x: phi(x) + x * np.exp(-x * x / 2) / math.sqrt(2 * math.pi)),
    "ir.gelu_apprx_tanh": (X, lambda x: 0.5 * x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))),
    "ir.silu": (X, lambda x: x * sigmoid(x)),
    "ir.silu_dx": (X, lambda x: sigmoid(x) * (1 + x * (1 - sigmoid(x)))),
}


@pytest.mark.parametrize("name", UNARY)
def test_unary(name: str) -> None:
    x, reference = UNARY[name]
    (found,) = evaluate("unary", [x], (x.shape, "float32"), op=name)
    np.testing.assert_allclose(found, reference(x.astype(np.float64)), rtol=1e-6, atol=2e-6)


def test_unary_on_integers_and_booleans() -> None:
    x = np.array([0, 1, 12, 2**31 - 1], np.int32)
    assert evaluate("unary", [x], ((4,), "int32"), op="np.bitwise_not")[0].tolist() == (~x).tolist()
    assert evaluate("unary", [x], ((4,), "int32"), op="np.popcnt")[0].tolist() == [0, 1, 2, 31]
    assert evaluate("unary", [x], ((4,), "int32"), op="np.count_leading_zeros")[0].tolist() == [32, 31, 28, 1]
    flags = np.array([True, False])
    assert evaluate("unary", [flags], ((2,), "bool"), op="np.logical_not")[0].tolist() == [False, True]
    odd = np.array([1.0, np.inf, np.nan], np.float32)
    assert evaluate("unary", [odd], ((3,), "bool"), op="np.is_finite")[0].tolist() == [True, False, False]


Y = np.array([2.0, -1.0, 3.0, 0.5, 0.5, -2.0, 0.5, 2.0], np.float32)
BINARY = {
    "np.add": np.add,
    "np.subtract": np.subtract,
    "np.multiply": np.multiply,
    "np.divide": np.divide,
    "np.maximum": np.maximum,
    "np.minimum": np.minimum,
    "np.fmod": np.fmod,
    "np.arctan2": np.arctan2,
}


@pytest.mark.parametrize("name", BINARY)
def test_binary(name: str) -> None:
    (found,) = evaluate("binary", [X, Y], (X.shape, "float32"), op=name)
    np.testing.assert_allclose(found, BINARY[name](X, Y), rtol=1e-6)


def test_power() -> None:
    (found,) = evaluate("binary", [POSITIVE, Y], (X.shape, "float32"), op="np.power")
    np.testing.assert_allclose(found, np.power(POSITIVE, Y), rtol=1e-6)


A = np.array([7, -7, 100, -128, 5], np.int8)
B = np.array([2, 2, -3, -1, 0], np.int8)
INTEGER = {
    "np.int_div": [3, -3, -33, -128, -1],
    "ir.int_div": [3, -3, -33, -128, -1],
    "np.fmod": [1, -1, 1, 0, 5],
    "np.bitwise_and": (A & B).tolist(),
    "np.bitwise_or": (A | B).tolist(),
    "np.bitwise_xor": (A ^ B).tolist(),
}


@pytest.mark.parametrize("name", INTEGER)
def test_binary_on_integers(name: str) -> None:
    assert evaluate("binary", [A, B], ((5,), "int8"), op=name)[0].tolist() == INTEGER[name]


def test_shifts() -> None:
    x, by = np.array([-8, 5, 127], np.int8), np.array([1, 1, 9], np.int8)
    assert evaluate("binary", [x, by], ((3,), "int8"), op="np.logical_left_shift")[0].tolist() == [-16, 10, 0]
    assert evaluate("binary", [x, by], ((3,), "int8"), op="np.arith_right_shift")[0].tolist() == [-4, 2, 0]
    assert evaluate("binary", [x, by], ((3,), "int8"), op="np.logical_right_shift")[0].tolist() == [124, 2, 0]


COMPARE = {
    "np.equal": np.equal,
    "np.not_equal": np.not_equal,
    "np.greater_equal": np.greater_equal,
    "np.greater": np.greater,
    "np.less_equal": np.less_equal,
    "np.less": np.less,
}


@pytest.mark.parametrize("dtype", [np.float32, np.int32, np.uint8, np.bool_, ml_dtypes.bfloat16])
@pytest.mark.parametrize("name", COMPARE)
def test_compare(name: str, dtype: type) -> None:
    x, y = np.array([0, 1, 1, 255]).astype(dtype), np.array([1, 0, 1, 3]).astype(dtype)
    (found,) = evaluate("binary", [x, y], ((4,), "bool"), op=name)
    assert found.tolist() == COMPARE[name](x, y).tolist()


def test_comparison_of_nan() -> None:
    x, y = np.array([np.nan, 0.0], np.float32), np.array([np.nan, -0.0], np.float32)
    assert evaluate("binary", [x, y], ((2,), "bool"), op="np.equal")[0].tolist() == [False, True]
    assert evaluate("binary", [x, y], ((2,), "bool"), op="np.not_equal")[0].tolist() == [True, False]


def test_logic_on_booleans_and_on_booleans_stored_as_uint8() -> None:
    x, y = np.array([True, True, False]), np.array([True, False, False])
    assert evaluate("binary", [x, y], ((3,), "bool"), op="np.logical_and")[0].tolist() == [True, False, False]
    assert evaluate("binary", [x, y], ((3,), "bool"), op="np.bitwise_xor")[0].tolist() == [False, True, False]
    x8, y8 = x.astype(np.uint8), y.astype(np.uint8)
    (found,) = evaluate("binary", [x8, y8], ((3,), "uint8"), op="np.logical_xor")
    assert found.dtype == np.uint8
    assert found.tolist() == [0, 1, 0]


def test_scalar_bounds_of_a_clamp_stretch() -> None:
    program = Program()
    x = program.input(X)
    bound = program.constant(1.0)
    (low,) = program.op("binary", [x, bound], [program.tensor((8,))], op="np.minimum")
    (found,) = program.run(*program.op("binary", [bound, low], [program.tensor((8,))], op="np.maximum"))
    assert found.tolist() == [1.0] * 8


def test_select_with_uint8_predicate_and_scalar_branch() -> None:
    pred = np.array([1, 0, 2], np.uint8)
    on_true, on_false = np.array([1, 2, 3], np.float32), np.float32(9)
    (found,) = evaluate("ternary", [pred, on_true, np.asarray(on_false)], ((3,), "float32"), op="np.select")
    assert found.tolist() == [1, 9, 3]


def test_select_with_scalar_predicate() -> None:
    x, y = np.array([1, 2], np.int32), np.array([3, 4], np.int32)
    (found,) = evaluate("ternary", [np.asarray(False), x, y], ((2,), "int32"), op="np.select")
    assert found.tolist() == [3, 4]


def test_convert() -> None:
    x = np.array([0.0, -0.0, 0.5, np.nan, -3.7], np.float32)
    assert evaluate("convert", [x], ((5,), "bool"), dtype="bool")[0].tolist() == [False, False, True, True, True]
    assert evaluate("convert", [x[[2, 4]]], ((2,), "int32"), dtype="int32")[0].tolist() == [0, -3]
    (found,) = evaluate("convert", [x], ((5,), "bfloat16"), dtype="bfloat16")
    np.testing.assert_array_equal(found.astype(np.float32), x.astype(ml_dtypes.bfloat16).astype(np.float32))


@pytest.mark.parametrize("dtype", [d for d in TEXT_DTYPES if d.itemsize == 1 and d.kind == "V"], ids=str)
def test_convert_to_float8(dtype: np.dtype) -> None:
    x = np.array([0.5, 1.0, 2.0], np.float32)
    (found,) = evaluate("convert", [x], ((3,), TEXT_DTYPES[dtype]), dtype=TEXT_DTYPES[dtype])
    assert found.dtype == dtype
    assert found.astype(np.float32).tolist() == [0.5, 1.0, 2.0]


def test_bitcasts() -> None:
    x = np.array([1.0, -2.0], np.float32)
    assert evaluate("bitcast_convert", [x], ((2,), "int32"), dtype="int32")[0].tolist() == x.view(np.int32).tolist()
    (found,) = evaluate("bitcast_convert", [x], ((2, 2), "int16"), dtype="int16")
    assert found.tolist() == x.view(np.int16).reshape(2, 2).tolist()
    (found,) = evaluate("bitcast", [x], ((2, 1), "uint32"), dtype="uint32")
    assert found.tolist() == x.view(np.uint32).reshape(2, 1).tolist()


def test_bitcast_that_needs_a_layout_is_refused() -> None:
    with pytest.raises(Refused) as caught:
        evaluate("bitcast", [np.ones(2, np.float32)], ((2, 2), "int16"), dtype="int16")
    assert caught.value.code == "H2P222"


def test_iota() -> None:
    (found,) = evaluate("iota", [], ((2, 3), "int32"), op="ir.iota", iota_dim=1, shape=(2, 3), dtype="int32")
    assert found.tolist() == [[0, 1, 2], [0, 1, 2]]


def test_reduce_precision() -> None:
    (found,) = evaluate("reduce_precision", [X * 1.001], (X.shape, "float32"), exponent_bits=8, mantissa_bits=7)
    np.testing.assert_array_equal(found, (X * 1.001).astype(ml_dtypes.bfloat16).astype(np.float32))


def test_dtypes_that_disagree_are_refused() -> None:
    with pytest.raises(Refused) as caught:
        evaluate("binary", [X, X.astype(np.float16)], (X.shape, "float32"), op="np.add")
    assert caught.value.code == "H2P222"
    assert caught.value.diagnostics[0].place.line
    with pytest.raises(Refused, match="int_div"):
        evaluate("binary", [X, Y], (X.shape, "float32"), op="np.int_div")


def test_a_wrong_declared_shape_is_refused() -> None:
    with pytest.raises(Refused, match="is declared"):
        evaluate("unary", [X], ((4,), "float32"), op="np.exp")
