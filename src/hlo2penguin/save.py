"""Output that is all there or not there, whatever ends the process and whenever.

Files are written into a staging directory beside their targets and renamed into place. A program is a text and its
constants, whose names are fixed, so several renames belong together: the staging directory gets a plan and a name of
its own (`.hlo2penguin-next-NAME`) by one rename, which is the commit. What a killed process left uncommitted the next
run removes; what it left committed the next run, or the next read, completes.
"""

from __future__ import annotations

import contextlib
import filecmp
import glob
import json
import os
import re
import shutil
import socket
import stat
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass

import numpy as np
from numpy.lib import format as npy

from hlo2penguin.diagnostics import Diagnostic, Refused

try:
    import fcntl
except ImportError:  # no locks, no concurrent writers of one directory
    fcntl = None

__all__ = ["finish", "save", "save_files"]

_NEXT = ".hlo2penguin-next-"
_PLAN = ".plan.json"
_REFERENCE = re.compile(rb'weight_load\("([^"\\/]+)"\)')


@dataclass(frozen=True, slots=True)
class _Plan:
    """The rest of a committed replacement. `conflicts`: the old text must go first, as its constants change."""

    name: str
    constants: list[str]
    obsolete: list[str]
    conflicts: bool


def save(text: str, constants: Mapping[str, np.ndarray], directory: str, name: str = "penguin.py") -> str:
    """Writes `text` as `directory/name` and each constant beside it; gives the text's path.

    A text never stands beside constants that are not its own. Constants of the program that was there before and that
    no text names any more are removed. Raises Refused where the directory cannot be written (H2P020) or another
    program in it has constants of the same names and other values (H2P023); nothing is left behind then.
    """
    path = os.path.join(directory, name)
    directory = directory or "."
    with _reported(directory):
        if _is_device(path):
            _write_device(text, constants, path)
            return path
        os.makedirs(directory, exist_ok=True)
        with _staging(directory) as staged:
            for file, content in {**constants, name: text.encode()}.items():
                _write(staged, file, content, directory)
            with _locked(directory):
                _finish_all(directory)
                _commit(_planned(staged, list(constants), directory, name), staged, directory)
                _finish_all(directory)
    return path


def save_files(files: Mapping[str, np.ndarray | bytes], directory: str) -> None:
    """Writes files into `directory`, all of them before the first appears: arrays as `.npy`, bytes as they are.

    Raises Refused (H2P020) where the directory cannot be written; nothing is left behind then.
    """
    directory = directory or "."
    with _reported(directory):
        os.makedirs(directory, exist_ok=True)
        with _staging(directory) as staged:
            for name, content in files.items():
                _write(staged, name, content, directory)
            for name in files:
                os.replace(os.path.join(staged, name), os.path.join(directory, name))


def finish(path: str) -> None:
    """Completes the replacement of the program at `path` where the process that committed it was killed."""
    directory, name = os.path.split(path)
    directory = directory or "."
    if os.path.isdir(os.path.join(directory, _NEXT + name)):
        with _reported(directory), _locked(directory):
            _finish_all(directory)


@contextmanager
def _reported(directory: str) -> Generator[None, None, None]:
    try:
        yield
    except OSError as error:
        cause = f"cannot write {error.filename or directory}: {error.strerror or error}"
        raise Refused(Diagnostic("H2P020", cause, "choose a directory that can be written")) from error


# Devices and pipes, which are written to and never replaced


def _is_device(path: str) -> bool:
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _write_device(text: str, constants: Mapping[str, np.ndarray], path: str) -> None:
    if constants and os.path.realpath(path) != os.path.realpath(os.devnull):
        cause = f"{path} is no file, and {len(constants)} constants have no place beside it"
        raise Refused(Diagnostic("H2P020", cause, "write to a file, or give --emit-dir a directory"))
    with open(path, "w") as device:
        device.write(text)


# Staging


@contextmanager
def _staging(directory: str) -> Generator[str, None, None]:
    """An empty directory inside `directory` that is gone afterwards; those of dead processes go too."""
    own = f".hlo2penguin-tmp-{re.sub(r'[^A-Za-z0-9.]', '_', socket.gethostname())}-"
    for path in glob.glob(os.path.join(glob.escape(directory), f"{glob.escape(own)}*")):
        if not _is_alive(path):
            shutil.rmtree(path, ignore_errors=True)
    staged = tempfile.mkdtemp(prefix=f"{own}{os.getpid()}-", dir=directory)
    try:
        yield staged
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _is_alive(path: str) -> bool:
    """Whether the process whose number is in the name of a staging directory of this machine runs."""
    number = path.rsplit("-", 2)[1]
    if not number.isdigit() or os.name == "nt":
        return True
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


