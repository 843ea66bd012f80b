"""Writes JAX programs as StableHLO and HLO into the folder given: run as a script, in a process with two devices."""

import os
import sys
from pathlib import Path

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=2"

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, PartitionSpec


def shape(*dims):
    return jax.ShapeDtypeStruct(dims, jnp.float32)


def convnet(weights, x):
    y = lax.conv_general_dilated(x, weights["w1"], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    y = lax.reduce_window(jax.nn.relu(y), -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    y = lax.conv_general_dilated(y, weights["w2"], (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    y = lax.reduce_window(y, 0.0, lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "SAME") / 4
    return (y.reshape(y.shape[0], -1) @ weights["w3"]).sum()


def lstm(weights, sequence):
    def cell(carry, x):
        hidden, memory = carry
        gates = x @ weights["wx"] + hidden @ weights["wh"] + weights["b"]
        i, f, g, o = jnp.split(gates, 4, -1)
        memory = jax.nn.sigmoid(f) * memory + jax.nn.sigmoid(i) * jnp.tanh(g)
        hidden = jax.nn.sigmoid(o) * jnp.tanh(memory)
        return (hidden, memory), hidden

    zero = jnp.zeros((sequence.shape[1], 16))
    return lax.scan(cell, (zero, zero), sequence)[1]


def experts(weights, x):
    probabilities, chosen = lax.top_k(jax.nn.softmax(x @ weights["router"]), 2)
    outputs = jnp.einsum("td,edf->tef", x, weights["w"])
    gates = jnp.zeros((x.shape[0], 4)).at[jnp.arange(x.shape[0])[:, None], chosen].set(probabilities)
    return jnp.einsum("tef,te->tf", jax.nn.gelu(outputs), gates).sum()


def tensor_parallel(x, w1, w2):
    return lax.psum(jax.nn.relu(x @ w1) @ w2, "tp")


def programs():
    conv_weights = {"w1": shape(3, 3, 3, 8), "w2": shape(3, 3, 8, 16), "w3": shape(64, 10)}
    yield "convnet_grad", jax.value_and_grad(convnet), (conv_weights, shape(2, 16, 16, 3))
    lstm_weights = {"wx": shape(8, 64), "wh": shape(16, 64), "b": shape(64)}
    yield "lstm_grad", jax.grad(lambda w, x: lstm(w, x).sum()), (lstm_weights, shape(12, 4, 8))
    yield "experts_grad", jax.value_and_grad(experts), ({"router": shape(16, 4), "w": shape(4, 16, 32)}, shape(10, 16))
    mesh = Mesh(np.array(jax.devices()), ("tp",))
    split = (PartitionSpec(), PartitionSpec(None, "tp"), PartitionSpec("tp", None))
    mapped = jax.shard_map(tensor_parallel, mesh=mesh, in_specs=split, out_specs=PartitionSpec())
    yield "tensor_parallel", mapped, (shape(4, 8), shape(8, 16), shape(16, 8))


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for name, function, arguments in programs():
        lowered = jax.jit(function).lower(*arguments)
        (folder / f"{name}.mlir").write_text(lowered.as_text())
        (folder / f"{name}.hlo.pb").write_bytes(lowered.compiler_ir("hlo").as_serialized_hlo_module_proto())
