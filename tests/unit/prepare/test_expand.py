"""Ops that are rewritten into others compute the same, in both dialects."""

import numpy as np
import pytest
from prepare_values import execute, random, run, same_values

BATCH_NORM = """
func.func @main(%x: tensor<3x4x5xf32>, %s: tensor<4xf32>, %o: tensor<4xf32>, %v: tensor<4xf32>, %g: tensor<3x4x5xf32>)
    -> (tensor<3x4x5xf32>, tensor<4xf32>, tensor<4xf32>,
        tensor<3x4x5xf32>, tensor<3x4x5xf32>, tensor<4xf32>, tensor<4xf32>) {
  %t:3 = "stablehlo.batch_norm_training"(%x, %s, %o) {epsilon = 0.01 : f32, feature_index = 1 : i64}
    : (tensor<3x4x5xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<3x4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  %i = "stablehlo.batch_norm_inference"(%x, %s, %o, %t#1, %v) {epsilon = 0.01 : f32, feature_index = 1 : i64}
    : (tensor<3x4x5xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<3x4x5xf32>
  %d:3 = "stablehlo.batch_norm_grad"(%x, %s, %t#1, %v, %g) {epsilon = 0.01 : f32, feature_index = 1 : i64}
    : (tensor<3x4x5xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<3x4x5xf32>)
    -> (tensor<3x4x5xf32>, tensor<4xf32>, tensor<4xf32>)
  return %t#0, %t#1, %t#2, %i, %d#0, %d#1, %d#2
    : tensor<3x4x5xf32>, tensor<4xf32>, tensor<4xf32>,
      tensor<3x4x5xf32>, tensor<3x4x5xf32>, tensor<4xf32>, tensor<4xf32>
}
"""


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
def test_batch_norms_are_expanded(dialect):
    inputs = [random(3, 4, 5), random(4, seed=1), random(4, seed=2), np.abs(random(4, seed=3)), random(3, 4, 5, seed=4)]
    outcome = same_values(BATCH_NORM, "batch_norm", inputs=inputs, tolerance=2e-5, dialect=dialect)
    assert "batch_norm" not in outcome.text
    assert f"{dialect}.reduce" in outcome.text


def _einsum(config: str, lhs: str, rhs: str, out: str) -> str:
    return f"""func.func @main(%a: tensor<{lhs}xf32>, %b: tensor<{rhs}xf32>) -> tensor<{out}xf32> {{
      %r = "stablehlo.einsum"(%a, %b) {{einsum_config = "{config}"}}
        : (tensor<{lhs}xf32>, tensor<{rhs}xf32>) -> tensor<{out}xf32>
      return %r : tensor<{out}xf32>
    }}"""


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
@pytest.mark.parametrize(
    ("config", "lhs", "rhs", "out"),
    [
        ("ij,jk->ik", "2x3", "3x4", "2x4"),
        ("ij,jk->ki", "2x3", "3x4", "4x2"),
        ("bij,bkj->bik", "5x2x3", "5x4x3", "5x2x4"),
        ("bij,bkj->ikb", "5x2x3", "5x4x3", "2x4x5"),
        ("ij,jk->k", "2x3", "3x4", "4"),
        ("i,j->ij", "2", "3", "2x3"),
        ("...ij,...jk->...ik", "5x2x3", "5x3x4", "5x2x4"),
    ],
)
def test_einsum_is_a_dot_general(config, lhs, rhs, out, dialect):
    text = _einsum(config, lhs, rhs, out)
    a, b = (random(*map(int, shape.split("x")), seed=seed) for seed, shape in enumerate((lhs, rhs)))
    outcome = run(text, "einsum", dialect=dialect)
    assert "einsum" not in outcome.text
    actual = execute(outcome.text, [a, b])[0][0]
    np.testing.assert_allclose(actual, np.einsum(config, a, b), rtol=1e-5, atol=1e-5)


def test_unary_einsum_sums_and_transposes():
    text = """func.func @main(%a: tensor<2x3x4xf32>) -> tensor<4x2xf32> {
      %r = "stablehlo.unary_einsum"(%a) {einsum_config = "ijk->ki"} : (tensor<2x3x4xf32>) -> tensor<4x2xf32>
      return %r : tensor<4x2xf32>
    }"""
    a = random(2, 3, 4)
    outcome = run(text, "einsum")
    np.testing.assert_allclose(execute(outcome.text, [a])[0][0], np.einsum("ijk->ki", a), rtol=1e-6)


def test_the_diagonal_einsum_is_refused():
    text = _einsum("ii,ij->ij", "3x3", "3x4", "3x4")
    (problem,) = run(text, "einsum").problems
    assert problem.code == "NCC_PYP055"
    assert "ii,ij->ij" in problem.cause


