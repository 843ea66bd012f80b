# ruff: noqa: E501
"""Corpora: what HLO2PENGUIN_CORPUS holds, in the form that each harness takes, and a few programs of our own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

__all__ = ["write_seeds"]

MAX_SIZE = 16_000
"""Bytes of the largest seed: large programs make slow executions."""

_OWN = """module @own attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>, %i: tensor<i32>) -> (tensor<4x4xf32>, tensor<4xf32>) {
    %c = stablehlo.constant dense<[1.0, -2.5, 0x7F800000, 4.0]> : tensor<4xf32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %d = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32> loc("dot")
    %l = stablehlo.logistic %d : tensor<4x4xf32>
    %m = stablehlo.multiply %d, %l : tensor<4x4xf32>
    %s = stablehlo.multiply %m, %m : tensor<4x4xf32>
    %r = stablehlo.reduce(%s init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
    %q = stablehlo.sqrt %r : tensor<4xf32>
    %p = stablehlo.add %q, %c : tensor<4xf32>
    %e = stablehlo.exponential_minus_one %p : tensor<4xf32>
    return %m, %e : tensor<4x4xf32>, tensor<4xf32>
  }
}
"""


def _programs(*suffixes: str) -> Iterator[Path]:
    folder = os.environ.get("HLO2PENGUIN_CORPUS")
    for path in sorted(Path(folder).rglob("*")) if folder else ():
        if path.name.endswith(suffixes) and path.stat().st_size <= MAX_SIZE:
            yield path


def _texts() -> Iterator[bytes]:
    yield _OWN.encode()
    yield from (path.read_bytes() for path in _programs(".mlir"))


def _bytecode() -> Iterator[bytes]:
    import io

    from hlo2penguin.diagnostics import Refused
    from hlo2penguin.load import load
    from hlo2penguin.mlir.portable import portable_artifact

    for number, text in enumerate(_texts()):
        try:
            module = load(text).module
            buffer = io.BytesIO()
            module.operation.write_bytecode(buffer)
            yield buffer.getvalue()
            if number % 4 == 0:
                yield portable_artifact(module)
        except (Refused, ValueError):
            continue  # damaged on purpose, or not StableHLO


def _hlo_texts() -> Iterator[bytes]:
    yield from (path.read_bytes() for path in _programs(".hlo", ".hlo.txt"))


def _protos() -> Iterator[bytes]:
    from hlo2penguin.mlir.hlo_import import HloError, proto_of_text

    yield from (path.read_bytes() for path in _programs(".pb"))
    for text in _hlo_texts():
        try:
            yield proto_of_text(text.decode())
        except HloError:
            continue


def _any_program() -> Iterator[bytes]:
    yield from _texts()
    yield from _hlo_texts()


def _penguin() -> Iterator[bytes]:
    from hlo2penguin.options import Options
    from hlo2penguin.pipeline import convert

    for number, program in enumerate(_any_program()):
        try:
            text = convert(program, Options(fuse="all" if number % 2 else "default")).text
        except Exception:
            continue  # refused, or a finding, which the harness `convert` meets on the same seed
        if len(text) <= MAX_SIZE:
            yield text.encode()


SEEDS: dict[str, Callable[[], Iterator[bytes]]] = {
    "load_text": _texts,
    "load_bytecode": _bytecode,
    "load_hlo_text": _hlo_texts,
    "load_hlo_proto": _protos,
    "convert": _any_program,
    "read": _penguin,
    "lift": _penguin,
}


def write_seeds(target: str, folder: Path) -> int:
    """Writes the seeds of a harness; gives their number."""
    folder.mkdir(parents=True, exist_ok=True)
    number = 0
    for number, seed in enumerate(SEEDS[target](), 1):
        (folder / f"seed-{number:04}").write_bytes(seed)
    return number
