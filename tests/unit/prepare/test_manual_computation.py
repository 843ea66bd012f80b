"""shard_map programs become the program of one device, in every spelling, with the same values."""

import re

import numpy as np
import pytest
from prepare_values import execute, random, run

jax = pytest.importorskip("jax")
from jax import numpy as jnp  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec  # noqa: E402
from jaxlib.mlir.dialects import stablehlo as _stablehlo  # noqa: E402

from hlo2penguin.load import load  # noqa: E402
from hlo2penguin.mlir.decode import Decoder  # noqa: E402
from hlo2penguin.options import Options  # noqa: E402
from hlo2penguin.prepare import PrepareState, prepare  # noqa: E402

P = PartitionSpec


@pytest.fixture(scope="module")
def mesh():
    return Mesh(np.array(jax.devices("cpu")[:2]), ("x",))


def megatron(mesh, **options):
    """Two-way tensor parallel: columns of the first weight, rows of the second, one all-reduce."""

    def body(x, w1, w2):
        return jax.lax.psum(jnp.tanh(x @ w1) @ w2, "x"), w1 * 2

    specs = {"in_specs": (P(), P(None, "x"), P("x", None)), "out_specs": (P(), P(None, "x"))}
    return jax.shard_map(body, mesh=mesh, **specs, **options)


def shapes(*sizes):
    return [jax.ShapeDtypeStruct(size, jnp.float32) for size in sizes]


ARGUMENTS = ((4, 8), (8, 16), (16, 8))


def texts(mesh):
    lowered = jax.jit(megatron(mesh)).lower(*shapes(*ARGUMENTS))
    sharded = [NamedSharding(mesh, spec) for spec in (P(), P(None, "x"), P("x"))]
    annotated = jax.jit(megatron(mesh), in_shardings=sharded).lower(*shapes(*ARGUMENTS))
    exported = jax.export.export(jax.jit(megatron(mesh)))(*shapes(*ARGUMENTS))
    return {
        "stablehlo": lowered.as_text(),
        "hlo": lowered.compiler_ir("hlo").as_serialized_hlo_module_proto(),
        "annotated": annotated.as_text(),
        "annotated hlo": annotated.compiler_ir("hlo").as_serialized_hlo_module_proto(),
        "exported": str(exported.mlir_module()),
    }


def prepared(source):
    loaded = load(source)
    state = PrepareState(Options(), Decoder(), [], [], loaded.names)
    prepare(loaded.module, state)
    loaded.module.operation.verify()
    return str(loaded.module), state


@pytest.mark.parametrize("spelling", ["stablehlo", "hlo", "annotated", "annotated hlo", "exported"])
def test_megatron_is_one_devices_program(mesh, spelling):
    text, state = prepared(texts(mesh)[spelling])
    assert "sdy" not in text
    assert "custom_call" not in text
    assert re.search(r"@main\(%arg0: tensor<4x8xf32>.*%arg1: tensor<8x8xf32>.*%arg2: tensor<8x8xf32>", text)
    assert any('{"x"}' in remark.message for remark in state.remarks if remark.name == "Sharding")
    x, w1, w2 = (random(*shape, seed=seed) for seed, shape in enumerate(ARGUMENTS))
    shards = [[x, w1[:, :8], w2[:8]], [x, w1[:, 8:], w2[8:]]]
    outputs = execute(text, [[np.ascontiguousarray(a) for a in shard] for shard in shards], devices=2)
    for device in range(2):
        np.testing.assert_allclose(outputs[device][0], np.tanh(x @ w1) @ w2, rtol=1e-4, atol=1e-4)
        np.testing.assert_array_equal(outputs[device][1], shards[device][1] * 2)


def test_two_computations_in_a_row_are_one_program(mesh):
    def both(x, w1, w2):
        y, w = megatron(mesh)(x, w1, w2)
        return megatron(mesh)(y, w, w2)

    text, _ = prepared(jax.jit(both).lower(*shapes(*ARGUMENTS)).as_text())
    assert text.count("stablehlo.all_reduce") == 2
    assert "sdy" not in text


def refusals(source: str) -> list[str]:
    outcome = run(source, "inline", "tuples", "manual_computation", "markers")
    assert all(problem.code == "H2P201" for problem in outcome.problems)
    return [problem.cause for problem in outcome.problems]


def test_work_on_global_values_is_refused(mesh):
    def outside(x, w1, w2):
        return jnp.sin(megatron(mesh)(x, w1, w2)[0])

    (cause,) = refusals(jax.jit(outside).lower(*shapes(*ARGUMENTS)).as_text())
    assert "`stablehlo.sine` works on values of all devices" in cause


