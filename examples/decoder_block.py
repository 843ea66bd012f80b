"""Makes decoder_block.mlir and mlp.hlo_module.pb beside this file (needs jax)."""

from pathlib import Path

import jax
import jax.numpy as jnp

HERE = Path(__file__).parent
jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")  # file names without folders
HEADS = 4


def rms_norm(x, scale):
    return x / jnp.sqrt(jnp.sum(x * x, -1, keepdims=True)) * scale


def decoder_block(x, wq, wk, wv, wo, w_in, w_out, scale):
    batch, length, width = x.shape

    def heads(y):
        return y.reshape(batch, length, HEADS, width // HEADS).transpose(0, 2, 1, 3)

    h = rms_norm(x, scale)
    scores = jnp.einsum("bhqd,bhkd->bhqk", heads(h @ wq), heads(h @ wk))
    causal = jnp.tril(jnp.ones((length, length), bool))
    weights = jax.nn.softmax(jnp.where(causal, scores, -1e9), -1)
    attended = jnp.einsum("bhqk,bhkd->bhqd", weights, heads(h @ wv)).transpose(0, 2, 1, 3)
    x = x + attended.reshape(batch, length, width) @ wo
    return x + jax.nn.silu(rms_norm(x, scale) @ w_in) @ w_out


def mlp(x, w1, w2):
    return jnp.tanh(x @ w1) @ w2


def shapes(*dims):
    return [jax.ShapeDtypeStruct(dim, jnp.float32) for dim in dims]


if __name__ == "__main__":
    square = (64, 64)
    block = jax.jit(decoder_block).lower(
        *shapes((2, 16, 64), square, square, square, square, (64, 256), (256, 64), (64,))
    )
    (HERE / "decoder_block.mlir").write_text(block.as_text(debug_info=False))
    hlo = jax.jit(mlp).lower(*shapes((8, 32), (32, 64), (64, 16))).compiler_ir("hlo")
    (HERE / "mlp.hlo_module.pb").write_bytes(hlo.as_serialized_hlo_module_proto())
