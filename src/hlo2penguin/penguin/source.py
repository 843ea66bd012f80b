"""Source text: bytes to lines, with a located refusal of everything that is not plain UTF-8 text."""

from __future__ import annotations

import os
from pathlib import Path

from hlo2penguin.diagnostics import Diagnostic, Place, Refused
from hlo2penguin.save import finish

__all__ = ["MAX_LINE", "excerpt", "lines_of", "load", "place_of"]

MAX_LINE = 1 << 24
"""Longest line read, in characters. A native kernel's configuration is the longest thing a line has to hold."""

_SHOWN = 160


def excerpt(line: str) -> str:
    """A line short enough for a message."""
    return line if len(line) <= _SHOWN else line[:_SHOWN] + "…"


def load(path: str | os.PathLike[str], name: str) -> str:
    """The text of a file; raises Refused for a file that cannot be read or is not UTF-8."""
    if not os.path.exists(path):
        finish(os.fspath(path))
    try:
        data = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Refused(Diagnostic("H2P126", f"cannot open the program: {reason}", place=Place(name))) from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        start = data.rfind(b"\n", 0, error.start) + 1
        column = len(data[start : error.start].decode("utf-8")) + 1
        place = Place(name, data.count(b"\n", 0, error.start) + 1, column)
        cause = f"byte 0x{data[error.start]:02x} is not UTF-8"
        raise Refused(Diagnostic("H2P120", cause, "save the program as UTF-8", place)) from None


def lines_of(text: str, name: str) -> list[str]:
    """The lines of a program; raises Refused for characters and line ends that no program has."""
    problems = [
        problem
        for character, code, cause, help in (
            ("\ufeff", "H2P121", "the text has a byte order mark", "save the program without one"),
            ("\r", "H2P122", "the text has carriage returns", "lines end in a single newline"),
            ("\0", "H2P123", "the text has NUL characters", "the file is damaged"),
        )
        if (problem := _first(text, character, code, cause, help, name)) is not None
    ]
    if not text.endswith("\n"):
        number = text.count("\n") + 1
        column = len(text) - text.rfind("\n")
        help = "the file may be cut short"
        problems.append(Diagnostic("H2P124", "the last line has no newline", help, Place(name, number, column)))
    lines = text.split("\n")
    lines.pop()
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE:
            cause = f"the line has {len(line)} characters; at most {MAX_LINE} are read"
            problems.append(Diagnostic("H2P125", cause, place=Place(name, number, MAX_LINE + 1)))
    if problems:
        raise Refused(problems)
    return lines


def _first(text: str, character: str, code: str, cause: str, help: str, name: str) -> Diagnostic | None:
    """A byte order mark matters at the start only; inside a string it is a character like others."""
    at = text.find(character) if character != "\ufeff" else 0 if text.startswith(character) else -1
    if at < 0:
        return None
    place = Place(name, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
    return Diagnostic(code, cause, help, place)


def place_of(name: str, number: int, column: int, line: str) -> Place:
    """A place in the program; the line is shown where it is short, or long but wrong near its start."""
    shown = excerpt(line)
    return Place(name, number, column, text=shown if column <= len(shown) else "")
