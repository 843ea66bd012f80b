"""Random programs go through the whole house: convert, read back, lift, run, and agree with XLA on the source.

What once failed stands in `programs/`. HLO2PENGUIN_STRESS=1 (`make stress`) tries many more.
"""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st
from random_programs import RULES, Builder, program

from hlo2penguin.options import Options
from hlo2penguin.runtime import verify

EXAMPLES = 3_000 if os.environ.get("HLO2PENGUIN_STRESS") else 40
SEED = int(os.environ.get("HLO2PENGUIN_SEED", "0"))
FAILED = sorted((Path(__file__).parent / "programs").glob("*.mlir"))
checked = settings(
    max_examples=EXAMPLES, deadline=None, derandomize=EXAMPLES < 100, suppress_health_check=list(HealthCheck)
)


class Drawn:
    """Choices that hypothesis makes and shrinks."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw

    def pick(self, options: Sequence[Any]) -> Any:
        return options[self.draw(st.integers(0, len(options) - 1))]

    def number(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))


class Random:
    """Choices of a seed."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def pick(self, options: Sequence[Any]) -> Any:
        return self.dice.choice(options)

    def number(self, low: int, high: int) -> int:
        return self.dice.randint(low, high)


def check(text: str, fuse: Any) -> None:
    verdict = verify(text, Options(fuse=fuse))
    assert verdict.status == "verified", f"{verdict}\n{text}"


@checked
@given(st.data(), st.sampled_from(["all", "none"]))
def test_agrees_with_xla(data: Any, fuse: str) -> None:
    text = program(Drawn(data.draw), expanders=fuse == "all")
    note(text)
    check(text, fuse)


@pytest.mark.parametrize("fuse", ["all", "default", "none"])
@pytest.mark.parametrize("path", FAILED, ids=[path.stem for path in FAILED])
def test_what_once_failed(path: Path, fuse: Any) -> None:
    check(path.read_text(), fuse)


@pytest.mark.parametrize("rule", sorted({rule.__name__ for rule in RULES}))
def test_each_family_by_itself(rule: str) -> None:
    """One program that is nothing but a family, so that none is left out by chance."""
    builder = Builder(Random(SEED), expanders=False)
    for _ in range(3):
        getattr(builder, rule)()
    check(builder.text(4), "default")


@pytest.mark.skipif(not os.environ.get("HLO2PENGUIN_STRESS"), reason="a long run: HLO2PENGUIN_STRESS=1")
def test_many_seeds() -> None:
    failed = {}
    for seed in range(SEED, SEED + EXAMPLES):
        fuse = ("all", "none", "default")[seed % 3]
        text = program(Random(seed), expanders=fuse == "all")
        verdict = verify(text, Options(fuse=fuse))
        if verdict.status != "verified":
            failed[seed] = (verdict.code, verdict.message[:300])
    assert not failed
