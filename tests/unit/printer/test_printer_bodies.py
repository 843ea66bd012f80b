"""What regions say: sort directions, reduction names, positions of extremes, as JAX writes them."""

from __future__ import annotations

import re

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

from hlo2penguin.diagnostics import Refused
from hlo2penguin.forms.callables import REDUCERS
from hlo2penguin.mlir.decode import TensorType
from hlo2penguin.options import Options
from hlo2penguin.pipeline import Session, convert
from hlo2penguin.printer.emit.regions import identity

FLOATS, INTS = ("float32", "float16", "bfloat16"), ("int32", "uint8")


def text_of(function, *arguments) -> str:
    return convert(jax.jit(function).lower(*arguments)).text


def statements(text: str, tag: str) -> list[str]:
    return [line for line in text.splitlines() if f"xla_op='{tag}'" in line]


def keyword(line: str, name: str) -> str:
    found = re.search(rf"\b{name}=('[^']*'|\[[^]]*\]|[^,)]*)", line)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("dtype", FLOATS + INTS)
def test_jnp_sort_is_ascending(dtype: str):
    [line] = statements(text_of(jnp.sort, jnp.ones((3, 4), dtype)), "mhlo.sort")
    assert (keyword(line, "comparison_dir"), keyword(line, "dimension")) == ("'lt'", "1")


@pytest.mark.parametrize("dtype", FLOATS + INTS)
def test_jnp_argsort_loses_its_iota_and_keeps_two_results(dtype: str):
    [line] = statements(text_of(jnp.argsort, jnp.ones((3, 4), dtype)), "mhlo.sort")
    assert len(keyword(line, "srcs").split(", ")) == 1
    assert len(keyword(line, "dsts").split(", ")) == 2


def test_sort_key_val_keeps_both_operands():
    [line] = statements(text_of(lax.sort_key_val, jnp.ones(4), jnp.arange(4.0) * 2), "mhlo.sort")
    assert len(keyword(line, "srcs").split(", ")) == 2


@pytest.mark.parametrize("dtype", FLOATS + INTS)
@pytest.mark.parametrize(("function", "form"), [(jnp.argmax, "argmax"), (jnp.argmin, "argmin")])
def test_positions_of_extremes(function, form: str, dtype: str):
    text = text_of(lambda x: function(x, 1), jnp.ones((3, 4), dtype))
    [line] = statements(text, f"mhlo.{form}")
    assert (keyword(line, "axis"), keyword(line, "srcs")) == ("1", "[v1]")
    assert len(keyword(line, "dsts").split(", ")) == 2


@pytest.mark.parametrize(
    ("function", "name"),
    [(jnp.sum, "add"), (jnp.prod, "multiply"), (jnp.max, "maximum"), (jnp.min, "minimum")],
)
def test_reductions(function, name: str):
    [line] = statements(text_of(lambda x: function(x, 0), jnp.ones((3, 4))), f"np.{name}")
    assert keyword(line, "op") == f"np.{name}"


@pytest.mark.parametrize(("function", "name"), [(jnp.any, "logical_or"), (jnp.all, "logical_and")])
def test_reductions_of_booleans(function, name: str):
    assert statements(text_of(lambda x: function(x, 0), jnp.ones((3, 4), bool)), f"np.{name}")


def test_lexsort_is_refused():
    with pytest.raises(Refused) as refused:
        text_of(lambda x: jnp.lexsort((x, x + 1)), jnp.ones((3, 4)))
    assert refused.value.code == "NCC_PYP020"


@pytest.mark.parametrize(
    ("callable", "dtype", "value"),
    [
        ("np.add", "f32", 0.0),
        ("np.add", "i32", 0),
        ("np.bitwise_or", "ui8", 0),
        ("np.bitwise_xor", "i8", 0),
        ("np.multiply", "bf16", 1.0),
        ("np.multiply", "ui64", 1),
        ("np.maximum", "f16", -65504.0),
        ("np.maximum", "ui16", 0),
        ("np.maximum", "i64", -(2**63)),
        ("np.minimum", "f32", float(np.finfo(np.float32).max)),
        ("np.minimum", "i8", 127),
        ("np.minimum", "f8E4M3FN", 448.0),
        ("np.bitwise_and", "i32", -1),
        ("np.bitwise_and", "ui32", 2**32 - 1),
        ("np.logical_or", "i1", False),
        ("np.logical_xor", "i1", False),
        ("np.logical_and", "i1", True),
        ("np.maximum", "i1", False),
        ("np.minimum", "i1", True),
        ("np.multiply", "i1", True),
    ],
)
def test_identities(callable: str, dtype: str, value: float):
    found = identity(callable, TensorType((4,), dtype))
    assert (found, type(found)) == (value, type(value))


def test_identities_do_not_change_what_they_combine():
    combine = {"add": np.add, "multiply": np.multiply, "minimum": np.minimum, "maximum": np.maximum}
    for name, function in combine.items():
        for dtype in ("f32", "i32", "ui8"):
            numpy_dtype = {"f32": np.float32, "i32": np.int32, "ui8": np.uint8}[dtype]
            neutral = numpy_dtype(identity(REDUCERS[name], TensorType((), dtype)))
            for value in np.array([0, 1, 7], numpy_dtype):
                assert function(value, neutral) == value


TORCH_ARGMAX = """
func.func @main(%x: tensor<4x5xf32>) -> tensor<4xi32> {
  %i = stablehlo.iota dim = 1 : tensor<4x5xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %low), (%i init: %zero) across dimensions = [1] :
      (tensor<4x5xf32>, tensor<4x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>) {
    %ge = stablehlo.compare GE, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %ge, %a, %c : tensor<i1>, tensor<f32>
    %w = stablehlo.select %ge, %b, %d : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  }
  return %0#1 : tensor<4xi32>
}
"""


def test_an_order_of_nan_that_the_statement_does_not_have_is_remarked():
    session = Session(Options())
    session.load(TORCH_ARGMAX)
    session.prepare()
    printed = session.print()
    assert [(remark.kind, remark.name) for remark in printed.remarks] == [("Analysis", "NanOrder")]
    assert "xla_op='mhlo.argmax'" in printed.text