MAP = """func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = "stablehlo.map"(%a, %b) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %c = stablehlo.constant dense<2.0> : tensor<f32>
      %p = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %m = stablehlo.multiply %x, %c : tensor<f32>
      %s = stablehlo.select %p, %m, %y : tensor<i1>, tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}"""


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
def test_map_is_its_body(dialect):
    outcome = same_values(MAP, "map_body", inputs=[random(2, 3), random(2, 3, seed=1)], dialect=dialect)
    assert f"{dialect}.map" not in outcome.text
    assert f"{dialect}.select" in outcome.text


def test_map_that_ignores_its_operands_fills():
    text = MAP.replace("stablehlo.return %s", "stablehlo.return %c")
    outcome = run(text, "map_body")
    assert (execute(outcome.text, [random(2, 3), random(2, 3)])[0][0] == 2).all()


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
@pytest.mark.parametrize(
    ("dim", "batch", "index", "out"), [(1, 0, "2x2", "3x2x2x5"), (2, 1, "3x2", "3x4x2"), (0, 0, "", "4x5")]
)
def test_torch_index_select_is_a_gather(dim, batch, index, out, dialect):
    indices = f"{index}x" if index else ""
    text = f"""func.func @main(%x: tensor<3x4x5xf32>, %i: tensor<{indices}i32>) -> tensor<{out}xf32> {{
      %r = "stablehlo.torch_index_select"(%x, %i) {{dim = {dim} : i64, batch_dims = {batch} : i64}}
        : (tensor<3x4x5xf32>, tensor<{indices}i32>) -> tensor<{out}xf32>
      return %r : tensor<{out}xf32>
    }}"""
    shape = tuple(map(int, index.split("x"))) if index else ()
    i = np.random.default_rng(0).integers(0, 3, shape).astype(np.int32)
    x = random(3, 4, 5)
    outcome = run(text, "index_select", dialect=dialect)
    assert "torch_index_select" not in outcome.text
    expected = np.stack([np.take(row, at, 1) for row, at in zip(x, i, strict=True)]) if batch else np.take(x, i, dim)
    np.testing.assert_array_equal(execute(outcome.text, [x, i])[0][0], expected)


BROADCAST = """func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = "stablehlo.collective_broadcast"(%x) {
    replica_groups = dense<GROUPS> : tensor<2x2xi64>,
    channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>
  } : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}"""


def test_collective_broadcast_keeps_the_sources_value():
    text = BROADCAST.replace("GROUPS", "[[2, 1], [3, 0]]")
    inputs = [[random(2, 3, seed=device)] for device in range(4)]
    outcome = run(text, "collective_broadcast")
    assert "collective_broadcast" not in outcome.text.replace("module", "")
    values = [outputs[0] for outputs in execute(outcome.text, inputs, devices=4)]
    for device, source in ((2, 2), (1, 2), (3, 3), (0, 3)):
        np.testing.assert_array_equal(values[device], inputs[source][0])
    assert [remark.name for remark in outcome.remarks] == ["CollectiveBroadcast"]


def test_collective_broadcast_without_groups_is_refused():
    (problem,) = run(
        BROADCAST.replace("dense<GROUPS> : tensor<2x2xi64>", "dense<> : tensor<0x0xi64>"), "collective_broadcast"
    ).problems
    assert problem.code == "NCC_PYP055"


REDUCE = """func.func @main(%x: tensor<4x3xf32>, %y: tensor<4x3xi32>) -> (tensor<3xf32>, tensor<3xi32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.reduce(%x init: %z), (%y init: %one) across dimensions = [0]
    : (tensor<4x3xf32>, tensor<4x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
    %s = stablehlo.add %a, %b : tensor<f32>
    %t = stablehlo.multiply %c, %d : tensor<i32>
    stablehlo.return %s, %t : tensor<f32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<3xf32>, tensor<3xi32>
}"""


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
def test_a_separable_reduce_is_split(dialect):
    inputs = [random(4, 3), np.arange(12, dtype=np.int32).reshape(4, 3)]
    outcome = same_values(REDUCE, "split_reduce", inputs=inputs, tolerance=1e-6, dialect=dialect)
    assert outcome.count(f"{dialect}.reduce") == 2
    assert run(outcome.text, "split_reduce").text == outcome.text


def test_a_reduce_that_mixes_operands_stays_whole():
    mixed = REDUCE.replace(
        "%s = stablehlo.add %a, %b : tensor<f32>",
        """%k = stablehlo.convert %c : (tensor<i32>) -> tensor<f32>
    %s = stablehlo.add %a, %k : tensor<f32>""",
    )
    assert run(mixed, "split_reduce").text == run(mixed).text
