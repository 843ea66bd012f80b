"""Literal types of the statement language: how a value is spelled, and how the spelling is read back.

Each literal is spelled in exactly one way, so that reading a text and writing it again gives the same bytes.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hlo2penguin.forms.callables import MODULE_PREFIXES

__all__ = [
    "BY_VALUE",
    "LITERALS",
    "QUOTES",
    "Literal",
    "Spelling",
    "dtype_text",
    "escape",
    "number_text",
    "quoted",
    "unescape",
]


@dataclass(frozen=True, slots=True)
class Spelling:
    """What may differ between two programs in the spelling of the same value.

    `reference` gives the text of a callable (`np.exp`, `m0.iota`); asking for it may print an import.
    """

    support: str
    list_separator: str
    window_brackets: str
    reference: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Literal:
    """One literal type: `pattern` is a regular expression without groups, `parse` takes a text that it matches.

    `parse` also gets the program's imports (alias to module path); it raises ValueError for what cannot be meant.
    """

    name: str
    pattern: str
    render: Callable[[Any, Spelling], str]
    parse: Callable[[str, Mapping[str, str]], Any]


_UNSAFE = re.compile("[^ -~\u00a0-\u2027\u202a-\ud7ff\ue000-\U0010ffff]|[\\\\'\"]")
_ESCAPED = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_ESCAPE_SEQUENCE = re.compile(r"""\\(?:(["'\\nrt])|x([0-9a-f]{2})|u([0-9a-f]{4})|(.?))""", re.DOTALL)
_UNESCAPED = {"n": "\n", "r": "\r", "t": "\t"}


def escape(text: str, quote: str) -> str:
    """`text` as it stands between two `quote` characters of Python source; nothing can end the literal early."""
    if text.isascii() and text.isprintable() and quote not in text and "\\" not in text:
        return text  # asked of nearly every string, and quicker than the search
    if not _UNSAFE.search(text):
        return text

    def one(match: re.Match[str]) -> str:
        character = match[0]
        if character in "'\"":
            return "\\" + character if character == quote else character
        if character in _ESCAPED:
            return _ESCAPED[character]
        code = ord(character)
        return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"

    return _UNSAFE.sub(one, text)


def unescape(text: str, quote: str) -> str:
    """The inverse of `escape`; raises ValueError for a spelling that `escape` would not give."""
    if "\\" not in text:
        return text

    def one(match: re.Match[str]) -> str:
        simple, byte, unit, other = match.groups()
        if other is not None:
            raise ValueError(f"unknown escape sequence {match[0]!r}")
        if simple:
            return _UNESCAPED.get(simple, simple)
        return chr(int(byte or unit, 16))

    value = _ESCAPE_SEQUENCE.sub(one, text)
    if escape(value, quote) != text:
        raise ValueError(f"escape sequences of {text!r} are not in the one accepted spelling")
    return value


def quoted(text: str, quote: str = "'") -> str:
    """`text` as a string literal. Every string that comes from a program goes through here."""
    return f"{quote}{escape(text, quote)}{quote}"


_STRING_DTYPES = (
    *("float16", "float32", "float64", "bool"),
    *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)),
)
_SUPPORT_DTYPES = (
    *("bfloat16", "float8_e3m4", "float8_e4m3", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e4m3b11fnuz"),
    *("float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu", "float8_e5m2_x4", "float8_e4m3fn_x4"),
)
_DTYPE_KIND = {**dict.fromkeys(_STRING_DTYPES, "string"), **dict.fromkeys(_SUPPORT_DTYPES, "support")}


def dtype_text(dtype: str, support: str) -> str:
    """A dtype name as printed: `"float32"`, or an object of the support module (`m7.dtype.bfloat16`)."""
    return f'"{dtype}"' if _DTYPE_KIND[dtype] == "string" else f"{support}.dtype.{dtype}"


def _parse_dtype(text: str, imports: Mapping[str, str]) -> str:
    if text[0] == '"':
        name = text[1:-1]
        if _DTYPE_KIND.get(name) == "string":
            return name
    else:
        alias, _, name = text.partition(".dtype.")
        if imports.get(alias) == "neuronxcc.starfish.support" and _DTYPE_KIND.get(name) == "support":
            return name
    raise ValueError(f"{text} is not a known dtype")


def number_text(value: float) -> str:
    """A Python number: `True`, `3`, `1.0`, `np.inf`; the double's shortest spelling that reads back the same."""
    if isinstance(value, float) and not math.isfinite(value):
        return "np.nan" if math.isnan(value) else "np.inf" if value > 0 else "-np.inf"
    return repr(value)


_NAMED_NUMBERS = {
    "True": True,
    "False": False,
    "np.inf": math.inf,
    "-np.inf": -math.inf,
    "np.nan": math.nan,
}


def _parse_number(text: str, _: Mapping[str, str]) -> bool | int | float:
    if text in _NAMED_NUMBERS:
        return _NAMED_NUMBERS[text]
    value = float(text) if "." in text or "e" in text else int(text)
    if repr(value) != text:
        raise ValueError(f"{text} is not the shortest spelling of its value")
    return value


_INT = r"-?(?:0|[1-9]\d*)"
_FLOAT = r"-?(?:\d+\.\d+(?:e[+-]\d+)?|\d+e[+-]\d+)"
_NUMBER = rf"(?:True|False|-?np\.inf|np\.nan|{_FLOAT}|{_INT})"
_TUPLE = rf"\((?:{_INT},(?:{_INT}(?:,{_INT})*)?)?\)"
_LIST = rf"\[(?:{_INT}(?:, ?{_INT})*)?\]"
_SINGLE = r"'(?:[^'\\\n]++|\\.)*+'"
_DOUBLE = r'"(?:[^"\\\n]++|\\.)*+"'


@functools.lru_cache(maxsize=4096)
def tuple_text(values: tuple[int, ...]) -> str:
    """`(2,3)`, `(2,)`, `()`: no spaces."""
    return f"({values[0]},)" if len(values) == 1 else f"({','.join(map(str, values))})"


def _ints(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text[1:-1].split(",") if part)


def _window_text(values: tuple[int, ...], spelling: Spelling) -> str:
    if spelling.window_brackets == "()":
        return tuple_text(values)
    return f"[{spelling.list_separator.join(map(str, values))}]"


def _list_of_lists(values: tuple[tuple[int, ...], ...], spelling: Spelling) -> str:
    inner = (f"[{spelling.list_separator.join(map(str, group))}]" for group in values)
    return f"[{spelling.list_separator.join(inner)}]"


def _parse_groups(text: str, _: Mapping[str, str]) -> tuple[tuple[int, ...], ...]:
    return tuple(_ints(group) for group in re.findall(r"\[[^\[\]]*\]", text[1:-1]))


def _parse_shapes(text: str, _: Mapping[str, str]) -> tuple[tuple[int, ...], ...]:
    return tuple(_ints(shape) for shape in re.findall(r"\([^()]*\)", text))


def _parse_callable(text: str, imports: Mapping[str, str]) -> str:
    alias, _, name = text.partition(".")
    prefix = MODULE_PREFIXES.get(imports.get(alias, ""))
    if prefix is None:
        raise ValueError(f"{alias} does not name a module whose functions may be referred to")
    return f"{prefix}.{name}"


def _parse_quoted(text: str, _: Mapping[str, str]) -> str:
    return unescape(text[1:-1], text[0])


_CONFIG_ENTRY = rf"{_DOUBLE}:(?:{_DOUBLE}|{_NUMBER})"
_CONFIG_ITEM = re.compile(rf"({_DOUBLE}):({_DOUBLE}|{_NUMBER})")


def _config_value(value: Any) -> str:
    return quoted(value, '"') if isinstance(value, str) else number_text(value)


def _config_text(entries: Mapping[str, Any], _: Spelling) -> str:
    return "{" + ", ".join(f"{quoted(key, chr(34))}:{_config_value(value)}" for key, value in entries.items()) + "}"


def _parse_config(text: str, imports: Mapping[str, str]) -> dict[str, Any]:
    return {
        _parse_quoted(key, imports): _parse_quoted(value, imports) if value[0] == '"' else _parse_number(value, imports)
        for key, value in _CONFIG_ITEM.findall(text)
    }


def _bools_text(values: tuple[bool, ...], _: Spelling) -> str:
    return f"({values[0]},)" if len(values) == 1 else f"({','.join(map(str, values))})"


@functools.lru_cache(maxsize=4096)
def list_text(values: tuple[int, ...], separator: str) -> str:
    """`[0,1]`, `[]`."""
    return f"[{separator.join(map(str, values))}]"


_BOOL = "(?:True|False)"
QUOTES = {"single": "'", "double": '"'}
"""Quote character of the two string literals."""

LITERALS = {
    literal.name: literal
    for literal in (
        Literal("int", _INT, lambda v, _: str(v), lambda t, _: int(t)),
        Literal("bool", _BOOL, lambda v, _: str(v), lambda t, _: t == "True"),
        Literal("number", _NUMBER, lambda v, _: number_text(v), _parse_number),
        Literal("fixed6", r"-?\d+\.\d{6}", lambda v, _: f"{v:f}", lambda t, _: float(t)),
        Literal("tuple", _TUPLE, lambda v, _: tuple_text(v), lambda t, _: _ints(t)),
        Literal(
            "bools",
            rf"\((?:{_BOOL},(?:{_BOOL}(?:,{_BOOL})*)?)?\)",
            _bools_text,
            lambda t, _: tuple(part == "True" for part in t[1:-1].split(",") if part),
        ),
        Literal("list", _LIST, lambda v, s: list_text(v, s.list_separator), lambda t, _: _ints(t)),
        Literal("window", f"(?:{_TUPLE}|{_LIST})", _window_text, lambda t, _: _ints(t)),
        Literal("groups", rf"\[(?:{_LIST}(?:, ?{_LIST})*)?\]", _list_of_lists, _parse_groups),
        Literal(
            "shapes",
            rf"\[(?:{_TUPLE}(?:, ?{_TUPLE})*)?\]",
            lambda v, s: f"[{s.list_separator.join(map(tuple_text, v))}]",
            _parse_shapes,
        ),
        Literal("empty_list", r"\[\]", lambda _v, _s: "[]", lambda _t, _i: ()),
        Literal("dtype", r'(?:"[a-z0-9]+"|m\d+\.dtype\.\w+)', lambda v, s: dtype_text(v, s.support), _parse_dtype),
        Literal("callable", r"(?:np|m\d+)\.[A-Za-z_]\w*", lambda v, s: s.reference(v), _parse_callable),
        Literal("single", _SINGLE, lambda v, _: quoted(v, "'"), _parse_quoted),
        Literal("double", _DOUBLE, lambda v, _: quoted(v, '"'), _parse_quoted),
        Literal("raw_string", f"(?:{_SINGLE}|{_DOUBLE})", lambda v, _: v, lambda t, _: t),
        Literal("hint", r"\{'op':'\w+'\}", lambda v, _: f"{{'op':'{v}'}}", lambda t, _: t[7:-2]),
        Literal("config", rf"\{{(?:{_CONFIG_ENTRY}(?:, {_CONFIG_ENTRY})*)?\}}", _config_text, _parse_config),
    )
}
"""Every literal type by name."""

BY_VALUE = frozenset(LITERALS) - {"number", "fixed6", "config"}
"""Literal types whose equal values have one spelling."""
