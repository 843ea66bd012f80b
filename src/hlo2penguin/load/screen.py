"""What must not reach a parser, because it ends the process or eats its memory; each was met while fuzzing.

Native parsers recurse over brackets, make room for whatever number they read, and hand strings on to Python without
asking whether they are UTF-8. All of it costs next to nothing for a text that nobody made for this purpose.
"""

from __future__ import annotations

import re

from hlo2penguin.diagnostics import Diagnostic, Place

__all__ = ["MAX_NESTING", "bad_string", "is_doubtful", "screen"]

MAX_NESTING = 2_500
"""A thousand regions inside each other take two brackets each. MLIR's parser overflows the usual 8 MB at 5,000."""


def screen(text: bytes, name: str) -> Diagnostic | None:
    """The reason not to parse a text, if there is one."""
    if at := _too_deep(text):
        cause = f"brackets are nested more than {MAX_NESTING} deep, and parsers recurse"
        return _refusal("H2P005", cause, "no program needs that: the file is damaged", text, at, name)
    if (found := bad_string(text)) is not None:
        cause = "a string is not UTF-8"
        return _refusal("H2P002", cause, "write text as UTF-8, binary data as a dense constant", text, found, name)
    for hint, pattern, cause in _ABSURD:
        if hint.search(text) is not None and (match := pattern.search(text)) is not None:
            return _refusal("H2P002", cause, "", text, match.end() - 1, name)
    return None


def _refusal(code: str, cause: str, help: str, text: bytes, at: int, name: str) -> Diagnostic:
    start = text.rfind(b"\n", 0, at) + 1
    end = text.find(b"\n", at)
    line = text[start : end if end >= 0 else len(text)].decode("utf-8", "replace")
    place = Place(name, text.count(b"\n", 0, at) + 1, at - start + 1, text=line)
    return Diagnostic(code, cause, help, place)


# Numbers

_BLANK = rb"(?:\s|//[^\n]*\n)*+"
_DIMENSIONS = rb"\[(?:[a-z?,]|\d{1,3}+(?!\d)|\s|//[^\n]*\n)*+\d{4}"
_ABSURD = (
    (re.compile(rb"#0*+[1-9]\d{6}"), re.compile(rb"%[\w.$-]++#0*+[1-9]\d{6}"), "no op has so many results"),
    (
        re.compile(_DIMENSIONS),
        re.compile(rb"(?:dim_numbers" + _BLANK + rb"=|\bconv" + _BLANK + rb"<|\]" + _BLANK + rb"x|\]" + _BLANK + rb"->)"
                   + _BLANK + _DIMENSIONS),
        "no convolution has so many dimensions",
    ),
)  # fmt: skip
"""Numbers up to which MLIR's parser counts, or for which it makes room: minutes, and gigabytes. The first pattern of
each is quick, the second tells."""

_NO_ROWS = re.compile(rb"\btensor" + _BLANK + rb"<" + _BLANK + rb"0")


def is_doubtful(text: bytes) -> bool:
    """Whether a text is to be tried in a child first: MLIR's verifier divides by the rows of `all_to_all`'s groups.

    A backslash may spell part of that name.
    """
    return (b"all_to_all" in text or b"\\" in text) and _NO_ROWS.search(text) is not None


# Strings

_HIGH_ESCAPE = re.compile(rb"\\[89a-fA-F][0-9a-fA-F]")
_STRING = re.compile(rb'"((?:[^"\\\n]|\\.)*+)"|//[^\n]*+')
_ESCAPE = re.compile(rb"\\([0-9a-fA-F]{2})")


def bad_string(text: bytes) -> int | None:
    """Where a quoted string stands whose escapes make bytes that are not UTF-8; the text itself is UTF-8."""
    if _HIGH_ESCAPE.search(text) is None:
        return None
    for match in _STRING.finditer(text):
        if match[1] and b"\\" in match[1]:
            try:
                _ESCAPE.sub(lambda escape: bytes([int(escape[1], 16)]), match[1]).decode()
            except UnicodeDecodeError:
                return match.start()
    return None


# Brackets

_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"()[]{}<>")
_PAIRS = (b"()", b"[]", b"{}", b"<>")
_ROUNDS = 24
_TOKEN = re.compile(rb'"(?:[^"\\\n]|\\.)*+"|//[^\n]*+|->|[\[({<]|[\])}>]')


def _too_deep(text: bytes) -> int:
    """Where brackets get too deep, strings and comments left out; 0 where they do not."""
    return _first_too_deep(text) if _is_suspicious(text) else 0


def _is_suspicious(text: bytes) -> bool:
    """Whether many brackets are left when matching pairs are taken away again and again; strings count here."""
    rest = text.replace(b"->", b"").translate(None, _NO_BRACKETS)
    for _ in range(_ROUNDS):
        for pair in _PAIRS:
            rest = rest.replace(pair, b"")
        if len(rest) <= MAX_NESTING:
            return False
    return True


def _first_too_deep(text: bytes) -> int:
    depth = 0
    for token in _TOKEN.finditer(text):
        character = token[0][:1]
        if character in b"([{<":
            depth += 1
            if depth > MAX_NESTING:
                return token.start()
        elif character in b")]}>" and depth:
            depth -= 1
    return 0
