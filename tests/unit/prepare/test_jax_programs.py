"""Whole JAX programs through every preparation pass: same values, idempotence, refusals that give reasons."""

import numpy as np
import pytest
from prepare_values import execute, random

jax = pytest.importorskip("jax")
from jax import lax  # noqa: E402
from jax import numpy as jnp  # noqa: E402

from hlo2penguin.diagnostics import Refused  # noqa: E402
from hlo2penguin.load import load  # noqa: E402
from hlo2penguin.mlir.decode import Decoder  # noqa: E402
from hlo2penguin.options import Options  # noqa: E402
from hlo2penguin.prepare import PrepareState, prepare  # noqa: E402


def lstm(xs, w, u, c, h):
    def cell(state, x):
        c, h = state
        i, f, o, z = jnp.split(x @ w + h @ u, 4, -1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(z)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (c, h), h

    return lax.scan(cell, (c, h), xs)


def nested(x):
    return lax.fori_loop(0, 4, lambda i, a: lax.fori_loop(0, i + 1, lambda j, b: b * 0.5 + j * i, a), x)


def conjunction(x):
    state = lax.while_loop(lambda s: (s[0] > 2) & (s[1] < 100), lambda s: (s[0] - 3, s[1] * 2, s[2] + s[1]), (20, 1, x))
    return state[0], state[2]


def reverse_scan(x):
    return lax.scan(lambda c, y: (c + y, c * y), jnp.float32(1), x, reverse=True)


def in_place(x):
    return lax.fori_loop(0, 5, lambda i, a: a.at[i].set(a[4 - i] * i.astype(jnp.float32)), x)


def table(x):
    order = jnp.array([3, 1, 2], jnp.int32)
    return lax.fori_loop(0, 3, lambda i, a: a.at[order[i]].add(1.0), x)


def branches(x):
    return lax.fori_loop(0, 4, lambda i, a: lax.switch(i % 3, [jnp.sin, jnp.cos, jnp.tanh], a), x)


def gradient_of_scan(x, w):
    def loss(w):
        return lax.scan(lambda c, y: (jnp.tanh(c @ w + y), c.sum()), jnp.zeros(8), x)[0].sum()

    return jax.value_and_grad(loss)(w)


def rematerialized(x, w):
    def loss(w):
        return lax.scan(jax.checkpoint(lambda c, y: (jnp.sin(c @ w + y), None)), jnp.zeros(8), x)[0].sum()

    return jax.grad(loss)(w)


def threefry(key):
    return jax.random.normal(jax.random.wrap_key_data(key), (4,))


def batched(x):
    return jax.vmap(lambda r: lax.fori_loop(0, 3, lambda i, a: a * r + i, r))(x)


def many_reductions(x, y):
    return lax.reduce((x, y), (jnp.float32(0), jnp.float32(1)), lambda a, b: (a[0] + b[0], a[1] * b[1]), (0,))


def arguments_of_the_maximum(x):
    return jnp.argmax(x, 1), jnp.max(x, 1)


PROGRAMS = {
    lstm: [(5, 2, 8), (8, 32), (8, 32), (2, 8), (2, 8)],
    nested: [(3,)],
    conjunction: [(3,)],
    reverse_scan: [(5,)],
    in_place: [(5,)],
    table: [(4,)],
    branches: [(3,)],
    gradient_of_scan: [(6, 8), (8, 8)],
    rematerialized: [(6, 8), (8, 8)],
    threefry: [(2,)],
    batched: [(3, 2)],
    many_reductions: [(4, 3), (4, 3)],
    arguments_of_the_maximum: [(3, 5)],
}


def prepared(source, **options):
    loaded = load(source)
    dialect = "mhlo" if loaded.format == "mhlo" else "stablehlo"
    state = PrepareState(Options(**options), Decoder(), [], [], loaded.names, dialect)
    prepare(loaded.module, state)
    loaded.module.operation.verify()
    text = str(loaded.module)
    prepare(loaded.module, state)
    assert str(loaded.module) == text, "a second run changed the program"
    return text, state


@pytest.mark.parametrize("spelling", ["stablehlo", "hlo"])
@pytest.mark.parametrize("function", PROGRAMS, ids=lambda function: function.__name__)
def test_values_stay(function, spelling):
    dtype = np.uint32 if function is threefry else np.float32
    inputs = [(random(*shape, seed=seed) * 3).astype(dtype) for seed, shape in enumerate(PROGRAMS[function])]
    jitted = jax.jit(function)
    lowered = jitted.lower(*inputs)
    source = (
        lowered.as_text() if spelling == "stablehlo" else lowered.compiler_ir("hlo").as_serialized_hlo_module_proto()
    )
    text, _ = prepared(source)
    for gone in ("while", "stablehlo.case", "func.call", "call @"):
        assert gone not in text
    expected = jax.tree.leaves(jitted(*inputs))
    actual = execute(text, inputs)[0]
    assert len(expected) == len(actual)
    for left, right in zip(expected, actual, strict=True):
        np.testing.assert_allclose(right, np.asarray(left), rtol=2e-5, atol=2e-5)


def data_dependent_loop(x):
    return lax.while_loop(lambda s: jnp.sum(s) < 100, lambda s: s * 2 + 1, x)


def data_dependent_branch(x):
    return lax.cond(x.sum() > 0, jnp.sin, jnp.cos, x)


def too_long(x):
    return lax.fori_loop(0, 1_000_000, lambda i, a: jnp.sin(a) * 2, x)


@pytest.mark.parametrize(
    ("function", "code", "words"),
    [
        (data_dependent_loop, "NCC_PYP055", "depends on the result of `stablehlo.reduce`"),
        (data_dependent_branch, "NCC_PYP055", "index is not known at compile time"),
        (too_long, "H2P202", "1,000,000 iterations"),
    ],
)
def test_refusals(function, code, words):
    with pytest.raises(Refused) as caught:
        prepared(jax.jit(function).lower(random(3)).as_text(debug_info=True))
    assert caught.value.code == code
    (problem,) = caught.value.diagnostics
    assert words in problem.cause
    assert problem.place.file.endswith("test_jax_programs.py")
    assert problem.place.line > 1
