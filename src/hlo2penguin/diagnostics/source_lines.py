"""The source lines that diagnostics point at, where their files are at hand."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import replace

from hlo2penguin.diagnostics.diagnostic import Diagnostic, Place

__all__ = ["with_source_lines"]

LARGEST = 64 << 20
"""Bytes of a file beyond which it is not searched for one line."""


def with_source_lines(diagnostics: Iterable[Diagnostic], program: str = "") -> list[Diagnostic]:
    """The same diagnostics, each with the line it points at where that can be read and is not known yet.

    `program` is the file that they are about. A diagnostic that only names an instruction gets its line there, if the
    file is HLO text.
    """
    files = _Files()
    return [replace(d, place=_with_line(d.place, files, program)) for d in diagnostics]


class _Files(dict[str, list[str]]):
    """Lines of files by path; none of what cannot be read."""

    def __missing__(self, path: str) -> list[str]:
        self[path] = lines = _lines(path)
        return lines


def _lines(path: str) -> list[str]:
    try:
        if not os.path.isfile(path) or os.path.getsize(path) > LARGEST:
            return []
        with open(path, encoding="utf-8") as file:
            return file.read().split("\n")
    except (OSError, ValueError):
        return []


def _with_line(place: Place, files: _Files, program: str) -> Place:
    if place.text:
        return place
    if place.line:
        lines = files[place.file]
        return replace(place, text=lines[place.line - 1].rstrip()) if place.line <= len(lines) else place
    if place.name and not place.file and program:
        return _instruction(place, files[program], program)
    return place


_DEFINITION = re.compile(r"\s*(?:ROOT )?%?([\w.-]+) = ")


def _instruction(place: Place, lines: list[str], program: str) -> Place:
    """The line of HLO text that defines the instruction named by `place`, alone or behind its framework name."""
    for number, line in enumerate(lines, 1):
        found = _DEFINITION.match(line)
        if found and (place.name == found[1] or place.name.endswith(f"_{found[1]}")):
            return Place(program, number, found.start(1) + 1, place.name, line.rstrip())
    return place
