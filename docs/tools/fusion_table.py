"""Clusters and near misses per kind in the corpus of real programs, as the Markdown of `explanation/fusion.md`.

`python docs/tools/fusion_table.py` prints the tables; the corpus is found through HLO2PENGUIN_CORPUS. Needs JAX.
"""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from reference import table

from hlo2penguin.diagnostics import Refused
from hlo2penguin.options import Options
from hlo2penguin.pipeline import Session

LAYERS = 4
KINDS = ("DotLogistic", "MulRedSqrt", "Elementwise", "Expm1", "Log1p")


@dataclass(slots=True)
class Row:
    """One set of programs: how many, how many were refused, clusters by kind and near misses by remark."""

    name: str
    programs: int = 0
    refused: int = 0
    clusters: Counter[str] = field(default_factory=Counter)
    missed: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, source: str, options: Options) -> None:
        """Fuses one program."""
        self.programs += 1
        session = Session(options)
        try:
            session.load(source)
            session.prepare()
            session.fuse()
        except Refused:
            self.refused += 1
            return
        for remark in session.remarks:
            kind = dict(remark.facts).get("kind")
            if kind:
                self.clusters[kind] += 1
            elif remark.kind == "Missed":
                self.missed[remark.rule, remark.name] += 1


def sources(corpus: Path) -> Iterator[tuple[str, list[str]]]:
    """The sets of programs: name, and paths or texts."""
    sys.path.insert(0, str(corpus))
    import jax_models

    for model in ("llama", "gpt"):
        for train in (False, True):
            text = jax_models.make(LAYERS, train, llama=model == "llama").as_text(debug_info=True)
            yield f"`jax_models.py`: {model}, {LAYERS} layers, {'training step' if train else 'forward'}", [text]
    for folder in ("torch_neuronx_hlo", "neuron_hlo"):
        yield f"`{folder}/`", [str(path) for path in sorted((corpus / folder).iterdir())]
    yield "`idioms.mlir`", [str(corpus / "idioms.mlir")]


def count(corpus: Path, fuse: str) -> list[Row]:
    """One row per set, with `--fuse=fuse`."""
    rows: list[Row] = []
    for name, programs in sources(corpus):
        row = Row(name)
        for program in programs:
            row.add(program, Options(fuse=fuse))  # type: ignore[arg-type]
        rows.append(row)
    return rows


def clusters(rows: list[Row]) -> str:
    """Clusters by kind."""
    return table(
        ("programs", "number", "refused", *KINDS),
        ((row.name, str(row.programs), str(row.refused), *(str(row.clusters[kind]) for kind in KINDS)) for row in rows),
    )


def near_misses(rows: list[Row]) -> str:
    """Near misses by sub-pass and remark."""
    found = sorted({key for row in rows for key in row.missed})
    return table(
        ("programs", *(f"{rule}: {name}" for rule, name in found)),
        ((row.name, *(str(row.missed[key]) for key in found)) for row in rows),
    )


def tables(corpus: Path) -> str:
    """Everything, as it stands in the page."""
    default, everything = count(corpus, "default"), count(corpus, "all")
    return (
        f"Clusters with default switches:\n\n{clusters(default)}\n"
        f"Clusters with `--fuse=all`:\n\n{clusters(everything)}\n"
        f"Near misses with default switches:\n\n{near_misses(default)}"
    )


if __name__ == "__main__":
    print(tables(Path(os.environ["HLO2PENGUIN_CORPUS"])), end="")
