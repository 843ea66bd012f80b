"""When the tool itself breaks down: one line for the person, a reproducer for whoever mends it.

A command runs in a child process, which shares everything with its parent but its end: what native code does to the
child, the parent survives, and says so.
"""

from __future__ import annotations

import contextlib
import faulthandler
import io
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import pairwise
from types import FrameType, TracebackType
from typing import IO, Any

from hlo2penguin.diagnostics import Diagnostic, Place

__all__ = [
    "DIRECTORY",
    "broke_down",
    "directory_for_workers",
    "keep_standard_input",
    "one_line",
    "supervise",
    "worker_died",
]

RAISED, DIED = "H2P099", "H2P098"
"""A bug of ours raised an exception; the process died."""

DIRECTORY = "HLO2PENGUIN_CRASH_DIR"
"""Environment variable with the default of `--crash-dir`."""

LARGEST = 1 << 30
"""Bytes of the largest input that is copied into a reproducer."""

_LIBRARIES = ("hlo2penguin", "jaxlib", "jax", "numpy", "ml_dtypes", "protobuf")
_DELIBERATE = {signal.SIGINT, signal.SIGTERM, signal.SIGPIPE, signal.SIGHUP}


def broke_down(
    error: BaseException, arguments: Sequence[str], directory: str | None = None, options: object = None
) -> Diagnostic:
    """Writes the reproducer of an exception that no input should cause, and says what happened.

    `arguments` is the command line, whose files are copied; `options` is noted where the command line lacks them.
    `directory` is where the reproducer goes: by default `--crash-dir` of the arguments, else the environment's
    HLO2PENGUIN_CRASH_DIR, else a new temporary directory.
    """
    trace = "".join(traceback.format_exception(error))
    what = f"{type(error).__name__}: {error}".split("\n", 1)[0][:300]
    reproducer = _write_reproducer(arguments, what, trace, directory, options)
    source = next(filter(os.path.isfile, arguments), "<stdin>")
    op, place = _at_work(error.__traceback__, source)
    return _diagnostic(RAISED, what, reproducer, op, place)


def worker_died(how: str, arguments: Sequence[str], directory: str | None = None, options: object = None) -> Diagnostic:
    """The same for a process of ours that ended at work; `how` is what is known of it."""
    return _diagnostic(DIED, how, _write_reproducer(arguments, how, how + "\n", directory, options))


def one_line(diagnostic: Diagnostic) -> str:
    """What happened, at which op, and where the reproducer is."""
    op = f" at {diagnostic.op}" if diagnostic.op else ""
    return f"{diagnostic.cause.removeprefix('internal error: ')}{op}; {diagnostic.help}"


def _died(status: int, arguments: Sequence[str], log: IO[str]) -> Diagnostic:
    code = os.waitstatus_to_exitcode(status)
    name = signal.Signals(-code).name if code < 0 else f"exit status {code}"
    log.seek(0)
    trace = log.read()
    where = re.search(r'hlo2penguin[/\\](?!crash)([\w/\\]+)\.py", line (\d+) in (\w+)', trace)
    what = f"the process died of {name}"
    if where is not None:
        what += f" in {where[3]} ({where[1]}.py:{where[2]})"
    elif name == "SIGKILL":
        what += ": out of memory?"
    return _diagnostic(DIED, what, _write_reproducer(arguments, what, trace, None))


def _diagnostic(code: str, what: str, reproducer: str, op: str = "", place: Place | None = None) -> Diagnostic:
    kept = f"report it with {reproducer}, which holds the program" if reproducer else "no reproducer could be written"
    return Diagnostic(code, f"internal error: {what}", kept, place or Place(), op)


# The child


def supervise(arguments: Sequence[str], show: Callable[[Diagnostic], None]) -> None:
    """Returns in a child process; the parent stays here until the child is done, and leaves with its exit status.

    Where the child dies, `show` gets the diagnostic and the exit status is 1. Where a process cannot be forked safely,
    returns in this one.
    """
    if not hasattr(os, "fork") or threading.active_count() != 1:
        return
    with tempfile.TemporaryFile("w+") as log:
        parent = os.getpid()
        child = os.fork()
        if child == 0:
            _die_with(parent)
            faulthandler.enable(os.dup(log.fileno()), all_threads=False)
            return
        status = _wait(child)
        code = os.waitstatus_to_exitcode(status)
        if code >= 0:
            os._exit(code)
        if -code in _DELIBERATE:
            signal.signal(-code, signal.SIG_DFL)
            os.kill(os.getpid(), -code)
        show(_died(status, arguments, log))
        sys.stderr.flush()
        os._exit(1)


def _wait(child: int) -> int:
    """The child's wait status. It gets the terminal's signals itself, and from here those sent to this process."""

    def forward(number: int, _: FrameType | None) -> None:
        os.kill(child, number)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, forward)
    return os.waitpid(child, 0)[1]


