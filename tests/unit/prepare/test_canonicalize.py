"""canonicalize-for-penguin: tuples, dimension sizes, broadcast, and the two custom calls; dynamic shapes."""

import numpy as np
import pytest
from prepare_values import random, run, same_values


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
def test_tuples_fold(dialect):
    text = """func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
      %t = stablehlo.tuple %x, %y : tuple<tensor<2xf32>, tensor<2xf32>>
      %n = stablehlo.tuple %t, %x : tuple<tuple<tensor<2xf32>, tensor<2xf32>>, tensor<2xf32>>
      %a = stablehlo.get_tuple_element %n[0] : (tuple<tuple<tensor<2xf32>, tensor<2xf32>>, tensor<2xf32>>)
        -> tuple<tensor<2xf32>, tensor<2xf32>>
      %b = stablehlo.get_tuple_element %a[1] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
      return %b : tensor<2xf32>
    }"""
    outcome = run(text, "canonicalize", dialect=dialect)
    assert "tuple" not in outcome.text
    assert "return %arg1" in outcome.text


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
def test_a_static_dimension_size_is_a_constant(dialect):
    text = """func.func @main(%x: tensor<2x7xf32>) -> tensor<i32> {
      %s = stablehlo.get_dimension_size %x, dim = 1 : (tensor<2x7xf32>) -> tensor<i32>
      return %s : tensor<i32>
    }"""
    outcome = run(text, "canonicalize", dialect=dialect)
    assert f"{dialect}.constant dense<7> : tensor<i32>" in outcome.text
    assert "get_dimension_size" not in outcome.text


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
def test_broadcast_puts_new_dimensions_in_front(dialect):
    text = """func.func @main(%x: tensor<2x3xf32>) -> tensor<4x5x2x3xf32> {
      %b = "stablehlo.broadcast"(%x) {broadcast_sizes = array<i64: 4, 5>} : (tensor<2x3xf32>) -> tensor<4x5x2x3xf32>
      return %b : tensor<4x5x2x3xf32>
    }"""
    outcome = same_values(text, "canonicalize", inputs=[random(2, 3)], dialect=dialect)
    assert f"{dialect}.broadcast_in_dim" in outcome.text


@pytest.mark.parametrize(
    ("config", "kept"), [("", ""), ('\\"A9\\"', "\\22A9\\22"), ("approx=1", "None"), ("a b", "None")]
)
def test_erf_configuration(config, kept):
    text = f"""func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {{
      %r = stablehlo.custom_call @AwsNeuronErf(%x) {{backend_config = "{config}"}} : (tensor<2xf32>) -> tensor<2xf32>
      return %r : tensor<2xf32>
    }}"""
    outcome = run(text, "canonicalize")
    assert (f'backend_config = "{kept}"' in outcome.text) or (not kept and "None" not in outcome.text)


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
def test_resize_gradient_is_the_mean_of_each_window(dialect):
    text = """func.func @main(%x: tensor<1x4x6x2xf32>) -> tensor<1x2x2x2xf32> {
      %r = stablehlo.custom_call @ResizeNearestGrad(%x) : (tensor<1x4x6x2xf32>) -> tensor<1x2x2x2xf32>
      return %r : tensor<1x2x2x2xf32>
    }"""
    from prepare_values import execute

    outcome = run(text, "canonicalize", dialect=dialect)
    x = random(1, 4, 6, 2)
    expected = x.reshape(1, 2, 2, 2, 3, 2).mean((2, 4))
    np.testing.assert_allclose(execute(outcome.text, [x])[0][0], expected, rtol=1e-5, atol=1e-6)
    (remark,) = outcome.remarks
    assert "mean" in remark.message


def test_bounded_and_dynamic_shapes_are_named():
    text = """func.func @main(%x: tensor<8xf32>, %n: tensor<i32>, %d: tensor<?x4xf32>) -> tensor<?xf32> {
      %r = "stablehlo.set_dimension_size"(%x, %n) {dimension = 0 : i64}
        : (tensor<8xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<8>> loc("resize")
      %a = stablehlo.abs %r : (tensor<?xf32, #stablehlo.bounds<8>>) -> tensor<?xf32>
      return %a : tensor<?xf32>
    }"""
    problems = run(text, "dynamic").problems
    assert [problem.code for problem in problems] == ["NCC_EMOD025"] * 3
    assert "argument 2" in problems[0].cause
    assert "set_dimension_size" in problems[1].cause
    assert problems[1].place.name == "resize"
    assert problems[2].place.line == 4


def test_dynamic_ops_of_constant_shapes_become_static():
    text = """func.func @main(%x: tensor<4xf32>) -> tensor<2x2xf32> {
      %s = stablehlo.constant dense<[2, 2]> : tensor<2xi32>
      %r = stablehlo.dynamic_reshape %x, %s : (tensor<4xf32>, tensor<2xi32>) -> tensor<2x2xf32>
      return %r : tensor<2x2xf32>
    }"""
    outcome = run(text, "dynamic")
    assert not outcome.problems
    assert "stablehlo.reshape" in outcome.text


def test_a_dynamic_op_of_unknown_shape_is_refused():
    text = """func.func @main(%x: tensor<4xf32>, %s: tensor<2xi32>) -> tensor<2x2xf32> {
      %r = stablehlo.dynamic_reshape %x, %s : (tensor<4xf32>, tensor<2xi32>) -> tensor<2x2xf32>
      return %r : tensor<2x2xf32>
    }"""
    (problem,) = run(text, "dynamic").problems
    assert "dynamic_reshape" in problem.cause
