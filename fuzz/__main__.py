"""Runs harnesses one after the other, each for so many seconds; exit status 1 where one found something."""

from __future__ import annotations

import argparse
import hashlib
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from fuzz.seeds import write_seeds
from fuzz.targets import TARGETS

_EXECUTIONS = re.compile(rb"stat::number_of_executed_units:\s*(\d+)|#(\d+)\t")
_COVERAGE = re.compile(rb"\bft: (\d+)")


@dataclass(slots=True)
class Outcome:
    """What became of one harness."""

    executions: int = 0
    coverage: int = 0
    findings: list[Path] = field(default_factory=list[Path])


def fuzz(target: str, seconds: int, runs: int, findings: Path, keep: Path | None) -> Outcome:
    """One harness, started again after each finding until its time is up."""
    outcome = Outcome()
    with tempfile.TemporaryDirectory(prefix="hlo2penguin-fuzz-") as scratch:
        folder = (keep or Path(scratch)) / target
        write_seeds(target, folder / "corpus")
        end = time.monotonic() + seconds
        while (left := int(end - time.monotonic())) > 0 and (not runs or outcome.executions < runs):
            command = [sys.executable, "-m", "fuzz.harness", target, str(folder), f"-max_total_time={left}"]
            if runs:
                command.append(f"-runs={runs - outcome.executions}")
            process = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
            _count(outcome, process.stdout)
            if process.returncode == 0:
                break
            outcome.findings.append(_keep(target, folder / "current", process, findings))
            print(f"{target}: finding {outcome.findings[-1]}", flush=True)
    return outcome


def _count(outcome: Outcome, log: bytes) -> None:
    numbers = [int(a or b) for a, b in _EXECUTIONS.findall(log)]
    outcome.executions += max(numbers, default=0)
    outcome.coverage = max([outcome.coverage, *map(int, _COVERAGE.findall(log))])


def _keep(target: str, current: Path, process: subprocess.CompletedProcess[bytes], findings: Path) -> Path:
    """The input that ended the harness, with what was said."""
    data = current.read_bytes() if current.exists() else b""
    findings.mkdir(parents=True, exist_ok=True)
    path = findings / f"{target}-{hashlib.sha256(data).hexdigest()[:12]}"
    path.write_bytes(data)
    path.with_suffix(".log").write_bytes(f"exit status {process.returncode}\n".encode() + process.stdout[-8_000:])
    return path


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"default: all of {', '.join(TARGETS)}")
    parser.add_argument("--seconds", type=int, default=60, help="time for each harness")
    parser.add_argument("--runs", type=int, default=0, help="stop a harness after so many executions")
    parser.add_argument("--findings", type=Path, default=Path("fuzz-findings"), help="where findings go")
    parser.add_argument("--keep", type=Path, help="folder that keeps the grown corpora")
    given = parser.parse_args()
    if unknown := set(given.targets) - set(TARGETS):
        parser.error(f"no such target: {', '.join(sorted(unknown))}")
    found = 0
    for target in given.targets or TARGETS:
        start = time.monotonic()
        outcome = fuzz(target, given.seconds, given.runs, given.findings, given.keep)
        found += len(outcome.findings)
        seconds = time.monotonic() - start
        numbers = f"{outcome.executions:,} executions, {outcome.coverage:,} features, {len(outcome.findings)} findings"
        print(f"{target:16} {seconds:6.0f} s, {numbers}", flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
