"""One problem of one program, and the exception that carries all of a program's problems at once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from hlo2penguin.diagnostics.codes import CODES

Severity = Literal["error", "warning", "note"]
Format = Literal["text", "json", "github"]


_CONTROLS = {
    **{code: 0x2400 + code for code in range(0x20) if code != 0x0A},
    **dict.fromkeys([0x7F, *range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A)], 0xFFFD),
}
"""What a terminal obeys, or takes as a change of direction, and what is shown instead: strings may hold anything."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the source a thing stands; unknown parts are empty or 0."""

    file: str = ""
    line: int = 0
    column: int = 0
    name: str = ""
    text: str = ""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" + (f":{self.column}" if self.column else "") if self.line else self.file
        return " ".join(part for part in (where, f"({self.name})" if self.name and where else self.name) if part)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A coded problem: what (`cause`), where (`place`, `op`), and what to do (`help`).

    `code` is the vendor's number where its trigger is known, else `H2Pnnn`, which is ours.
    """

    code: str
    cause: str
    help: str = ""
    place: Place = Place()
    op: str = ""
    severity: Severity = "error"

    def __str__(self) -> str:
        where = f"{self.place}: " if str(self.place) else ""
        return f"{where}[{self.severity.upper()}] [{self.code}] {self.cause}".translate(_CONTROLS)


class Refused(Exception):
    """A program that cannot be converted, read or lifted.

    `diagnostics` holds every problem found, in program order; the first line of the message is the first of them.
    """

    def __init__(self, diagnostics: Diagnostic | Iterable[Diagnostic]) -> None:
        one = isinstance(diagnostics, Diagnostic)
        self.diagnostics: tuple[Diagnostic, ...] = (diagnostics,) if one else tuple(diagnostics)
        super().__init__(render(self.diagnostics))

    @property
    def code(self) -> str:
        """Code of the first problem."""
        return self.diagnostics[0].code


def render(diagnostics: Sequence[Diagnostic], format: Format = "text") -> str:
    """All of `diagnostics` as text for people, JSON lines, or workflow commands that annotate a pull request."""
    return "\n".join(_RENDERERS[format](_with_help(d)) for d in diagnostics)


def _with_help(d: Diagnostic) -> Diagnostic:
    """What helps with the code, where the diagnostic itself does not say."""
    general = CODES.get(d.code)
    return d if d.help or d.severity != "error" or general is None else replace(d, help=general.help)


WIDTH = 120
"""Characters of a source line that are shown, around its column."""


def _shown(place: Place) -> list[str]:
    """The source line, cut to a window around the column, and a caret under the column."""
    text = place.text.replace("\t", " ")
    start = max(0, min(place.column - WIDTH // 2, len(text) - WIDTH))
    before, after = "…" if start else "", "…" if start + WIDTH < len(text) else ""
    line = f"{before}{text[start : start + WIDTH]}{after}"
    return [line, " " * (len(before) + place.column - 1 - start) + "^"] if place.column else [line]


def _text(d: Diagnostic) -> str:
    lines = [str(d)]
    if d.op:
        lines.append(f"  op:   {d.op}")
    if d.place.text:
        lines += (f"  {line}" for line in _shown(d.place))
    if d.help:
        lines.append(f"  help: {d.help}")
    return "\n".join(lines).translate(_CONTROLS)


def _json(d: Diagnostic) -> str:
    place = {"file": d.place.file, "line": d.place.line, "column": d.place.column, "name": d.place.name}
    record = {"code": d.code, "severity": d.severity, "cause": d.cause, "help": d.help, "op": d.op, "place": place}
    return json.dumps(record, ensure_ascii=False)


def _github(d: Diagnostic) -> str:
    def escape(text: str) -> str:
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")

    def prop(text: str) -> str:
        return escape(text).replace(":", "%3A").replace(",", "%2C")

    level = "notice" if d.severity == "note" else d.severity
    where = f"file={prop(d.place.file)},line={d.place.line}," if d.place.line else ""
    message = " ".join(part for part in (d.cause, d.help and f"Help: {d.help}") if part)
    return f"::{level} {where}title={prop(d.code)}::{escape(message)}"


_RENDERERS = {"text": _text, "json": _json, "github": _github}
