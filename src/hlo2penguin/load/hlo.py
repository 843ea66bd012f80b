"""HLO text and protos into StableHLO bytecode, with names, ids, sources and aliases kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from hlo2penguin.diagnostics import Diagnostic, Place, Refused
from hlo2penguin.load import hlo_proto
from hlo2penguin.load.isolation import Crashed, isolated
from hlo2penguin.load.names import InstructionNames, ids_of_text
from hlo2penguin.load.tokens import drop_tokens
from hlo2penguin.mlir.decode import provenance_name
from hlo2penguin.mlir.hlo_import import HloError, proto_of_text, stablehlo_of_proto

__all__ = ["CODE", "ImportedHlo", "import_proto", "import_text"]

S = TypeVar("S", str, bytes)

CODE = "H2P003"
"""The HLO is invalid, or XLA cannot import it."""


@dataclass(frozen=True, slots=True)
class ImportedHlo:
    """A StableHLO module as bytecode, and what of the HLO module has no place in it."""

    bytecode: bytes
    names: InstructionNames
    with_token: set[str]
    frontend_attributes: dict[str, str]


def import_text(text: str, source: str) -> ImportedHlo:
    """Imports HLO text; raises Refused with XLA's own message and position."""
    module = hlo_proto.read(_native(proto_of_text, _known_api_versions(text), source))
    if module is None:
        raise Refused(Diagnostic(CODE, "the module has no instruction", place=Place(file=source)))
    in_text_order = sorted(hlo_proto.instructions(module), key=lambda instruction: instruction.id)
    ids = ids_of_text(instruction.name for instruction in in_text_order)
    printed = {i.id: printed for i, printed in zip(in_text_order, ids, strict=True)}
    return _import(module, printed, source)


def import_proto(data: bytes, source: str) -> ImportedHlo | None:
    """Imports a serialized HloModuleProto or HloProto; None for other bytes. Raises Refused with XLA's own message."""
    module = hlo_proto.read(data)
    return None if module is None else _import(module, None, source)


def _import(module: hlo_proto.HloModule, ids: dict[int, int] | None, source: str) -> ImportedHlo:
    """The import proper. `ids` are the unique ids to show, by the module's own; None: the module's own."""
    names = InstructionNames.of((i.name, i.id) for i in hlo_proto.instructions(module))
    with_token = drop_tokens(module, names)
    if ids is not None:
        names.largest_id = max(ids.values())
    for instruction in hlo_proto.instructions(module):
        shown = instruction.id
        if ids is not None:
            if shown not in ids:
                names.largest_id += 1
            shown = ids.setdefault(shown, names.largest_id)
        metadata = instruction.metadata
        metadata.op_name = provenance_name(metadata.op_name, instruction.name, shown)
    attributes = {entry.key: entry.value for entry in module.frontend_attributes.map}
    bytecode = _native(stablehlo_of_proto, module.SerializeToString(), source)
    return ImportedHlo(bytecode, names, with_token, attributes)


def _native(work: Callable[[S], bytes], program: S, source: str) -> bytes:
    """What native code makes of a program, in a child process. Raises Refused."""
    try:
        return isolated(work, program, seconds=120 + len(program) // 100_000)
    except HloError as error:
        raise Refused(_diagnostics(str(error), source)) from None
    except Crashed as crash:
        cause = f"XLA's HLO importer broke down: {crash}"
        raise Refused(Diagnostic(CODE, cause, _CRASH_HELP, Place(file=source))) from None


_CRASH_HELP = "Such HLO is malformed: look at parameter numbers, operand counts, tuple shapes and indices."
_API_VERSION = re.compile(r'"(?:[^"\\]|\\.)*"|\bapi_version=API_VERSION_UNSPECIFIED\b')


def _known_api_versions(text: str) -> str:
    """`API_VERSION_UNSPECIFIED`, which XLA prints but does not read, as the version that it stands for.

    Padded, so that columns in error messages stay right; quoted strings stay as they are.
    """
    if "API_VERSION_UNSPECIFIED" not in text:
        return text
    return _API_VERSION.sub(lambda m: m[0] if m[0].startswith('"') else "api_version=API_VERSION_ORIGINAL   ", text)


_POSITION = re.compile(r"was parsing (\d+):(\d+): error: (.*)\n(.*)\n *\^")
_STATUS = re.compile(r"^[A-Z]+(?:_[A-Z]+)*: ")


def _diagnostics(message: str, source: str) -> list[Diagnostic]:
    """XLA's message, one diagnostic for each position in it."""
    found = [
        Diagnostic(
            CODE,
            cause.strip(),
            place=Place(source, int(line), int(column), text=shown.removeprefix("LINE OUT OF RANGE")),
            severity="note" if "previously defined" in cause else "error",
        )
        for line, column, cause, shown in _POSITION.findall(message)
    ]
    return found or [Diagnostic(CODE, " ".join(_STATUS.sub("", message).split()), place=Place(file=source))]
