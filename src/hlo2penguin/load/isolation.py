"""Native code that may abort, run in a forked child: a crash becomes an exception instead of the end of the process."""

from __future__ import annotations

import gc
import os
import pickle
import re
import signal
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable
from typing import BinaryIO, TypeVar, cast

__all__ = ["Crashed", "can_isolate", "isolated"]

T = TypeVar("T")


class Crashed(Exception):
    """The child died; the message is the native code's last words."""


def can_isolate() -> bool:
    """Whether a fork is safe here: no other thread may hold a lock.

    Not with Python threads about, nor with JAX loaded, whose runtime keeps threads; nor on systems without fork.
    """
    return hasattr(os, "fork") and threading.active_count() == 1 and "jax" not in sys.modules


def isolated(work: Callable[[], T], seconds: int = 0) -> T:
    """The result of `work`, or what it raised; both must pickle. Raises Crashed where native code ended the child.

    `seconds` limits the child's time; 0 does not. Where a fork is not safe, `work` runs in this process, unprotected;
    where it is, it costs milliseconds.
    """
    if not can_isolate():
        return work()
    read_end, write_end = os.pipe()
    with tempfile.TemporaryFile() as stderr, open(read_end, "rb") as results:
        child = _fork()
        if child == 0:
            _run(work, seconds, write_end, stderr)
        os.close(write_end)
        answer = results.read()
        _, status = os.waitpid(child, 0)
        if status != 0:
            stderr.seek(0)
            raise Crashed(_last_words(stderr.read().decode("utf-8", "replace"), status))
    raised, value = pickle.loads(answer)
    if raised:
        raise cast(Exception, value)
    return cast(T, value)


def _fork() -> int:
    """Forks; the child never collects garbage.

    To free one of the parent's MLIR contexts, the child would wait for worker threads that only the parent has.
    """
    collecting = gc.isenabled()
    gc.disable()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those idle threads make Python 3.12 warn about every fork
        child = os.fork()
    if child != 0 and collecting:
        gc.enable()
    return child


def _run(work: Callable[[], object], seconds: int, write_end: int, stderr: BinaryIO) -> None:
    """The child's whole life."""
    status = 1
    try:
        if seconds:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(seconds)
        os.dup2(stderr.fileno(), 2)
        try:
            answer: tuple[bool, object] = (False, work())
        except Exception as error:
            answer = (True, error)
        with open(write_end, "wb") as pipe:
            pickle.dump(answer, pipe, pickle.HIGHEST_PROTOCOL)
        status = 0
    finally:
        os._exit(status)


_WORDS = re.compile(r"(?<=Check failed: ).*(?:\n(?!\*\*\*|\s).*)*|(?<=error: ).*|(?<=LLVM ERROR: ).*")


def _last_words(stderr: str, status: int) -> str:
    said = _WORDS.search(stderr)
    if said:
        return " ".join(said[0].split())
    code = os.waitstatus_to_exitcode(status)
    if code == -signal.SIGALRM:
        return "no end in sight"
    return signal.Signals(-code).name if code < 0 else f"exit status {code}"