def _write(staged: str, name: str, content: np.ndarray | bytes, directory: str) -> None:
    """Writes one file aside. Arrays in format version 2.0, as the vendor's constants have it, from their own memory."""
    target = os.path.join(directory, name)
    if os.path.isdir(target):
        raise IsADirectoryError(21, "Is a directory", target)
    with open(os.path.join(staged, name), "xb") as file:
        if isinstance(content, bytes):
            file.write(content)
        else:
            npy.write_array(file, content, version=(2, 0), allow_pickle=False)


# Replacing a program


@contextmanager
def _locked(directory: str) -> Generator[None, None, None]:
    """One process at a time replaces programs in a directory; the lock ends with its process."""
    if fcntl is None:
        yield
        return
    handle = os.open(directory, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # file systems without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _planned(staged: str, constants: list[str], directory: str, name: str) -> _Plan:
    changed: list[str] = []
    for file in constants:
        old, new = os.path.join(directory, file), os.path.join(staged, file)
        if os.path.exists(old) and not filecmp.cmp(old, new, shallow=False):
            changed.append(file)
    before = _references(os.path.join(directory, name))
    obsolete = before.difference(constants)
    if changed or obsolete:
        others = _other_references(directory, name)
        if clash := sorted(others.keys() & changed):
            cause = f"{others[clash[0]]} reads {clash[0]}, which would change ({len(clash)} constants of that program)"
            raise Refused(Diagnostic("H2P023", cause, "give each program a directory of its own, or --emit-dir"))
        obsolete = obsolete.difference(others)
    return _Plan(name, constants, sorted(obsolete), bool(before.intersection(changed)))


def _references(text: str) -> set[str]:
    """Constants that a Penguin text names."""
    try:
        with open(text, "rb") as file:
            return {name.decode("utf-8", "surrogateescape") for name in _REFERENCE.findall(file.read())}
    except OSError:
        return set()


def _other_references(directory: str, name: str) -> dict[str, str]:
    """Constants that other texts of the directory name, each with one of those texts."""
    found: dict[str, str] = {}
    for path in sorted(glob.glob(os.path.join(glob.escape(directory), "*.py"))):
        if os.path.basename(path) != name and os.path.isfile(path):
            found.update(dict.fromkeys(_references(path), path))
    return found


def _commit(plan: _Plan, staged: str, directory: str) -> None:
    with open(os.path.join(staged, _PLAN), "x") as file:
        json.dump(asdict(plan), file)
    os.rename(staged, os.path.join(directory, _NEXT + plan.name))


def _finish_all(directory: str) -> None:
    """Completes every committed replacement in the directory; may itself be killed and repeated at any point."""
    for folder in glob.glob(os.path.join(glob.escape(directory), _NEXT + "*")):
        with contextlib.suppress(FileNotFoundError):
            _move(_read_plan(folder), folder, directory)
            os.unlink(os.path.join(folder, _PLAN))
        os.rmdir(folder)


def _read_plan(folder: str) -> _Plan:
    """The plan in a folder, which may be anybody's, so it must not reach out of its directory."""
    with open(os.path.join(folder, _PLAN), "rb") as file:
        data = file.read()
    plan = _Plan("", [], [], False)
    try:
        plan = _Plan(**json.loads(data))
        own = os.path.basename(folder) == _NEXT + plan.name and not os.path.islink(folder)
        plain = all(re.fullmatch(r"[^/\\\0]+\.npy", file) for file in (*plan.constants, *plan.obsolete))
    except (ValueError, TypeError):
        own = plain = False
    if not own or not plain:
        raise Refused(Diagnostic("H2P020", f"{folder} holds no plan of this tool", "look into it and remove it"))
    return plan


def _move(plan: _Plan, folder: str, directory: str) -> None:
    target, text = os.path.join(directory, plan.name), os.path.join(folder, plan.name)
    if os.path.exists(text):
        if plan.conflicts:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(target)
        for file in plan.constants:
            with contextlib.suppress(FileNotFoundError):
                os.replace(os.path.join(folder, file), os.path.join(directory, file))
        os.replace(text, target)
    for file in plan.obsolete:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(os.path.join(directory, file))
