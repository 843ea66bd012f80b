"""A process with one thread that forks on behalf of one that must not, as it has several or runs JAX.

It starts when it is first needed, serves one request at a time, and ends with the process that started it.
"""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.spawn import get_executable
from typing import cast

from hlo2penguin.load.isolation import Crashed, in_child, outcome

__all__ = ["Unavailable", "ask", "serve"]

Work = Callable[..., object]

_READY = b"hlo2penguin guard is ready\n"
_START = "import sys; sys.path[:] = {path!r}; from hlo2penguin.load.guard import serve; serve()"


class Unavailable(Exception):
    """No guard can be started here; the message says why."""


# This side

_lock = threading.Lock()
_guard: subprocess.Popen[bytes] | None = None


def ask(work: Work, arguments: tuple[object, ...], seconds: int) -> bytes:
    """What `isolation.in_child` gives, from a child of the guard. Raises Crashed, and Unavailable without a guard."""
    with _lock:
        guard = _running()
        try:
            assert guard.stdin is not None
            assert guard.stdout is not None
            pickle.dump((work, arguments, seconds), guard.stdin, pickle.HIGHEST_PROTOCOL)
            guard.stdin.flush()
            last_words, answer = cast("tuple[str, bytes]", pickle.load(guard.stdout))
        except (
            BaseException
        ) as error:  # an interrupt too: the answer to this request must not be taken for the next one's
            status = _stop()
            if isinstance(error, (EOFError, OSError)):
                raise Crashed(f"its process ended with exit status {status}") from None
            raise
    if last_words:
        raise Crashed(last_words)
    return answer


def _running() -> subprocess.Popen[bytes]:
    global _guard
    if _guard is not None and _guard.poll() is not None:
        _stop()
    if _guard is None:
        _guard = _started()
    return _guard


def _started() -> subprocess.Popen[bytes]:
    if getattr(sys, "frozen", False):
        raise Unavailable("a frozen program has no interpreter to start")
    executable = os.fsdecode(get_executable() or "")
    code = _START.format(path=[folder for folder in sys.path if type(folder) is str])
    try:
        guard = subprocess.Popen(
            [executable, "-P", "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError as error:
        raise Unavailable(f"cannot start {executable or 'an interpreter'}: {error.strerror}") from None
    assert guard.stdout is not None
    if _READY not in guard.stdout:  # line by line: a site's own start-up code may print
        _end(guard)
        raise Unavailable(f"{executable} cannot import hlo2penguin")
    return guard


def _stop() -> int:
    """Ends the guard, if there is one, and gives its exit status."""
    global _guard
    guard, _guard = _guard, None
    return 0 if guard is None else _end(guard)


def _end(guard: subprocess.Popen[bytes]) -> int:
    guard.kill()
    for pipe in (guard.stdin, guard.stdout):
        with suppress(OSError):  # what could not be sent
            if pipe is not None:
                pipe.close()
    return guard.wait()


def _forget() -> None:
    """A forked child of this process leaves the guard to its parent."""
    global _guard, _lock
    if _guard is not None:
        _guard.returncode = 0  # else Popen waits for, and warns about, a process that is none of its children
    _guard, _lock = None, threading.Lock()


atexit.register(_stop)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


# The guard's own side


def serve() -> None:
    """Answers requests on standard input until there are no more. Where there is no fork, a crash ends the guard."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt of the terminal is for the process that asks
    requests = sys.stdin.buffer
    with open(os.dup(1), "wb") as answers, suppress(EOFError):
        os.dup2(2, 1)  # for whatever native code prints
        answers.write(_READY)
        answers.flush()
        while True:
            work, arguments, seconds = cast("tuple[Work, tuple[object, ...], int]", pickle.load(requests))
            pickle.dump(_answer(partial(work, *arguments), seconds), answers, pickle.HIGHEST_PROTOCOL)
            answers.flush()


def _answer(work: Callable[[], object], seconds: int) -> tuple[str, bytes]:
    if not hasattr(os, "fork"):
        return "", outcome(work)
    try:
        return "", in_child(work, seconds)
    except Crashed as crash:
        return str(crash), b""