def _die_with(parent: int) -> None:
    """Ends this process when its parent is killed (Linux)."""
    with contextlib.suppress(OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


class _Copying(io.BufferedReader):
    """Reads a stream and keeps what was read in a file."""

    def __init__(self, stream: IO[bytes], kept: IO[bytes]) -> None:
        super().__init__(io.FileIO(stream.fileno(), closefd=False))
        self.kept = kept

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        self.kept.write(data)
        return data

    def read1(self, size: int = -1, /) -> bytes:
        data = super().read1(size)
        self.kept.write(data)
        return data


_input: list[IO[bytes]] = []
"""What was read of standard input; no more than one file."""


def keep_standard_input() -> None:
    """From here on, what is read of standard input is kept for a reproducer. To be called before `supervise`."""
    kept = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115
    _input.append(kept)
    sys.stdin = io.TextIOWrapper(_Copying(sys.stdin.buffer, kept), encoding="utf-8")


# The reproducer


@contextlib.contextmanager
def directory_for_workers(arguments: Sequence[str]) -> Generator[None, None, None]:
    """Meanwhile the environment has the command line's `--crash-dir`, for the processes that the command starts."""
    before = os.environ.get(DIRECTORY)
    if given := _directory(arguments):
        os.environ[DIRECTORY] = given
    try:
        yield
    finally:
        if before is not None:
            os.environ[DIRECTORY] = before
        else:
            os.environ.pop(DIRECTORY, None)


def _write_reproducer(
    arguments: Sequence[str], what: str, trace: str, directory: str | None, options: object = None
) -> str:
    """Its directory; empty where it cannot be written."""
    import platform
    import shlex

    try:
        base = directory or _directory(arguments)
        if base:
            os.makedirs(base, exist_ok=True)
        made = tempfile.mkdtemp(prefix="hlo2penguin-crash-", dir=base or None)
        folder = os.path.join(base, os.path.basename(made)) if base else made  # as short as it was given
        command = [_kept(argument, number, folder) for number, argument in enumerate(arguments)]
        record = {
            "error": what,
            "command": shlex.join(["hlo2penguin", *command]),
            "arguments": list(arguments),
            **({} if options is None else {"options": repr(options)}),
            "versions": {name: version for name in _LIBRARIES if (version := _version(name))},
            "python": sys.version,
            "platform": platform.platform(),
        }
        for name, content in (("traceback.txt", trace), ("report.json", json.dumps(record, indent=1) + "\n")):
            with open(os.path.join(folder, name), "w", encoding="utf-8", errors="backslashreplace") as file:
                file.write(content)
    except OSError:
        return ""
    return folder


def _directory(arguments: Sequence[str]) -> str:
    for argument, following in pairwise([*arguments, ""]):
        if argument == "--crash-dir":
            return following
        if argument.startswith("--crash-dir="):
            return argument.partition("=")[2]
    return os.environ.get(DIRECTORY, "")


def _kept(argument: str, number: int, folder: str) -> str:
    """The argument as it is in the reproducer: the name of a copy where it names a file, `-` being a file too."""
    option, equals, path = argument.partition("=") if argument.startswith("--") else ("", "", argument)
    name = f"{number}-{os.path.basename(path)}" if path != "-" else f"{number}-stdin"
    copy = os.path.join(folder, name)
    if path == "-":
        if not _input or not _input[0].seek(0, os.SEEK_END):
            return argument
        _input[0].seek(0)
        with open(copy, "xb") as file:
            shutil.copyfileobj(_input[0], file)
        return name
    if not os.path.isfile(path) or os.path.getsize(path) > LARGEST:
        return argument
    shutil.copyfile(path, copy)
    return f"{option}{equals}{name}"


def _version(name: str) -> str:
    from importlib import metadata

    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


# The op at work


def _at_work(trace: TracebackType | None, source: str) -> tuple[str, Place]:
    """The op, or the statement, that the innermost function of ours was at, and its place in the program `source`."""
    frames = [frame for frame, _ in traceback.walk_tb(trace) if "hlo2penguin" in frame.f_globals.get("__name__", "")]
    for frame in reversed(frames):
        for value in _candidates(frame):
            with contextlib.suppress(Exception):  # an op that is erased, or half made
                if hasattr(value, "operation"):
                    return _operation(value, source)
                if hasattr(value, "form") and hasattr(value, "dsts"):
                    return value.form.name, Place(source, value.line)
    return "", Place()


def _candidates(frame: FrameType) -> Iterator[Any]:
    found = frame.f_locals
    yield from (found[name] for name in ("op", "operation", "statement") if name in found)
    yield from found.values()


def _operation(op: Any, source: str) -> tuple[str, Place]:
    from hlo2penguin.mlir.decode import Decoder

    name: str = op.operation.name
    if name in ("builtin.module", "func.func"):
        raise ValueError("the whole program is no op at work")
    decoder = Decoder()
    decoder.source = source
    where = decoder.location(op.operation.location)
    return name, Place(where.file, where.line, where.column, where.instruction or where.op_name)
