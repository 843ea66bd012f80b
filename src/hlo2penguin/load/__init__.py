"""Any XLA program as a verified MLIR module in a context of its own: MLIR text, bytecode, portable artifact, HLO.

Ops of a program that was HLO carry framework name, instruction name, unique id and source line in their locations
(`mlir.decode.Provenance`). Locations of MLIR text that has none of its own name the file `-`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from hlo2penguin.diagnostics import Diagnostic, Place, Refused
from hlo2penguin.load.isolation import Crashed, isolated
from hlo2penguin.load.names import InstructionNames
from hlo2penguin.load.screen import bad_string, is_doubtful, screen
from hlo2penguin.load.sniff import as_text, likeness, sniff
from hlo2penguin.load.source import ProgramSource, fetch, unreadable
from hlo2penguin.mlir import parse
from hlo2penguin.mlir.context import ir, new_context

__all__ = ["InstructionNames", "Loaded", "ProgramSource", "load"]

MLIR_CODE = "H2P002"
"""The MLIR does not parse or does not verify."""


@dataclass(slots=True)
class Loaded:
    """A program ready for prepare.

    `module` is verified and free of CHLO. `format` is the dialect that the program came in. `names` numbers the copies
    of inlined HLO instructions and is None for programs that never were HLO. `source` is the name for messages.
    `frontend_attributes` are those of the HLO module itself. A collective that carried a token has the unit attribute
    `neuron.has_token`.
    """

    module: ir.Module
    format: Literal["stablehlo", "mhlo", "hlo"]
    names: InstructionNames | None = None
    source: str = ""
    frontend_attributes: dict[str, str] = field(default_factory=dict[str, str])


def load(source: ProgramSource, name: str | None = None) -> Loaded:
    """Loads a program.

    `source` is a path (`-` is standard input), bytes, text, an `ir.Module` (left untouched, whatever its context), or
    what `jax.jit(f).lower(…)` and `jax.export` return. What bytes are is told by the bytes. `name` is what messages
    call the program. Raises Refused for what cannot be read, parsed or verified: H2P001, H2P002, H2P003.
    """
    fetched = fetch(source, name)
    content, name = fetched.content, fetched.name
    if isinstance(content, ir.Module):
        return _from_mlir(lambda context: parse.reparse(content, context), "", name)
    if not content.strip():
        raise unreadable("the input is empty", name)
    kind = sniff(content)
    if kind == "bytecode" or kind == "portable artifact":
        return _from_bytecode(content, kind == "portable artifact", name)
    text = as_text(content) or ""
    if text and (problem := screen(content, name)) is not None:
        raise Refused(problem)
    if kind == "MLIR text":
        if is_doubtful(content):
            _read_in_child(parse.parse, content, "all_to_all without replica groups: the verifier broke down", name)
        return _from_mlir(lambda context: parse.parse(text, context), text, name)
    if kind == "unknown text":
        raise _unknown(content, name)
    return _from_hlo(content, text, name)


def _from_mlir(read: Callable[[ir.Context], ir.Module], text: str, name: str) -> Loaded:
    try:
        module = read(new_context())
        ops = set[str]() if _is_plain(text) else parse.op_names(module)
        dialect = parse.program_dialect(ops)
        if any(op.startswith("chlo.") or op == "stablehlo.composite" for op in ops):
            parse.legalize_chlo(module, dialect)
    except parse.InvalidModule as invalid:
        raise Refused(_mlir_diagnostic(problem, text, name) for problem in invalid.problems) from None
    return Loaded(module, dialect, source=name)


_MHLO_OP = re.compile(r"mhlo\.\w++(?!\.|[ \t]*[=,}])")
"""An op of that dialect: names of attributes are followed by a value or by the next one."""


def _is_plain(text: str) -> bool:
    """Whether MLIR text surely has no op of MHLO or CHLO, and no composite; a walk over the ops costs more to tell.

    A backslash may spell part of a name.
    """
    found = any(sign in text for sign in ("chlo.", "stablehlo.composite", "\\"))
    return bool(text) and not found and _MHLO_OP.search(text) is None


def _from_bytecode(content: bytes, portable: bool, name: str) -> Loaded:
    """MLIR bytecode, read and written anew in a child: damaged bytecode can abort MLIR's reader, keep it busy forever,
    or leave the process's memory in disorder. This process only reads what the child wrote."""
    read = parse.deserialize_portable if portable else parse.parse
    found = _read_in_child(read, content, "the bytecode is damaged: MLIR's reader broke down", name)
    if not isinstance(found, bytes):
        raise Refused(_mlir_diagnostic(problem, "", name) for problem in found)
    loaded = _from_mlir(lambda context: parse.parse(found, context), "", name)
    # Printed, as a string that is not UTF-8 ends the process where the bindings hand it to Python.
    shown = loaded.module.operation.get_asm(enable_debug_info=True, large_elements_limit=8, assume_verified=True)
    if bad_string(shown.encode()) is not None:
        raise Refused(Diagnostic(MLIR_CODE, "the bytecode holds a string that is not UTF-8", place=Place(name)))
    return loaded


