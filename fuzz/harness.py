"""One harness in a process of its own: `python -m fuzz.harness TARGET FOLDER [libFuzzer's options]`.

The input that is being tried stands in FOLDER/current, so that it is known even where native code ends the process.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["hlo2penguin"]):
    import hlo2penguin.lift
    import hlo2penguin.load.hlo
    import hlo2penguin.penguin
    import hlo2penguin.pipeline  # noqa: F401

from fuzz.mutate import MUTATORS
from fuzz.targets import run

LIMIT = 60
"""Seconds that one execution may take."""


def main() -> None:
    """Runs until libFuzzer's limit, or until the first finding."""
    target, folder = sys.argv[1], Path(sys.argv[2])
    current, seeds = folder / "current", folder / "corpus"

    def one_input(data: bytes) -> None:
        current.write_bytes(data)
        run(target, data)

    def mutate(data: bytes, max_size: int, seed: int) -> bytes:
        dice = random.Random(seed)
        if dice.random() < 0.25:
            return atheris.Mutate(data, max_size)
        text = MUTATORS[target](data.decode("utf-8", "surrogateescape"), dice)
        return text.encode("utf-8", "surrogateescape")[:max_size]

    # Signals are left alone: the loader's children die of them, and that is what they are for.
    signals = [f"-handle_{name}=0" for name in ("abrt", "segv", "bus", "ill", "fpe")]
    limits = [f"-timeout={LIMIT}", "-rss_limit_mb=6000", "-max_len=20000", "-detect_leaks=0", "-print_final_stats=1"]
    extra = {"custom_mutator": mutate} if target in MUTATORS else {}
    options = [*signals, *limits, f"-artifact_prefix={folder}/artifact-", *sys.argv[3:], str(seeds)]
    atheris.Setup([sys.argv[0], *options], one_input, **extra)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
