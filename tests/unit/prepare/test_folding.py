"""Evaluation at compile time gives what XLA gives."""

import numpy as np
import pytest
from prepare_values import execute

from hlo2penguin.mlir.constants import NUMPY_DTYPES
from hlo2penguin.mlir.context import ir, new_context
from hlo2penguin.mlir.decode import Decoder
from hlo2penguin.mlir.edit import entry_block, main_function
from hlo2penguin.prepare.folding import evaluate

BINARY = ["add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum", "and", "or", "xor"]
SHIFTS = ["shift_left", "shift_right_logical", "shift_right_arithmetic"]
OPS = {
    **{name: f"stablehlo.{name} %a, %b : tensor<6xT>" for name in BINARY + SHIFTS},
    **{name: f"stablehlo.{name} %a : tensor<6xT>" for name in ("negate", "abs", "sign", "not")},
    **{
        direction: f"stablehlo.compare {direction}, %a, %b : (tensor<6xT>, tensor<6xT>) -> tensor<6xi1>"
        for direction in ("EQ", "NE", "LT", "LE", "GT", "GE")
    },
    "clamp": "stablehlo.clamp %b, %a, %b : tensor<6xT>",
    "reshape": "stablehlo.reshape %a : (tensor<6xT>) -> tensor<2x3xT>",
    "reverse": "stablehlo.reverse %a, dims = [0] : tensor<6xT>",
    "broadcast_in_dim": "stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<6xT>) -> tensor<2x6xT>",
    "concatenate": "stablehlo.concatenate %a, %b, dim = 0 : (tensor<6xT>, tensor<6xT>) -> tensor<12xT>",
    "slice": "stablehlo.slice %a [1:6:2] : (tensor<6xT>) -> tensor<3xT>",
    "iota": "stablehlo.iota dim = 1 : tensor<2x3xT>",
    "convert": "stablehlo.convert %a : (tensor<6xT>) -> tensor<6xf32>",
}
UNSIGNED_LACKS = {"negate", "abs", "sign"}


def _inputs(name: str, dtype: str) -> tuple[np.ndarray, np.ndarray]:
    numpy_dtype = NUMPY_DTYPES[dtype]
    bounds = np.iinfo(numpy_dtype)
    a = np.array([0, 1, 7, bounds.max, bounds.min, bounds.max // 3], numpy_dtype)
    b = np.array([1, 3, 2, 5, 7, 1], numpy_dtype)
    if bounds.min < 0 and name not in SHIFTS:
        b = np.array([1, -3, -2, 5, 7, -1], numpy_dtype)
    return a, b


@pytest.mark.parametrize("dtype", ["i32", "i8", "ui8", "ui32", "i64"])
@pytest.mark.parametrize("name", OPS)
def test_integers(name, dtype):
    if dtype.startswith("u") and name in UNSIGNED_LACKS:
        pytest.skip("not an op of unsigned integers")
    op_text = OPS[name].replace("xT>", f"x{dtype}>")
    result = op_text.rsplit("->", 1)[-1].rsplit(" : ", 1)[-1].strip()
    text = f"""func.func @main(%a: tensor<6x{dtype}>, %b: tensor<6x{dtype}>) -> {result} {{
      %r = {op_text}
      return %r : {result}
    }}"""
    inputs = _inputs(name, dtype)
    module = ir.Module.parse(text, new_context())
    op = next(iter(entry_block(main_function(module)).operations))
    decoder = Decoder()
    numbers = [value.arg_number for value in op.operation.operands]
    actual = evaluate(op, [inputs[number] for number in numbers], decoder.value(op.operation.results[0]), decoder)
    expected = execute(text, list(inputs))[0][0]
    assert actual is not None
    assert actual.dtype == expected.dtype
    np.testing.assert_array_equal(actual, expected)


@pytest.mark.parametrize("start", [-5, 0, 2, 5, 100])
def test_dynamic_slice_is_clamped(start):
    text = """func.func @main(%a: tensor<6xi32>, %i: tensor<i32>) -> tensor<3xi32> {
      %r = stablehlo.dynamic_slice %a, %i, sizes = [3] : (tensor<6xi32>, tensor<i32>) -> tensor<3xi32>
      return %r : tensor<3xi32>
    }"""
    inputs = [np.arange(6, dtype=np.int32), np.array(start, np.int32)]
    module = ir.Module.parse(text, new_context())
    op = next(iter(entry_block(main_function(module)).operations))
    decoder = Decoder()
    actual = evaluate(op, inputs, decoder.value(op.operation.results[0]), decoder)
    np.testing.assert_array_equal(actual, execute(text, inputs)[0][0])


@pytest.mark.parametrize("name", ["divide", "remainder", "shift_left"])
def test_what_has_no_defined_value_is_not_evaluated(name):
    text = f"""func.func @main(%a: tensor<1xi32>, %b: tensor<1xi32>) -> tensor<1xi32> {{
      %r = stablehlo.{name} %a, %b : tensor<1xi32>
      return %r : tensor<1xi32>
    }}"""
    module = ir.Module.parse(text, new_context())
    op = next(iter(entry_block(main_function(module)).operations))
    decoder = Decoder()
    bad = 0 if name in ("divide", "remainder") else 32
    operands = [np.array([4], np.int32), np.array([bad], np.int32)]
    assert evaluate(op, operands, decoder.value(op.operation.results[0]), decoder) is None