def _read_in_child(
    read: Callable[[bytes, ir.Context], ir.Module], content: bytes, cause: str, name: str
) -> bytes | tuple[parse.Problem, ...]:
    """The program as bytecode, or what is wrong with it. Raises Refused where reading it ends the child."""
    try:
        return isolated(_rewritten, read, content, seconds=60 + len(content) // 10_000_000)
    except Crashed as crash:
        raise Refused(Diagnostic(MLIR_CODE, f"{cause}: {crash}", place=Place(name))) from None


def _rewritten(read: Callable[[bytes, ir.Context], ir.Module], content: bytes) -> bytes | tuple[parse.Problem, ...]:
    try:
        return parse.bytecode(read(content, new_context()))
    except parse.InvalidModule as invalid:
        return invalid.problems


def _mlir_diagnostic(problem: parse.Problem, text: str, name: str) -> Diagnostic:
    where = problem.where
    here = where.file in ("", "-")
    lines = text.splitlines() if here and where.line else []
    shown = lines[where.line - 1] if 0 < where.line <= len(lines) else ""
    place = Place(name if here else where.file, where.line, where.column, where.op_name, shown)
    return Diagnostic(MLIR_CODE, problem.message, place=place, op=problem.op)


def _from_hlo(content: bytes, text: str, name: str) -> Loaded:
    """HLO text, or a binary that may be an HLO proto where `text` is empty."""
    from hlo2penguin.load import hlo  # protobuf and its descriptors only where HLO comes in

    imported = hlo.import_text(text, name) if text else hlo.import_proto(content, name)
    if imported is None:
        raise _unknown(content, name)
    try:
        module = parse.parse(imported.bytecode, new_context())
    except parse.InvalidModule as invalid:
        raise Refused(_hlo_diagnostic(hlo.CODE, problem, text, name) for problem in invalid.problems) from None
    if imported.with_token:
        parse.mark_token_collectives(module, imported.with_token)
    return Loaded(module, "hlo", imported.names, name, imported.frontend_attributes)


def _hlo_diagnostic(code: str, problem: parse.Problem, text: str, name: str) -> Diagnostic:
    """A problem of the imported module, placed at the HLO instruction that the op came from."""
    where = problem.where
    label = where.instruction or where.op_name
    written = re.search(rf"^.*?%?(?<![\w.-]){re.escape(label)} *= .*$", text, re.MULTILINE) if label else None
    if written is None:
        return Diagnostic(code, problem.message, place=Place(name, name=label), op=problem.op)
    line = text.count("\n", 0, written.start()) + 1
    return Diagnostic(code, problem.message, place=Place(name, line, name=label, text=written[0]), op=problem.op)


def _unknown(content: bytes, name: str) -> Refused:
    cause = "the input is none of MLIR text, MLIR bytecode, StableHLO portable artifact, HLO text and HLO proto"
    return unreadable(cause, name, likeness(content))
