"""Whole compile caches: many programs, several processes or a Dask cluster, resumable.

Each input gets a folder of its own under the output directory. What is done is recorded under a key made of the
input's bytes, the options and this package's version, so that a second run does only what is new. A crash of a worker
loses one task, which is tried once more and then reported.
"""

from __future__ import annotations

import glob
import hashlib
import importlib
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from hlo2penguin.crash import DIRECTORY, broke_down, one_line, worker_died
from hlo2penguin.diagnostics import Diagnostic, Refused
from hlo2penguin.options import Options
from hlo2penguin.runtime.worker import Died, map_isolated
from hlo2penguin.save import save_files
from hlo2penguin.version import __version__

__all__ = ["Result", "Task", "find_inputs", "plan", "run_batch"]

CACHE = ".hlo2penguin-cache"
CRASHES = ".hlo2penguin-crashes"
"""Where reproducers of bugs go, under the output directory, unless HLO2PENGUIN_CRASH_DIR says otherwise."""

TRIES = 2
"""How often a task runs whose worker dies."""


@dataclass(frozen=True, slots=True)
class Task:
    """One program to convert: `name` is its folder under the output directory, `crashes` where a reproducer goes."""

    input: str
    name: str
    key: str
    out: str
    options: Options
    verify: bool = False
    crashes: str = ""

    @property
    def command(self) -> list[str]:
        """The command that does the same."""
        return ["verify" if self.verify else "convert", self.input]


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a task.

    `status`: converted, verified, refused, wrong, or error; `cached`: done by an earlier run.
    """

    input: str
    status: str
    code: str = ""
    message: str = ""
    operations: int = 0
    seconds: float = 0.0
    cached: bool = False

    @property
    def failed(self) -> bool:
        """Whether the input counts as a failure (a refusal does not)."""
        return self.status in ("wrong", "error")


def find_inputs(patterns: Iterable[str]) -> list[str]:
    """Files named by paths, directories (all files in them, recursively) and glob patterns, sorted, each once.

    Raises Refused for a pattern that names nothing.
    """
    found: set[str] = set()
    missing: list[Diagnostic] = []
    for pattern in patterns:
        if os.path.isdir(pattern):
            matches = [os.path.join(folder, name) for folder, _, names in os.walk(pattern) for name in names]
        else:
            matches = [path for path in glob.glob(pattern, recursive=True) if os.path.isfile(path)]
        if not matches:
            missing.append(Diagnostic("H2P021", f"{pattern} names no file", "give files, directories or glob patterns"))
        found.update(matches)
    if missing:
        raise Refused(missing)
    return sorted(found)


def plan(inputs: Sequence[str], out: str, options: Options, verify: bool = False) -> list[Task]:
    """A task for each input; folders are named by the part of the path below the inputs' common folder."""
    common = os.path.dirname(inputs[0]) if len(inputs) == 1 else os.path.commonpath(inputs)
    crashes = os.environ.get(DIRECTORY) or os.path.join(out, CRASHES)
    salt = f"{__version__}\0{options!r}\0{verify}".encode()
    tasks: list[Task] = []
    for path in inputs:
        with open(path, "rb") as file:
            digest = hashlib.file_digest(file, "sha256")
        digest.update(salt)
        tasks.append(
            Task(path, os.path.relpath(path, common or "."), digest.hexdigest(), out, options, verify, crashes)
        )
    return tasks


def perform(task: Task) -> Result:
    """Converts (and verifies) one input and writes its folder; never raises for what the input holds."""
    from hlo2penguin.pipeline import convert

    start = time.perf_counter()
    try:
        program = convert(task.input, task.options)
        program.save(os.path.join(task.out, task.name))
        status, code, message = _verdict(task) if task.verify else ("converted", "", "")
        return Result(task.input, status, code, message, program.operations, time.perf_counter() - start)
    except Refused as refused:
        first = refused.diagnostics[0]
        return Result(task.input, "refused", first.code, first.cause, 0, time.perf_counter() - start)
    except Exception as error:  # a bug of ours must cost one input, not the batch
        return Result(task.input, "error", "H2P099", _reported(task, error), 0, time.perf_counter() - start)


