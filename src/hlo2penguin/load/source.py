"""Where a program comes from: a path, standard input, bytes, text, or an object that holds a module."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast, runtime_checkable

from hlo2penguin.diagnostics import Diagnostic, Place, Refused
from hlo2penguin.load.sniff import looks_like_program
from hlo2penguin.mlir.context import ir

__all__ = ["Lowered", "ProgramSource", "fetch", "unreadable"]

CODE = "H2P001"
"""The input cannot be read, or is no program that this tool knows."""

ProgramSource = str | os.PathLike[str] | bytes | ir.Module | object
"""What `load` takes."""


@runtime_checkable
class Lowered(Protocol):
    """`jax.stages.Lowered`, told by its method; JAX is never imported for it."""

    def compiler_ir(self, dialect: str | None = None) -> object: ...


@dataclass(frozen=True, slots=True)
class Fetched:
    """A program's bytes or module, and the name by which messages call it."""

    content: bytes | ir.Module
    name: str


def unreadable(cause: str, name: str, help: str = "") -> Refused:
    """The error for an input that cannot be read."""
    return Refused(Diagnostic(CODE, cause, help, Place(file=name)))


def fetch(source: ProgramSource, name: str | None) -> Fetched:
    """Reads `source`; raises Refused."""
    match source:
        case bytes() | bytearray():
            return Fetched(bytes(source), name or "<bytes>")
        case ir.Module():
            return Fetched(source, name or "<module>")
        case "-":
            return Fetched(sys.stdin.buffer.read(), name or "<stdin>")
        case str() if "\n" in source or (looks_like_program(source) and not os.path.exists(source)):
            return Fetched(_encoded(source, name or "<text>"), name or "<text>")
        case str() | os.PathLike():
            path = os.fspath(cast("str | os.PathLike[str]", source))
            return Fetched(_read(path, name or path), name or path)
        case _:
            return _object(source, name)


def _encoded(text: str, name: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise unreadable("the text has characters that UTF-8 cannot hold", name) from None


def _read(path: str, name: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except IsADirectoryError:
        raise unreadable("is a directory", name, "Name a file; `verify` and `batch` also take directories.") from None
    except FileNotFoundError:
        raise unreadable("no such file", name) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise unreadable(f"cannot be read: {reason}", name) from None


def _object(source: object, name: str | None) -> Fetched:
    """A module out of `jax.stages.Lowered`, or the artifact of `jax.export.Exported`."""
    artifact = getattr(source, "mlir_module_serialized", None)
    if isinstance(artifact, bytes):
        return Fetched(artifact, name or f"<exported {getattr(source, 'fun_name', 'program')}>")
    if isinstance(source, Lowered):
        module = source.compiler_ir("stablehlo")
        if isinstance(module, ir.Module):
            return Fetched(module, name or "<lowered>")
    raise unreadable(
        f"an object of type {type(source).__name__} is no program",
        name or "<object>",
        "Give a path, bytes, text, an MLIR module, or what jax.jit(f).lower(…) or jax.export return.",
    )
