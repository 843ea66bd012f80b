"""What fuzzing found stays mended: `findings/<target>/<what>`, replayed without atheris."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
FOUND = sorted(path for path in (Path(__file__).parent / "findings").rglob("*") if path.is_file())

REPLAY = """
import sys
from pathlib import Path
from fuzz.targets import run
run(sys.argv[1], Path(sys.argv[2]).read_bytes())
"""


@pytest.mark.parametrize("path", FOUND, ids=[f"{path.parent.name}-{path.name}" for path in FOUND])
def test_finding(path):
    """In a process of its own with one thread, as the command line is: there the loader forks before native code."""
    command = [sys.executable, "-c", REPLAY, path.parent.name, str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr[-2_000:].decode(errors="replace")


SMOKE = """
import random, sys
from fuzz import seeds
from fuzz.mutate import MUTATORS
from fuzz.targets import run
seeds.MAX_SIZE = 3_000
target, dice = sys.argv[1], random.Random(1)
for seed, _ in zip(seeds.SEEDS[target](), range(8)):
    run(target, seed)
    at = dice.randrange(len(seed))
    if target in MUTATORS:
        run(target, MUTATORS[target](seed.decode(), dice).encode())
    else:
        run(target, seed[:at] + bytes([dice.randrange(256)]) + seed[at + 1 :])
"""


@pytest.mark.corpus
@pytest.mark.parametrize(
    "target", ["load_text", "load_bytecode", "load_hlo_text", "load_hlo_proto", "convert", "read", "lift"]
)
def test_the_harnesses_take_their_seeds(target, corpus):
    """A few mutations of each target's first seeds, so that one that no longer runs is seen before `make fuzz`."""
    command = [sys.executable, "-c", SMOKE, target]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr[-2_000:].decode(errors="replace")
