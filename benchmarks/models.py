"""Programs to measure: transformer training steps from the corpus (or the shipped block), and a long chain."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Model", "chain", "transformer"]

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
