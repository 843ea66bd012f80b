"""The smallest program that still fails: drop outputs, ops, inputs, shapes and constants while a test says so.

Steps go from coarse to fine, each over and over while it helps, until none of them does. The program travels as MLIR
text; what does not parse is reduced line by line.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass

from hlo2penguin.diagnostics import Diagnostic, Refused
from hlo2penguin.load import load
from hlo2penguin.reduce.steps import STEPS, Candidates, count_ops, drop_lines, parsed, text_of

__all__ = ["Reduction", "command_test", "reduce_text", "start_text"]

Test = Callable[[str], bool]
"""Whether a program, as MLIR text, still fails."""

Progress = Callable[[str, int], None]


@dataclass(frozen=True, slots=True)
class Reduction:
    """The result: `text`, ops before and after (lines, where it does not parse), how many candidates were tried, and
    whether nothing more can go (else the limit was reached)."""

    text: str
    before: int
    after: int
    tried: int
    complete: bool


def start_text(source: str) -> str:
    """The program as MLIR text. One that cannot be loaded is taken as it stands, where it is text. Raises Refused."""
    try:
        return text_of(load(source).module, locations=True)
    except Refused as refused:
        try:
            with open(source, encoding="utf-8") as file:
                return file.read()
        except (OSError, UnicodeDecodeError):
            raise refused from None


def command_test(command: str, seconds: float | None = None, expect: str = "") -> Test:
    """A test that runs a shell command on the program and passes where its exit status is not 0.

    The program's file name replaces `{}`, or comes last. With `expect`, what the command writes must also match that
    regular expression, so that one failure is not traded for another. Taking longer than `seconds` is failing, too.
    """
    pattern = re.compile(expect) if expect else None

    def test(text: str) -> bool:
        with tempfile.TemporaryDirectory(prefix="hlo2penguin-reduce-") as folder:
            path = os.path.join(folder, "candidate.mlir")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            name = shlex.quote(path)
            line = command.replace("{}", name) if "{}" in command else f"{command} {name}"
            try:
                done = subprocess.run(
                    line, shell=True, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False
                )
            except subprocess.TimeoutExpired:
                return pattern is None
        said = (done.stdout + done.stderr).decode("utf-8", "replace")
        return done.returncode != 0 and (pattern is None or pattern.search(said) is not None)

    return test


def reduce_text(text: str, test: Test, limit: int = 10_000, progress: Progress | None = None) -> Reduction:
    """Reduces a program while `test` passes, trying at most `limit` candidates. Raises Refused where it fails at once.

    `progress` hears of each step that helped, with the number of ops left.
    """
    if not test(text):
        cause = "the test does not fail on the program as it is"
        help = "the command must exit with a status other than 0 on it; {} stands for the file's name"
        raise Refused(Diagnostic("H2P024", cause, help))
    run = _Run(test, limit, progress)
    best = text
    module = parsed(text)
    locations = True
    if module is not None:
        locations = not test(plain := text_of(module, locations=False))
        best = best if locations else plain
    steps = [drop_lines] if module is None else [step(locations) for step in STEPS]
    while run.tried < limit:
        before = best
        for step in steps:
            best = run.exhaust(best, step)
        if best == before:
            break
    return Reduction(best, count_ops(text), count_ops(best), run.tried, run.tried < limit)


@dataclass(slots=True)
class _Run:
    test: Test
    limit: int
    progress: Progress | None
    tried: int = 0

    def exhaust(self, text: str, candidates: Candidates) -> str:
        """Takes the first candidate that still fails and goes on from there, until there is none."""
        helped = True
        while helped:
            helped = False
            for what, candidate in candidates(text):
                if self.tried >= self.limit:
                    return text
                self.tried += 1
                if candidate != text and self.test(candidate):
                    text, helped = candidate, True
                    if self.progress is not None:
                        self.progress(what, count_ops(text))
                    break
        return text
