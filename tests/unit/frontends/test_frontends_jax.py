"""`hlo2penguin.jax`: what it takes, how tensors are named, and that the text computes what the function does."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import frontend_models
import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import export
from jax.sharding import AbstractMesh, AxisType, PartitionSpec

import hlo2penguin as h2p
from hlo2penguin import jax as front
from hlo2penguin.penguin import read_text

S = jax.ShapeDtypeStruct
PARAMS = {"layers": [{"w": S((4, 4), jnp.float32), "unused": S((4,), jnp.float32)}]}
X = S((2, 4), jnp.float32)


def step(params: Any, x: Any, *, scale: Any = 1.0) -> Any:
    h = x @ params["layers"][0]["w"] * scale
    return {"loss": h.sum(), "hidden": (h, h + 1)}


def names(program: h2p.Program) -> tuple[list[str], list[str]]:
    function = read_text(program.text)
    return [tensor.name for tensor in function.inputs], [tensor.name for tensor in function.outputs]


EXPECTED = (["params.layers_0.w", "x"], ["output.hidden_0", "output.hidden_1", "output.loss"])


@pytest.mark.parametrize(
    "make",
    [
        lambda: (step, (PARAMS, X)),
        lambda: (jax.jit(step), (PARAMS, X)),
        lambda: (jax.jit(step).trace(PARAMS, X), ()),
        lambda: (jax.jit(step).lower(PARAMS, X), ()),
        lambda: (export.export(jax.jit(step))(PARAMS, X), ()),
    ],
    ids=["function", "jitted", "traced", "lowered", "exported"],
)
def test_takes_every_stage_of_a_function_and_names_its_tensors(make: Any) -> None:
    fn, args = make()
    assert names(front.convert(fn, *args)) == EXPECTED


def test_keyword_arguments_go_to_the_function() -> None:
    assert names(front.convert(step, PARAMS, X, scale=X))[0] == ["params.layers_0.w", "x", "scale"]


def test_options_go_to_the_conversion() -> None:
    def norm(x: Any) -> Any:
        return jnp.sqrt(jnp.sum(x * x, -1))

    assert "hilo_fusion_op='MulRedSqrt'" in front.convert(norm, X).text
    assert "mhlo.fusion" not in front.convert(norm, X, options=h2p.Options(fuse="none")).text


def test_a_lowered_program_has_its_arguments_already() -> None:
    with pytest.raises(TypeError, match="has its arguments already"):
        front.convert(jax.jit(step).lower(PARAMS, X), PARAMS)


def test_shard_map_gives_the_program_of_one_device() -> None:
    mesh = AbstractMesh((2,), ("model",), axis_types=(AxisType.Auto,))
    sharded = jax.shard_map(
        lambda x, w: jax.lax.psum(x @ w, "model"),
        mesh=mesh,
        in_specs=(PartitionSpec(None, "model"), PartitionSpec("model", None)),
        out_specs=PartitionSpec(),
    )
    program = front.convert(sharded, S((4, 8), jnp.float32), S((8, 6), jnp.float32))
    function = read_text(program.text)
    assert [(tensor.name, tensor.shape) for tensor in function.inputs] == [("x", (4, 4)), ("w", (4, 6))]
    assert "kind='AllReduce'" in program.text


def test_what_jax_says_of_a_function_goes_through() -> None:
    with pytest.raises(TypeError, match="dot_general"):
        front.convert(step, PARAMS, S((2, 5), jnp.float32))


def test_a_program_without_a_statement_is_refused() -> None:
    with pytest.raises(h2p.Refused):
        front.convert(jnp.linalg.qr, S((4, 4), jnp.float32))


@pytest.mark.parametrize(("model", "arguments"), [("vit", "vit_arguments"), ("llama", "llama_arguments")])
def test_models_compute_what_jax_computes(model: str, arguments: str, tmp_path: Path) -> None:
    fn, args = getattr(frontend_models, model), getattr(frontend_models, arguments)()
    program = front.convert(fn, *args, options=h2p.Options(fuse="all"))
    function = h2p.read(program.save(str(tmp_path)))
    leaves = {front.argument_path(jax.tree_util.keystr(path)): leaf for path, leaf in _named_leaves(args)}
    inputs = [leaves[tensor.name] for tensor in function.inputs]
    results = h2p.run(function, inputs, directory=str(tmp_path))
    expected = jax.tree.leaves(jax.jit(fn)(*args))
    assert len(results) == len(expected)
    for result, value in zip(results, expected, strict=True):
        np.testing.assert_allclose(result, value, rtol=2e-5, atol=2e-5)


def _named_leaves(args: tuple[Any, Any]) -> Any:
    """Leaves with the paths that JAX gives them under the functions' parameter names."""
    second = {"vit": "images", "llama": "tokens"}["vit" if args[1].ndim == 4 else "llama"]
    for path, leaf in jax.tree_util.tree_flatten_with_path(args[0])[0]:
        yield (jax.tree_util.GetAttrKey("params"), *path), leaf
    yield (jax.tree_util.GetAttrKey(second),), args[1]


def test_every_weight_of_the_llama_is_named() -> None:
    found = names(front.convert(frontend_models.llama, *frontend_models.llama_arguments()))[0]
    assert "params.layers_1.attention.q" in found
    assert "params.embedding" in found
    assert len(set(found)) == len(found) == 18


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("params['layers'][0]['w']", "params.layers_0.w"),
        ("state.opt.mu[3]", "state.opt.mu_3"),
        ("xs[1]", "xs_1"),
        ("params['blocks.0.weight']", "params.blocks.0.weight"),
        ('d["it\'s"]', "d.it's"),
    ],
)
def test_paths_become_names(path: str, name: str) -> None:
    assert front.argument_path(path) == name


def test_names_are_plain_and_unique() -> None:
    found = front.unique_names(["a b", "a_b", "add.1", "x", "x", "", "é'\"\n"])
    assert found == ["a_b", "a_b_2", "add_1", "x", "x_2", "input", "input_2"]


def test_importing_the_package_imports_neither_jax_nor_torch() -> None:
    check = "import sys, hlo2penguin; hlo2penguin.convert; assert not {'jax', 'torch'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", check], check=True)
