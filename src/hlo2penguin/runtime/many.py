"""Verdicts on many inputs, in several processes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from hlo2penguin.crash import broke_down, one_line, worker_died
from hlo2penguin.options import Options
from hlo2penguin.runtime.oracle import OracleName
from hlo2penguin.runtime.verdict import Verdict
from hlo2penguin.runtime.verify import verify
from hlo2penguin.runtime.worker import Died, map_isolated

__all__ = ["input_files", "verify_many"]

_NO_PROGRAMS = frozenset({".md", ".py", ".json", ".yaml", ".npy"})


def input_files(paths: Iterable[str | os.PathLike[str]]) -> list[str]:
    """The files that `paths` stand for: a directory stands for the programs in it, in order of name."""
    found: list[str] = []
    for path in map(Path, paths):
        if path.is_dir():
            inside = sorted(file for file in path.iterdir() if file.is_file() and not file.name.startswith("."))
            found += [os.fspath(file) for file in inside if file.suffix not in _NO_PROGRAMS]
        else:
            found.append(os.fspath(path))
    return found


def verify_many(
    paths: Iterable[str | os.PathLike[str]],
    options: Options | None = None,
    *,
    oracle: OracleName = "xla",
    seed: int = 0,
    bisect: bool = False,
    platform: str | None = "cpu",
    jobs: int | None = None,
) -> Iterator[Verdict]:
    """One verdict per file, in the files' order, as soon as they are known. See `verify`.

    The work is done in `jobs` processes (default: one per CPU). A process that dies makes the verdict `error` of its
    input alone. Bugs of this tool leave a reproducer, see `crash.broke_down`.
    """
    files = input_files(paths)
    tasks = [(file, options, oracle, seed, bisect, platform) for file in files]
    ready: dict[int, Verdict] = {}
    next_number = 0
    for number, result in map_isolated(_one, tasks, jobs or os.cpu_count() or 1):
        if isinstance(result, Died):
            bug = worker_died(str(result).strip(), ["verify", files[number]], options=options)
            result = Verdict(files[number], "error", "H2P399", message=one_line(bug))
        ready[number] = result
        while next_number in ready:
            yield ready.pop(next_number)
            next_number += 1


def _one(
    file: str, options: Options | None, oracle: OracleName, seed: int, bisect: bool, platform: str | None
) -> Verdict:
    report = partial(_reported, file, options)
    return verify(file, options, oracle=oracle, seed=seed, bisect=bisect, platform=platform, on_bug=report)


def _reported(file: str, options: Options | None, error: Exception) -> str:
    return one_line(broke_down(error, ["verify", file], options=options))
