"""Programs to measure: transformer training steps from the corpus (or the shipped block), and a long chain."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Model", "chain", "clusters", "compile_cache", "transformer"]

EXAMPLE = Path(__file__).parent.parent / "examples" / "decoder_block.mlir"


@dataclass(frozen=True, slots=True)
class Model:
    """A program as StableHLO text and, where there is one, as an HLO proto."""

    name: str
    text: str
    proto: bytes | None = None


def transformer(layers: int, folder: Path) -> Model:
    """A training step of `layers` decoder layers; without the corpus, the shipped decoder block whatever `layers`."""
    corpus = os.environ.get("HLO2PENGUIN_CORPUS")
    if not corpus:
        return Model("decoder block (shipped)", EXAMPLE.read_text())
    stem = folder / f"train{layers}"
    if not stem.with_suffix(".mlir").exists():
        script = Path(corpus) / "jax_models.py"
        subprocess.run([sys.executable, str(script), str(layers), "train", str(stem)], check=True, capture_output=True)
    proto = Path(f"{stem}.hlo.pb").read_bytes()
    return Model(f"{layers}-layer training step", Path(f"{stem}.mlir").read_text(), proto)


def chain(length: int) -> Model:
    """`length` elementwise ops, each reading the one before, and a reduction at the end."""
    type = "tensor<8xf32>"
    lines = [f"func.func @main(%v0: {type}) -> tensor<f32> {{"]
    lines += [f"  %v{i + 1} = stablehlo.{('tanh', 'negate')[i % 2]} %v{i} : {type}" for i in range(length)]
    lines += [
        "  %z = stablehlo.constant dense<0.0> : tensor<f32>",
        f"  %r = stablehlo.reduce(%v{length} init: %z) applies stablehlo.add across dimensions = [0] "
        f": ({type}, tensor<f32>) -> tensor<f32>",
        "  return %r : tensor<f32>\n}\n",
    ]
    return Model(f"chain of {length:,}", "\n".join(lines))


def clusters(count: int) -> Model:
    """`count` separate clusters, each an elementwise op under a reduction; their results are added up."""
    type, scalar = "tensor<8xf32>", "tensor<f32>"
    lines = [
        f"func.func @main(%x: {type}) -> {scalar} {{",
        f"  %z = stablehlo.constant dense<0.0> : {scalar}",
        f"  %s0 = stablehlo.constant dense<1.0> : {scalar}",
    ]
    for i in range(count):
        lines += [
            f"  %a{i} = stablehlo.{('tanh', 'negate')[i % 2]} %x : {type}",
            f"  %r{i} = stablehlo.reduce(%a{i} init: %z) applies stablehlo.add across dimensions = [0] "
            f": ({type}, {scalar}) -> {scalar}",
            f"  %s{i + 1} = stablehlo.add %s{i}, %r{i} : {scalar}",
        ]
    lines.append(f"  return %s{count} : {scalar}\n}}\n")
    return Model(f"{count:,} clusters", "\n".join(lines))


def compile_cache(folder: Path, copies: int, limit: int | None = None) -> Path | None:
    """A folder with the corpus's real HLO protos, each `copies` times; None without the corpus."""
    corpus = os.environ.get("HLO2PENGUIN_CORPUS")
    if not corpus:
        return None
    cache = folder / "cache"
    for number in range(copies):
        (cache / str(number)).mkdir(parents=True)
        for proto in sorted(Path(corpus, "neuron_hlo").glob("*.pb"))[:limit]:
            shutil.copy(proto, cache / str(number))
    return cache
