"""The one of Expm1 and Log1p, in the semantics of every float type; and Pass B's values."""

from __future__ import annotations

import numpy as np
import pytest

from hlo2penguin.fusion import fuse
from hlo2penguin.mlir.context import ir, new_context
from hlo2penguin.mlir.edit import functions, nested_operations
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.options import Options

FP8 = ("f8E4M3FN", "f8E5M2", "f8E4M3", "f8E3M4", "f8E4M3FNUZ", "f8E5M2FNUZ", "f8E4M3B11FNUZ", "f8E8M0FNU")
FLOATS = ("bf16", "f16", "f32", "f64", *FP8, "f4E2M1FN", "f6E2M3FN", "f6E3M2FN")


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize(("op", "other"), [("exponential_minus_one", "subtract"), ("log_plus_one", "add")])
def test_one_is_made_in_the_element_type(dialect: str, dtype: str, op: str, other: str) -> None:
    type = f"tensor<3x{dtype}>"
    text = f"func.func @main(%x: {type}) -> {type} {{ %y = {dialect}.{op} %x : {type} return %y : {type} }}"
    module = ir.Module.parse(text, new_context())
    fuse(module, Options(fuse="all"))
    assert module.operation.verify()
    ops = [inner for function in functions(module) for inner in nested_operations(function)]
    kinds = {kind(inner): inner for inner in ops}
    assert other in kinds
    assert op not in kinds
    value = ir.DenseElementsAttr(kinds["constant"].operation.attributes["value"])
    assert str(value) == f"dense<1.000000e+00> : {type}"
    assert str(kinds["constant"].operation.results[0].type) == type
    assert not any(str(inner.operation.results[0].type) != type for inner in kinds.values() if inner.operation.results)


@pytest.mark.parametrize("dtype", ["f32", "bf16", "f16"])
@pytest.mark.parametrize("order", ["%s, %r", "%r, %s"])
def test_sinking_the_reshape_keeps_values_within_one_ulp(dtype: str, order: str) -> None:
    from hlo2penguin.runtime.xla import Engine

    jax = pytest.importorskip("jax")
    text = f"""
func.func @main(%x: tensor<8x16x{dtype}>, %w: tensor<16x32x{dtype}>) -> tensor<4x2x32x{dtype}> {{
  %d = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<8x16x{dtype}>, tensor<16x32x{dtype}>) -> tensor<8x32x{dtype}>
  %r = stablehlo.reshape %d : (tensor<8x32x{dtype}>) -> tensor<4x2x32x{dtype}>
  %s = stablehlo.logistic %r : tensor<4x2x32x{dtype}>
  %m = stablehlo.multiply {order} : tensor<4x2x32x{dtype}>
  return %m : tensor<4x2x32x{dtype}>
}}"""
    generator = np.random.default_rng(7)
    numpy_type = np.dtype({"f32": "float32", "bf16": jax.numpy.bfloat16, "f16": "float16"}[dtype])
    inputs = [generator.normal(size=shape).astype(numpy_type) for shape in ((8, 16), (16, 32))]
    before, after = (ir.Module.parse(text, new_context()) for _ in range(2))
    assert [remark.name for remark in fuse(after, Options())] == ["ReshapeSunk"]
    (wanted,), (got,) = (Engine().compile(module)([inputs])[0] for module in (before, after))
    integers = [array.view(np.int32 if dtype == "f32" else np.int16).astype(np.int64) for array in (wanted, got)]
    assert np.abs(integers[0] - integers[1]).max() <= 1
