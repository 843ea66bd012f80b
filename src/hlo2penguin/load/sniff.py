"""What a program is, told by its bytes; the name of a file is never asked."""

from __future__ import annotations

import re
from typing import Literal

__all__ = ["Kind", "as_text", "likeness", "looks_like_program", "sniff"]

Kind = Literal["bytecode", "portable artifact", "MLIR text", "HLO text", "binary", "unknown text"]

_BYTECODE = b"ML\xefR"
_PORTABLE = re.compile(rb"StableHLO_v[\d.]+\0")
_BLANK = r"(?>\s++|//[^\n]*+|/\*.*?\*/)*+"
_HLO = re.compile(_BLANK + r"HloModule\b", re.S)
_MLIR = re.compile(
    _BLANK + r'(?:module\b|\{-#|"[\w.]+"\s*\(|[#!][\w.$-]+\s*=|[a-z_]\w*\.\w+\s+(?:[@%]|public\b|private\b))', re.S
)
_HEADERLESS_HLO = re.compile(_BLANK + r"(?:ENTRY\b|%?[\w.-]+\s*\([^()]*\)\s*->[^\n{]*\{|%?[\w.-]+\s*\{)", re.S)
_CONTROL = bytes([*range(0x09), *range(0x0E, 0x20), 0x7F])
_LIKENESS = (
    (re.compile(rb"\x1f\x8b"), "It is compressed with gzip: decompress it first."),
    (re.compile(rb"PK\x03\x04"), "It is a zip archive (a PyTorch or Keras file?): export StableHLO or HLO from it."),
    (re.compile(rb"\s*HloModule\b"), "It looks like HLO text, but is not UTF-8 or holds control characters."),
    (re.compile(rb"(?s).{0,300}neuronxcc\."), "It is Penguin text, which `lift`, `run` and `diff` read."),
)


def sniff(data: bytes) -> Kind:
    """The kind of program in `data`; `binary` may be an HLO proto."""
    if data.startswith(_BYTECODE):
        return "portable artifact" if _PORTABLE.search(data, 0, 64) else "bytecode"
    text = as_text(data)
    if text is None:
        return "binary"
    return _kind_of_text(text)


def _kind_of_text(text: str) -> Literal["MLIR text", "HLO text", "unknown text"]:
    if _MLIR.match(text):
        return "MLIR text"
    return "HLO text" if _HLO.match(text) or _HEADERLESS_HLO.match(text) else "unknown text"


def as_text(data: bytes) -> str | None:
    """`data` as text, without a byte order mark; None where it is not UTF-8 or has control characters."""
    if len(data.translate(None, _CONTROL)) != len(data):
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def looks_like_program(text: str) -> bool:
    """Whether a one-line string is a program rather than the name of a file."""
    return _kind_of_text(text) != "unknown text" and any(bracket in text for bracket in "{(")


def likeness(data: bytes) -> str:
    """What an unknown input seems to be, with advice; empty where nothing comes to mind."""
    return next((advice for pattern, advice in _LIKENESS if pattern.match(data)), "")
