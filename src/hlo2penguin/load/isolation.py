"""Native code that may abort, run in a child process: a crash becomes an exception, not the end of this process."""

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
from functools import partial
from typing import BinaryIO, TypeVar, cast

__all__ = ["Crashed", "in_child", "isolated", "outcome"]

T = TypeVar("T")


class Crashed(Exception):
    """The child died; the message is the native code's last words."""


def isolated(work: Callable[..., T], *arguments: object, seconds: int = 0) -> T:
    """The result of `work(*arguments)`, or what it raised. Raises Crashed where native code ended the child.

    `work` is a function of a module; it, its arguments and its result must pickle. `seconds` limits the child's time; 0
    does not. Costs milliseconds where this process can fork. Where it cannot, a guard process does that
    (`load.guard`), whose start costs some tenths of a second, once. Where not even that can be had, `work` runs here,
    unprotected, with a warning.
    """
    if _can_fork():
        return _opened(in_child(partial(work, *arguments), seconds))
    from hlo2penguin.load import guard  # what it needs is of no use elsewhere

    try:
        return _opened(guard.ask(work, arguments, seconds))
    except guard.Unavailable as why:
        warnings.warn(f"native code runs unprotected: {why}", RuntimeWarning, stacklevel=2)
        return work(*arguments)


def _can_fork() -> bool:
    """Whether a fork is safe here: no other thread may hold a lock.

    Not with Python threads about, nor with JAX loaded, whose runtime keeps threads; nor on systems without fork.
    """
    return hasattr(os, "fork") and threading.active_count() == 1 and "jax" not in sys.modules


def _opened(answer: bytes) -> T:  # pyright: ignore[reportInvalidTypeVarUse]
    raised, value = pickle.loads(answer)
    if raised:
        raise cast(Exception, value)
    return cast(T, value)


def in_child(work: Callable[[], object], seconds: int) -> bytes:
    """Pickled result of `work` in a forked child: whether it raised, and what. Raises Crashed."""
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
    return answer


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
        answer = outcome(work)
        with open(write_end, "wb") as pipe:
            pipe.write(answer)
        status = 0
    finally:
        os._exit(status)


def outcome(work: Callable[[], object]) -> bytes:
    """What `work` comes to, pickled: whether it raised, and what."""
    try:
        answer: tuple[bool, object] = (False, work())
    except Exception as error:
        answer = (True, error)
    return pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)


_WORDS = re.compile(r"(?<=Check failed: ).*(?:\n(?!\*\*\*|\s).*)*|(?<=error: ).*|(?<=LLVM ERROR: ).*")


def _last_words(stderr: str, status: int) -> str:
    said = _WORDS.search(stderr)
    if said:
        return " ".join(said[0].split())
    code = os.waitstatus_to_exitcode(status)
    if code == -signal.SIGALRM:
        return "no end in sight"
    return signal.Signals(-code).name if code < 0 else f"exit status {code}"
