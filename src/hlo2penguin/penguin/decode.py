"""Parts of statements that repeat, decoded once each: a tensor's type, an op's pairs, single literals."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from hlo2penguin.forms import Form
from hlo2penguin.forms.attributes import TENSOR_ATTRIBUTES
from hlo2penguin.forms.constructors import SUPPORT
from hlo2penguin.forms.literals import LITERALS, Literal, unescape
from hlo2penguin.forms.text import Style
from hlo2penguin.penguin.grammar import (
    NUMBER,
    SINGLE,
    TENSOR_ATTRIBUTE,
    TENSOR_TYPE,
    FormPattern,
    LiteralProblem,
    candidates,
    parse_literal,
)
from hlo2penguin.penguin.model import TensorView

__all__ = ["Decoder", "Pairs", "TensorType"]

_ENTRY = re.compile(f"({SINGLE}):({SINGLE})")
_VALUE = re.compile(rf"(?:(m\d+)\.dtype\.static_cast\()?({NUMBER})(, np\.float32\))?", re.ASCII)
_INNER_TUPLE = re.compile(r"\([^()]*\)")


@dataclass(frozen=True, slots=True)
class TensorType:
    """What follows the id of a tensor line."""

    shape: tuple[int, ...]
    dtype: str
    view: TensorView
    attrs: dict[str, str | bool]
    init: str | None


@dataclass(frozen=True, slots=True)
class Pairs:
    """What stands between an op's destinations and its id."""

    form: Form
    values: dict[str, Any]
    frontend_attributes: dict[str, str]
    heavy_keyword: bool


class Decoder:
    """Decodes against one program's imports and remembers every text that it saw; notes the program's style."""

    def __init__(self, imports: dict[str, str]) -> None:
        self.imports = imports
        self.printer: str = ""
        self._separator: str = ""
        self._brackets: str = ""
        self._types: dict[tuple[str, str], TensorType | None] = {}
        self._pairs: dict[tuple[str, str], Pairs | None] = {}
        self._literals: dict[tuple[str, str], Any] = {}

    @property
    def style(self) -> Style:
        """The spelling, as far as the lines seen so far tell; the usual one for the rest."""
        return Style("mhlo" if self.printer == "mhlo" else "stablehlo", self._separator or ",", self._brackets or "()")

    def tensor_type(self, shape: str, rest: str) -> TensorType | None:
        """The type that `shape` and the rest of a tensor line give; None for no match. Raises LiteralProblem."""
        key = (shape, rest)
        if key in self._types:
            return self._types[key]
        match = TENSOR_TYPE.fullmatch(rest)
        if match is None:
            return None
        dtype, init, view_shape, layout, transpose, attributes = match.groups()
        found = self._types[key] = TensorType(
            self._literal(LITERALS["tuple"], shape),
            self._literal(LITERALS["dtype"], dtype),
            TensorView(
                self._literal(LITERALS["tuple"], view_shape), layout, self._literal(LITERALS["tuple"], transpose)
            ),
            self._attributes(attributes, match.start(6)) if attributes is not None else {},
            _string(init, match.start(2)) if init is not None else None,
        )
        return found

    def _attributes(self, text: str, start: int) -> dict[str, str | bool]:
        found: dict[str, str | bool] = {}
        at, end = 0, ", "
        while end == ", ":
            entry = TENSOR_ATTRIBUTE.match(text, at)
            if entry is None:
                raise LiteralProblem("H2P107", "not an entry of a tensor's attributes", start + at)
            key = _string(entry[1][1:-1], start + at, "'")
            value = entry[2] == "True" if entry[2][0] != '"' else _string(entry[2][1:-1], start + entry.start(2))
            if TENSOR_ATTRIBUTES.get(key) is not type(value):
                raise LiteralProblem("H2P107", f"{entry[1]} is no attribute of a tensor with such a value", start + at)
            if key in found:
                raise LiteralProblem("H2P104", f"attribute {entry[1]} is given twice", start + at)
            found[key] = value
            at, end = entry.end(), entry[3]
        if at != len(text):
            raise LiteralProblem("H2P107", "text after the tensor's attributes", start + at)
        return found

    def value(self, text: str) -> bool | int | float:
        """The value of a SingleValueTensor; whether the cast is there is for the reader's last check."""
        match = _VALUE.fullmatch(text)
        if match is None or (match[1] is None) != (match[3] is None):
            raise LiteralProblem("H2P107", f"{text[:80]} is not a number")
        if match[1] is not None and self.imports.get(match[1]) != SUPPORT:
            raise LiteralProblem("H2P113", f"{match[1]} is not the support module")
        return self._literal(LITERALS["number"], match[2])

    def pairs(self, constructor: str, text: str) -> Pairs | None:
        """The form, values and frontend attributes of an op; None where no form matches. Raises LiteralProblem."""
        key = (constructor, text)
        found = self._pairs.get(key)
        if found is not None:
            return found
        alias, _, name = constructor.partition(".")
        padded = text + ", "
        for pattern in candidates((self.imports.get(alias, ""), name), text):
            match = pattern.regex.fullmatch(padded)
            if match is not None:
                found = self._decode(pattern, match)
                if pattern.shares_values:
                    self._pairs[key] = found
                return found
        return None

    def _decode(self, pattern: FormPattern, match: re.Match[str]) -> Pairs:
        values: dict[str, Any] = {}
        for group, keyword in enumerate(pattern.keywords, 3):
            text = match[group]
            if text is None:
                continue
            try:
                values[keyword.name] = self._literal(keyword.literal, text)
            except LiteralProblem as problem:
                problem.at, problem.keyword = match.start(group), keyword.name
                raise
            if keyword.literal.name in _STYLED:
                self._note_style(keyword.literal.name, text)
        frontend = self._frontend_attributes(match[1], match.start(1)) if match[1] else {}
        return Pairs(pattern.form, values, frontend, bool(match[2]))

    def _frontend_attributes(self, text: str, start: int) -> dict[str, str]:
        found: dict[str, str] = {}
        for entry in _ENTRY.finditer(text):
            key = _string(entry[1][1:-1], start + entry.start(), "'")
            if key in found:
                raise LiteralProblem("H2P104", f"frontend attribute {entry[1]} is given twice", start + entry.start())
            found[key] = _string(entry[2][1:-1], start + entry.start(2), "'")
        return found

    def _literal(self, literal: Literal, text: str) -> Any:
        key = (literal.name, text)
        if key not in self._literals:
            self._literals[key] = parse_literal(literal, text, self.imports)
        value = self._literals[key]
        return dict(value) if literal.name == "config" else value

    def _note_style(self, literal: str, text: str) -> None:
        if literal == "window" and not self._brackets:
            self._brackets = "[]" if text[0] == "[" else "()"
        if text[0] == "[" and not self._separator:
            text = _INNER_TUPLE.sub("", text)
            self._separator = ", " if ", " in text else "," if "," in text else ""


_STYLED = frozenset({"list", "window", "groups", "shapes"})


def _string(text: str, at: int, quote: str = '"') -> str:
    try:
        return unescape(text, quote)
    except ValueError as error:
        raise LiteralProblem("H2P107", str(error), at) from None
