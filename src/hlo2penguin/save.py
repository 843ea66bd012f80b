"""Output that is all there or not there: files are written aside and renamed into place."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping

import numpy as np
from numpy.lib import format as npy

from hlo2penguin.diagnostics import Diagnostic, Refused

__all__ = ["save"]


def save(text: str, constants: Mapping[str, np.ndarray], directory: str, name: str = "penguin.py") -> str:
    """Writes `text` as `directory/name` and each constant beside it; gives the text's path.

    Constants come first and the text last, so that a text never stands without its constants. Raises Refused where the
    directory cannot be written; nothing is left behind then.
    """
    target = os.path.join(directory, name)
    staged: list[tuple[str, str]] = []
    try:
        os.makedirs(directory or ".", exist_ok=True)
        if os.path.isdir(target):
            raise IsADirectoryError(21, "Is a directory", target)
        for file, array in constants.items():
            staged.append((_stage_array(directory, array), os.path.join(directory, file)))
        staged.append((_stage(directory, text.encode()), target))
        for temporary, final in staged:
            os.replace(temporary, final)
    except OSError as error:
        for temporary, _ in staged:
            if os.path.exists(temporary):
                os.unlink(temporary)
        cause = f"cannot write {error.filename or target}: {error.strerror or error}"
        raise Refused(Diagnostic("H2P020", cause, "choose a directory that can be written")) from error
    return target


def _temporary(directory: str) -> tuple[int, str]:
    return tempfile.mkstemp(prefix=".hlo2penguin-", dir=directory or ".")


def _stage(directory: str, data: bytes) -> str:
    handle, path = _temporary(directory)
    with os.fdopen(handle, "wb") as file:
        _permit(path)
        file.write(data)
    return path


def _stage_array(directory: str, array: np.ndarray) -> str:
    """Format version 2.0, as the vendor's constants have it; data goes to disk from the array's own memory."""
    handle, path = _temporary(directory)
    with os.fdopen(handle, "wb") as file:
        _permit(path)
        npy.write_array(file, array, version=(2, 0), allow_pickle=False)
    return path


def _permit(path: str) -> None:
    """Gives a temporary file (mode 600) the permissions that a plain new file would have."""
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(path, 0o666 & ~mask)