def _verdict(task: Task) -> tuple[str, str, str]:
    from hlo2penguin.runtime import verify

    verdict = verify(task.input, task.options, on_bug=partial(_reported, task))
    return verdict.status, verdict.code, verdict.message


def _reported(task: Task, error: Exception) -> str:
    return one_line(broke_down(error, task.command, task.crashes, task.options))


def run_batch(
    tasks: Sequence[Task],
    *,
    jobs: int,
    dask: str | None = None,
    cache: bool = True,
    on_result: Callable[[Result], None] | None = None,
    work: Callable[[Task], Result] = perform,
) -> list[Result]:
    """Runs tasks on `jobs` processes of this machine, or on the Dask cluster at address `dask`; results in task order.

    `work` does one task, in a worker. Writes `results.jsonl` into the output directory.
    """
    results: dict[str, Result] = {}
    todo: list[Task] = []
    for task in tasks:
        known = _recall(task) if cache else None
        if known is None:
            todo.append(task)
        else:
            results[task.input] = known
            if on_result is not None:
                on_result(known)
    by_input = {task.input: task for task in todo}
    for result in _on_dask(todo, dask, work) if dask else _on_processes(todo, jobs, work):
        results[result.input] = result
        if cache and not result.failed:
            _remember(by_input[result.input], result)
        if on_result is not None:
            on_result(result)
    ordered = [results[task.input] for task in tasks]
    if tasks:
        lines = "".join(json.dumps(asdict(result)) + "\n" for result in ordered)
        save_files({"results.jsonl": lines.encode()}, tasks[0].out)
    return ordered


def _cache_file(task: Task) -> str:
    return os.path.join(task.out, CACHE, f"{task.key}.json")


def _recall(task: Task) -> Result | None:
    """The result of an earlier run, where its output still stands."""
    try:
        with open(_cache_file(task)) as file:
            result = replace(Result(**json.load(file)), input=task.input, cached=True)
    except (OSError, ValueError, TypeError):
        return None
    done = os.path.exists(os.path.join(task.out, task.name, "penguin.py"))
    return result if done or result.status == "refused" else None


def _remember(task: Task, result: Result) -> None:
    save_files({f"{task.key}.json": json.dumps(asdict(result)).encode()}, os.path.join(task.out, CACHE))


def _crashed(task: Task, error: BaseException) -> Result:
    bug = worker_died(f"the worker died {TRIES} times: {error}", task.command, task.crashes, task.options)
    return Result(task.input, "error", bug.code, one_line(bug))


def _on_processes(tasks: Sequence[Task], jobs: int, work: Callable[[Task], Result]) -> Iterator[Result]:
    for tries in range(1, TRIES + 1):
        crashed: list[Task] = []
        for number, result in map_isolated(work, [(task,) for task in tasks], jobs):
            if not isinstance(result, Died):
                yield result
            elif tries < TRIES:
                crashed.append(tasks[number])
            else:
                yield _crashed(tasks[number], result)
        tasks = crashed


def _on_dask(tasks: Sequence[Task], address: str, work: Callable[[Task], Result]) -> Iterator[Result]:
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError as error:
        raise Refused(Diagnostic("H2P022", "Dask is not installed", "pip install 'hlo2penguin[dask]'")) from error
    with distributed.Client(address) as client:
        futures: dict[Any, Task] = {
            client.submit(work, task, key=f"hlo2penguin-{task.key}-{task.name}", retries=TRIES - 1, pure=False): task
            for task in tasks
        }
        for future in distributed.as_completed(futures):
            error = future.exception()
            yield future.result() if error is None else _crashed(futures[future], error)
