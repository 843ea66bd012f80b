"""Output that is all there or not there: files are written aside and renamed into place."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping

import numpy as np
from numpy.lib import format as npy

from hlo2penguin.diagnostics import Diagnostic, Refused

__all__ = ["save", "save_files"]


def save(text: str, constants: Mapping[str, np.ndarray], directory: str, name: str = "penguin.py") -> str:
    """Writes `text` as `directory/name` and each constant beside it; gives the text's path.

    Constants come first and the text last, so that a text never stands without its constants. Raises Refused where the
    directory cannot be written; nothing is left behind then.
    """
    save_files({**constants, name: text.encode()}, directory)
    return os.path.join(directory, name)


def save_files(files: Mapping[str, np.ndarray | bytes], directory: str) -> None:
    """Writes files into `directory`, all or none, in the order given: arrays as `.npy`, bytes as they are.

    Raises Refused where the directory cannot be written.
    """
    staged: list[tuple[str, str]] = []
    try:
        os.makedirs(directory or ".", exist_ok=True)
        for name, content in files.items():
            target = os.path.join(directory, name)
            if os.path.isdir(target):
                raise IsADirectoryError(21, "Is a directory", target)
            staged.append((_stage(directory, content, staged), target))
        for temporary, target in staged:
            os.replace(temporary, target)
    except OSError as error:
        for temporary, _ in staged:
            if os.path.exists(temporary):
                os.unlink(temporary)
        cause = f"cannot write {error.filename or directory}: {error.strerror or error}"
        raise Refused(Diagnostic("H2P020", cause, "choose a directory that can be written")) from error


def _stage(directory: str, content: np.ndarray | bytes, staged: list[tuple[str, str]]) -> str:
    """Writes one file aside. Arrays in format version 2.0, as the vendor's constants have it, from their own memory."""
    handle, path = tempfile.mkstemp(prefix=".hlo2penguin-", dir=directory or ".")
    staged.append((path, path))
    with os.fdopen(handle, "wb") as file:
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(path, 0o666 & ~mask)
        if isinstance(content, bytes):
            file.write(content)
        else:
            npy.write_array(file, content, version=(2, 0), allow_pickle=False)
    staged.pop()
    return path
