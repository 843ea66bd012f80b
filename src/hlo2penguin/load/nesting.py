"""How deep the brackets of a text are nested. Parsers recurse, and a text that is deep enough ends the process."""

from __future__ import annotations

import re

__all__ = ["MAX_NESTING", "first_too_deep"]

MAX_NESTING = 2_500
"""A thousand regions inside each other take two brackets each. MLIR's parser overflows the usual 8 MB at 5,000."""

_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"()[]{}<>")
_PAIRS = (b"()", b"[]", b"{}", b"<>")
_ROUNDS = 24
_TOKEN = re.compile(rb'"(?:[^"\\\n]|\\.)*"|//[^\n]*|->|[\[({<]|[\])}>]')


def first_too_deep(text: bytes) -> int:
    """The line in which brackets are nested too deep for a parser; 0 where they are not.

    Brackets in strings and comments do not count. Costs next to nothing for a text that nobody made for this purpose.
    """
    return _search(text) if _is_suspicious(text) else 0


def _is_suspicious(text: bytes) -> bool:
    """Whether many brackets are left when matching pairs are taken away again and again, strings left out of account."""
    if sum(map(text.count, (b"(", b"[", b"{", b"<"))) <= MAX_NESTING:
        return False
    rest = text.replace(b"->", b"").translate(None, _NO_BRACKETS)
    for _ in range(_ROUNDS):
        for pair in _PAIRS:
            rest = rest.replace(pair, b"")
        if len(rest) <= MAX_NESTING:
            return False
    return True


def _search(text: bytes) -> int:
    depth = 0
    for token in _TOKEN.finditer(text):
        character = token[0][:1]
        if character in b"([{<":
            depth += 1
            if depth > MAX_NESTING:
                return text.count(b"\n", 0, token.start()) + 1
        elif character in b")]}>" and depth:
            depth -= 1
    return 0
