"""A ViT-like and a Llama-like model in plain JAX, small enough to run."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

HEADS = 2
Tree = dict[str, Any]


def _random(rng: np.random.Generator, *shape: int) -> np.ndarray:
    return (rng.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float32)


def _attention(params: Tree, x: jax.Array, causal: bool) -> jax.Array:
    batch, length, width = x.shape

    def heads(name: str) -> jax.Array:
        return (x @ params[name]).reshape(batch, length, HEADS, width // HEADS).transpose(0, 2, 1, 3)

    scores = jnp.einsum("bhqd,bhkd->bhqk", heads("q"), heads("k")) / np.sqrt(width // HEADS)
    if causal:
        scores = jnp.where(jnp.tril(jnp.ones((length, length), bool)), scores, -1e9)
    mixed = jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores, -1), heads("v"))
    return mixed.transpose(0, 2, 1, 3).reshape(batch, length, width) @ params["o"]


def _layer_norm(x: jax.Array, scale: jax.Array, bias: jax.Array) -> jax.Array:
    centred = x - x.mean(-1, keepdims=True)
    return centred * jax.lax.rsqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * scale + bias


def vit(params: Tree, images: jax.Array) -> Tree:
    """Patches by a strided convolution, blocks, a class head on the mean token."""
    patches = jax.lax.conv_general_dilated(
        images, params["patch"], (4, 4), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )
    batch, rows, columns, width = patches.shape
    x = patches.reshape(batch, rows * columns, width) + params["position"]
    for block in params["blocks"]:
        x = x + _attention(block["attention"], _layer_norm(x, block["scale"], block["bias"]), causal=False)
        x = x + jax.nn.gelu(x @ block["up"], approximate=False) @ block["down"]
    return {"logits": x.mean(1) @ params["head"], "tokens": x}


def vit_arguments() -> tuple[Tree, np.ndarray]:
    """Parameters and images for `vit`."""
    rng = np.random.default_rng(0)
    width = 8

    def block() -> Tree:
        return {
            "attention": {name: _random(rng, width, width) for name in "qkvo"},
            "scale": np.ones(width, np.float32),
            "bias": np.zeros(width, np.float32),
            "up": _random(rng, width, 16),
            "down": _random(rng, 16, width),
        }

    params = {
        "patch": _random(rng, 4, 4, 3, width),
        "position": _random(rng, 4, width),
        "blocks": [block(), block()],
        "head": _random(rng, width, 5),
    }
    return params, _random(rng, 2, 8, 8, 3)


def _rms_norm(x: jax.Array, scale: jax.Array) -> jax.Array:
    return x / jnp.sqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6) * scale


def _rotary(x: jax.Array) -> jax.Array:
    length, width = x.shape[-2:]
    angles = np.outer(np.arange(length), 10000.0 ** (-np.arange(0, width, 2) / width)).astype(np.float32)
    even, odd = x[..., ::2], x[..., 1::2]
    turned = (even * np.cos(angles) - odd * np.sin(angles), even * np.sin(angles) + odd * np.cos(angles))
    return jnp.stack(turned, -1).reshape(x.shape)


def llama(params: Tree, tokens: jax.Array) -> jax.Array:
    """Embedding by a gather, RMS norms, rotary positions, causal attention, gated MLPs, tied head."""
    x = params["embedding"][tokens]
    for layer in params["layers"]:
        x = x + _attention(layer["attention"], _rotary(_rms_norm(x, layer["scale"])), causal=True)
        h = _rms_norm(x, layer["scale"])
        x = x + (jax.nn.silu(h @ layer["gate"]) * (h @ layer["up"])) @ layer["down"]
    return x @ params["embedding"].T


def llama_arguments() -> tuple[Tree, np.ndarray]:
    """Parameters and token ids for `llama`."""
    rng = np.random.default_rng(1)
    width, hidden, vocabulary = 8, 16, 11

    def layer() -> Tree:
        return {
            "attention": {name: _random(rng, width, width) for name in "qkvo"},
            "scale": np.ones(width, np.float32),
            "gate": _random(rng, width, hidden),
            "up": _random(rng, width, hidden),
            "down": _random(rng, hidden, width),
        }

    params = {"embedding": _random(rng, vocabulary, width), "layers": [layer(), layer()]}
    return params, rng.integers(0, vocabulary, (2, 6), dtype=np.int32)
