"""Clocks and memory: the best of several runs, with the cyclic collector off, and peak memory in a child process."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import time
from collections.abc import Callable

__all__ = ["best", "child", "command"]


def best(function: Callable[[], object], repeat: int = 5) -> float:
    """Seconds of the fastest of `repeat` runs."""
    times: list[float] = []
    for _ in range(repeat):
        gc.collect()
        gc.disable()
        start = time.perf_counter()
        kept = function()
        times.append(time.perf_counter() - start)
        gc.enable()
        del kept
    return min(times)


def command(*arguments: str, repeat: int = 5) -> float:
    """Wall seconds of a whole command, fastest of `repeat`; only a short one is tried beforehand."""

    def once() -> None:
        subprocess.run(arguments, check=True, capture_output=True)

    if repeat > 1:
        once()
    return best(once, repeat)


def child(code: str, *arguments: str) -> dict[str, float]:
    """Runs Python code in a process of its own; the last line it prints is a JSON object."""
    done = subprocess.run([sys.executable, "-c", code, *arguments], check=True, capture_output=True, text=True)
    return json.loads(done.stdout.strip().splitlines()[-1])
