"""Processes of our own that may die without taking us along."""

from __future__ import annotations

import multiprocessing
import traceback
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

__all__ = ["Died", "Worker", "call", "map_isolated"]

_SPAWN = multiprocessing.get_context("spawn")


class Died(Exception):
    """The process ended, or raised, before it answered."""


def _serve(function: Callable[..., Any], pipe: Connection) -> None:
    while True:
        try:
            arguments = pipe.recv()
        except EOFError:
            return
        try:
            answer: tuple[bool, Any] = (True, function(*arguments))
        except Exception:
            answer = (False, traceback.format_exc(limit=-3))
        pipe.send(answer)


class Worker:
    """One process that calls `function`, which must be importable, once per `send`.

    A `daemon` ends with this process and starts none itself; others must be closed.
    """

    def __init__(self, function: Callable[..., Any], *, daemon: bool = False) -> None:
        self.pipe, theirs = _SPAWN.Pipe()
        self.process = _SPAWN.Process(target=_serve, args=(function, theirs), daemon=daemon)
        self.process.start()
        theirs.close()

    def send(self, *arguments: Any) -> None:
        """Starts one call."""
        self.pipe.send(arguments)

    def receive(self) -> Any:
        """The call's result; raises Died."""
        try:
            fine, value = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join()
            raise Died(f"the process ended with code {self.process.exitcode}") from None
        if not fine:
            raise Died(value)
        return value

    def close(self) -> None:
        """Ends the process."""
        self.pipe.close()
        self.process.join(timeout=5)
        if self.process.is_alive():
            self.process.kill()


def call(function: Callable[..., Any], *arguments: Any) -> Any:
    """`function(*arguments)` in a process of its own; raises Died where that ends."""
    worker = Worker(function)
    try:
        worker.send(*arguments)
        return worker.receive()
    finally:
        worker.close()


def map_isolated(
    function: Callable[..., Any], tasks: Iterable[tuple[Any, ...]], jobs: int
) -> Iterator[tuple[int, Any | Died]]:
    """Calls `function` on each task in `jobs` processes; gives task number and result, or Died, as they come.

    A process that dies spoils its own task only: another takes its place.
    """
    pending = list(enumerate(tasks))[::-1]
    running: dict[Connection, tuple[Worker, int]] = {}
    idle = [Worker(function) for _ in range(min(jobs, len(pending)))]
    try:
        while pending or running:
            while pending and idle:
                worker = idle.pop()
                number, arguments = pending.pop()
                worker.send(*arguments)
                running[worker.pipe] = (worker, number)
            for pipe in wait(list(running)):
                assert isinstance(pipe, Connection)
                worker, number = running.pop(pipe)
                try:
                    yield number, worker.receive()
                except Died as death:
                    if not worker.process.is_alive():
                        worker.close()
                        worker = Worker(function)
                    yield number, death
                idle.append(worker)
    finally:
        for worker in [*idle, *(worker for worker, _ in running.values())]:
            worker.close()
