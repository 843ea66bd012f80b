"""The source lines that diagnostics point at, where their files are at hand."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace

from hlo2penguin.diagnostics.diagnostic import Diagnostic

__all__ = ["with_source_lines"]

LARGEST = 64 << 20
"""Bytes of a file beyond which it is not searched for one line."""


def with_source_lines(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The same diagnostics, each with the line it points at where that can be read and is not known yet."""
    files: dict[str, list[str]] = {}
    return [_with_line(diagnostic, files) for diagnostic in diagnostics]


def _with_line(diagnostic: Diagnostic, files: dict[str, list[str]]) -> Diagnostic:
    place = diagnostic.place
    if not place.line or place.text:
        return diagnostic
    lines = files.get(place.file)
    if lines is None:
        lines = files[place.file] = _lines(place.file)
    text = lines[place.line - 1].rstrip() if place.line <= len(lines) else ""
    return replace(diagnostic, place=replace(place, text=text))


def _lines(path: str) -> list[str]:
    try:
        if not os.path.isfile(path) or os.path.getsize(path) > LARGEST:
            return []
        with open(path, encoding="utf-8") as file:
            return file.read().split("\n")
    except (OSError, ValueError):
        return []
