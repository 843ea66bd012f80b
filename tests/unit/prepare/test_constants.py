"""Folding of converts and broadcasts of constants, and the arithmetic that folding rests on."""

import ml_dtypes
import numpy as np
import pytest
from prepare_values import execute, run, same_values

from hlo2penguin.mlir.constants import NUMPY_DTYPES
from hlo2penguin.prepare.folding import convert

VALUES = {
    "f32": [0.0, -0.0, 1.5, -1.5, 2.5, 300.7, -300.7, 3e9, -3e9, 1e30, -1e30, np.inf, -np.inf, np.nan],
    "f64": [0.1, -2.75, 1e-50, 1e300, -1e300, 4294967295.5, np.nan],
    "f16": [0.1, 65504.0, -2.5, np.inf],
    "bf16": [0.1, 3.0e38, -2.5, np.nan],
    "i32": [0, 1, -1, 127, 128, -129, 2**31 - 1, -(2**31)],
    "ui8": [0, 1, 127, 128, 255],
    "i1": [False, True],
}
TARGETS = ["f64", "f32", "f16", "bf16", "i8", "ui8", "i32", "ui32", "i64", "i1"]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("source", VALUES)
def test_convert_is_what_xla_does(source, target):
    array = np.array(VALUES[source]).astype(NUMPY_DTYPES[source])
    size = len(array)
    text = f"""func.func @main(%x: tensor<{size}x{source}>) -> tensor<{size}x{target}> {{
      %r = stablehlo.convert %x : (tensor<{size}x{source}>) -> tensor<{size}x{target}>
      return %r : tensor<{size}x{target}>
    }}"""
    expected = execute(text, [array])[0][0]
    actual = convert(array, NUMPY_DTYPES[target])
    assert actual.dtype == expected.dtype
    np.testing.assert_array_equal(actual.astype(np.float64), expected.astype(np.float64))


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
def test_f64_that_is_only_a_constant_disappears(dialect):
    text = """func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
      %c = stablehlo.constant dense<0.1> : tensor<f64>
      %f = stablehlo.convert %c : (tensor<f64>) -> tensor<f32>
      %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<3xf32>
      %t = stablehlo.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf64>
      %u = stablehlo.convert %t : (tensor<3xf64>) -> tensor<3xf32>
      %m = stablehlo.multiply %b, %u : tensor<3xf32>
      %r = stablehlo.add %x, %m : tensor<3xf32>
      return %r : tensor<3xf32>
    }"""
    outcome = same_values(text, "constants", inputs=[np.arange(3, dtype=np.float32)], dialect=dialect)
    assert "f64" not in outcome.text
    assert "convert" not in outcome.text
    assert "broadcast" not in outcome.text
    assert "dense<1.000000e-01> : tensor<3xf32>" in outcome.text


def test_a_constant_with_other_users_stays():
    text = """func.func @main() -> (tensor<f64>, tensor<f32>) {
      %c = stablehlo.constant dense<0.1> : tensor<f64>
      %f = stablehlo.convert %c : (tensor<f64>) -> tensor<f32>
      return %c, %f : tensor<f64>, tensor<f32>
    }"""
    outcome = same_values(text, "constants", inputs=[])
    assert outcome.count("stablehlo.constant") == 2


def test_large_broadcasts_of_several_values_stay():
    text = """func.func @main() -> tensor<3x1000xf32> {
      %c = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
      %b = stablehlo.broadcast_in_dim %c, dims = [0] : (tensor<3xf32>) -> tensor<3x1000xf32>
      return %b : tensor<3x1000xf32>
    }"""
    assert "broadcast_in_dim" in run(text, "constants").text
    small = text.replace("1000", "2")
    outcome = same_values(small, "constants", inputs=[])
    assert "broadcast_in_dim" not in outcome.text


def test_special_values_survive_the_fold():
    text = """func.func @main() -> tensor<4xbf16> {
      %c = stablehlo.constant dense<[0x7F800000, 0xFF800000, 0x7FC00000, -0.0]> : tensor<4xf32>
      %b = stablehlo.convert %c : (tensor<4xf32>) -> tensor<4xbf16>
      return %b : tensor<4xbf16>
    }"""
    outcome = run(text, "constants")
    (value,) = execute(outcome.text, [])[0]
    expected = np.array([np.inf, -np.inf, np.nan, -0.0], ml_dtypes.bfloat16)
    assert value.astype(np.float32).tobytes() == expected.astype(np.float32).tobytes()