def test_a_value_that_changes_its_sharding_is_refused(mesh):
    def changed(x, w1, w2):
        w = megatron(mesh)(x, w1, w2)[1]
        return megatron(mesh)(x, w1, jax.lax.reshape(w2, (16, 8)))[0], jax.shard_map(
            jnp.sin, mesh=mesh, in_specs=P("x"), out_specs=P("x")
        )(w)

    causes = refusals(jax.jit(changed).lower(*shapes(*ARGUMENTS)).as_text())
    assert any("would have to be resharded" in cause for cause in causes)


def test_a_loop_round_the_manual_computation_is_refused(mesh):
    def looped(x, w1, w2):
        return jax.lax.fori_loop(0, 3, lambda i, y: megatron(mesh)(y, w1, w2)[0], x)

    (cause,) = refusals(jax.jit(looped).lower(*shapes(*ARGUMENTS)).as_text())
    assert cause == "a manual computation inside `stablehlo.while`"


def test_a_loop_inside_the_manual_computation_is_unrolled(mesh):
    def body(x):
        return jax.lax.fori_loop(0, 3, lambda i, y: jax.lax.psum(y, "x") * 0.5, x)

    mapped = jax.shard_map(body, mesh=mesh, in_specs=P(None, "x"), out_specs=P(None, "x"), check_vma=False)
    text, _ = prepared(jax.jit(mapped).lower(*shapes((4, 8))).as_text())
    assert text.count("stablehlo.all_reduce") == 3
    x = random(4, 8)
    shards = [[np.ascontiguousarray(x[:, :4])], [np.ascontiguousarray(x[:, 4:])]]
    for (value,) in execute(text, shards, devices=2):
        np.testing.assert_allclose(value, (x[:, :4] + x[:, 4:]) * 0.5, rtol=1e-5)


def test_axes_left_to_a_partitioner_are_refused():
    grid = Mesh(np.array(jax.devices("cpu")[:4]).reshape(2, 2), ("a", "b"))
    mapped = jax.shard_map(lambda x: jax.lax.psum(x, "a"), mesh=grid, in_specs=P("a"), out_specs=P(), axis_names={"a"})
    (cause,) = refusals(jax.jit(mapped).lower(*shapes((8, 8))).as_text())
    assert "axes b" in cause


OLD = """module {
  func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{devices=[2,1]<=[2]}"}
      : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "MANUAL"}
      : (tensor<8x8xf32>) -> tensor<4x8xf32>
    %2 = stablehlo.sine %1 : tensor<4x8xf32>
    %3 = stablehlo.custom_call @Sharding(%2) {mhlo.sharding = "{manual}"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {mhlo.sharding = "{devices=[2,1]<=[2]}"}
      : (tensor<4x8xf32>) -> tensor<8x8xf32>
    return %4 : tensor<8x8xf32>
  }
}"""


def test_the_spelling_before_shardy():
    outcome = run(OLD.replace("MANUAL", "{manual}"), "manual_computation", "markers")
    assert not outcome.problems
    assert "custom_call" not in outcome.text
    assert "@main(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32>" in outcome.text
    partly = "{devices=[1,1,2,4]<=[8] last_tile_dims={manual, replicated}}"
    assert refusals(OLD.replace("MANUAL", partly)) == ["the manual computation leaves some mesh axes to a partitioner"]


def test_meshes_without_manual_computation_are_dropped():
    text = """module {
      sdy.mesh @mesh = <["a"=2]>
      func.func @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) -> tensor<4xf32> {
        %r = stablehlo.abs %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<4xf32>
        return %r : tensor<4xf32>
      }
    }"""
    outcome = run(text, "manual_computation")
    assert "sdy" not in outcome.text
    assert "argument 0 is annotated" in outcome.remarks[0].message


GROUPS = """module {
  sdy.mesh @m = <["a"=2, "b"=3]IDS>
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %r = "stablehlo.all_reduce"(%x) <{
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids,
      replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @m, axes = [AXES]>
    }> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<4xf32>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
}"""


@pytest.mark.skipif(not hasattr(_stablehlo, "ReplicaGroupMeshAxesAttr"), reason="this jaxlib has no groups by mesh")
@pytest.mark.parametrize(
    ("axes", "ids", "groups"),
    [
        ("a", "", "[[0, 3], [1, 4], [2, 5]]"),
        ("b", "", "[[0, 1, 2], [3, 4, 5]]"),
        ("b a", "", "[[0, 3, 1, 4, 2, 5]]"),
        ("a", ", device_ids=[5, 4, 3, 2, 1, 0]", "[[5, 2], [4, 1], [3, 0]]"),
    ],
)
def test_groups_named_by_mesh_axes_become_lists(axes, ids, groups):
    refs = ", ".join(f'#stablehlo.axis_ref<name = "{name}">' for name in axes.split())
    outcome = run(GROUPS.replace("AXES", refs).replace("IDS", ids), "manual_computation")
    assert f"replica_groups = dense<{groups}>" in outcome.text
    assert "sdy.mesh" not in outcome.text
