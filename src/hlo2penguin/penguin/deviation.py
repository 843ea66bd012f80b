"""Where a text differs from what the writer makes of it."""

from __future__ import annotations

from itertools import zip_longest

from hlo2penguin.diagnostics import Diagnostic
from hlo2penguin.penguin.source import place_of

__all__ = ["deviation"]

_HELP = (
    "imports, tensors, marks, edges and closing lines have fixed places; spaces, list separators and window brackets "
    "are the same throughout"
)
_SHOWN = 160


def deviation(lines: list[str], written: str, name: str) -> Diagnostic:
    """The first of `lines` that the writer puts otherwise (H2P108); `written` is its whole text."""
    pairs = zip_longest(lines, written.split("\n")[:-1], fillvalue="")
    number, (found, expected) = next((at, pair) for at, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    column = 1
    for one, other in zip(found, expected, strict=False):
        if one != other:
            break
        column += 1
    what = f"`{_around(expected, column)}`" if expected else "the end of the program"
    cause = f"the line deviates from the one spelling and order of this program; expected here: {what}"
    return Diagnostic("H2P108", cause, _HELP, place_of(name, number, column, found))


def _around(text: str, column: int) -> str:
    """The part of a long line around a column."""
    if len(text) <= _SHOWN:
        return text
    start = max(0, column - 60)
    return ("…" if start else "") + text[start : start + 120] + ("…" if start + 120 < len(text) else "")
