"""What fuzzing found stays mended: `findings/<target>/<what>`, replayed without atheris."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FOUND = sorted(path for path in (Path(__file__).parent / "findings").rglob("*") if path.is_file())


@pytest.mark.parametrize("path", FOUND, ids=[f"{path.parent.name}-{path.name}" for path in FOUND])
def test_finding(path, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT))
    from fuzz.targets import run

    run(path.parent.name, path.read_bytes())


@pytest.mark.corpus
@pytest.mark.parametrize("target", ["load_text", "load_bytecode", "load_hlo_text", "load_hlo_proto", "convert", "read"])
def test_the_harnesses_take_their_seeds(target, corpus, monkeypatch):
    """A few mutations of each target's first seeds, so that one that no longer runs is seen before `make fuzz`."""
    import random

    monkeypatch.syspath_prepend(str(ROOT))
    from fuzz import seeds
    from fuzz.mutate import MUTATORS
    from fuzz.targets import run

    monkeypatch.setattr(seeds, "MAX_SIZE", 3_000)
    dice = random.Random(1)
    for seed, _ in zip(seeds.SEEDS[target](), range(8), strict=False):
        run(target, seed)
        if target in MUTATORS:
            run(target, MUTATORS[target](seed.decode(), dice).encode())
        else:
            at = dice.randrange(len(seed))
            run(target, seed[:at] + bytes([dice.randrange(256)]) + seed[at + 1 :])
    assert sys.modules["fuzz.targets"]
