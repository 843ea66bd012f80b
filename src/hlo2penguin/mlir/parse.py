# pyright: basic
"""MLIR text, bytecode and portable artifacts into modules, with the parser's own diagnostics kept."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from jaxlib.mlir import ir
from jaxlib.mlir.dialects import _stablehlo_ops_gen, stablehlo

from hlo2penguin.mlir.context import run_passes
from hlo2penguin.mlir.decode import Decoder, Provenance
from hlo2penguin.mlir.edit import create
from hlo2penguin.mlir.kinds import kind

__all__ = [
    "InvalidModule",
    "Problem",
    "bytecode",
    "deserialize_portable",
    "legalize_chlo",
    "mark_token_collectives",
    "op_names",
    "parse",
    "problems_of",
    "program_dialect",
    "reparse",
]


@dataclass(frozen=True, slots=True)
class Problem:
    """One error of the parser, the verifier or a pass: its message, where, and the op as MLIR shows it."""

    message: str
    where: Provenance = field(default_factory=Provenance)
    op: str = ""


class InvalidModule(Exception):
    """A module that does not parse or does not verify; `problems` holds every error that was reported."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.message for problem in self.problems))


def parse(program: str | bytes, context: ir.Context) -> ir.Module:
    """Parses and verifies MLIR text or bytecode; raises InvalidModule."""
    try:
        return ir.Module.parse(program, context)
    except ir.MLIRError as error:
        raise InvalidModule(problems_of(error)) from None
    except (ValueError, RuntimeError, MemoryError) as error:  # bytecode that asks for absurd sizes
        raise InvalidModule([Problem(str(error))]) from None


def bytecode(module: ir.Module) -> bytes:
    """The module as MLIR bytecode."""
    buffer = io.BytesIO()
    module.operation.write_bytecode(buffer)
    return buffer.getvalue()


def reparse(module: ir.Module, context: ir.Context) -> ir.Module:
    """A verified copy of `module`, which may belong to another context and stays untouched."""
    return parse(bytecode(module), context)


def deserialize_portable(artifact: bytes, context: ir.Context) -> ir.Module:
    """A StableHLO portable artifact of any supported version as StableHLO, verified; raises InvalidModule."""
    heard: list[Problem] = []

    def listen(diagnostic: ir.Diagnostic) -> bool:
        heard.append(_problem(diagnostic))
        return True

    handler = context.attach_diagnostic_handler(listen)
    try:
        module = stablehlo.deserialize_portable_artifact(context, artifact)
    except (ValueError, RuntimeError, MemoryError) as error:
        raise InvalidModule(heard or [Problem(str(error))]) from None
    finally:
        handler.detach()
    _verify(module)
    return module


def _verify(module: ir.Module) -> None:
    try:
        module.operation.verify()
    except ir.MLIRError as error:
        raise InvalidModule(problems_of(error)) from None


def problems_of(error: ir.MLIRError) -> list[Problem]:
    """What the parser, the verifier or a pass reported, one or more."""
    found = [_problem(diagnostic) for diagnostic in error.error_diagnostics]
    return found or [Problem(str(error).strip())]


_SHOWN = "see current operation: "


def _problem(diagnostic: ir.Diagnostic | ir.DiagnosticInfo) -> Problem:
    notes = [note.message for note in diagnostic.notes]
    shown = next((note.removeprefix(_SHOWN) for note in notes if note.startswith(_SHOWN)), "")
    plain = diagnostic.location  # not of its own class: only a location made from an attribute is
    location = ir.Location.from_attr(plain.attr, plain.context)
    return Problem(diagnostic.message, Decoder().location(location), shown.strip().partition("\n")[0])


def op_names(top: ir.Module | ir.OpView) -> set[str]:
    """Full names of the ops that occur in a module, or inside an op."""
    names: set[str] = set()
    advance = ir.WalkResult.ADVANCE

    def visit(op: ir.Operation) -> ir.WalkResult:
        names.add(op.name)
        return advance

    top.operation.walk(visit)
    return names


_STABLEHLO_OPS = {getattr(view, "OPERATION_NAME", "") for view in vars(_stablehlo_ops_gen).values()}


def program_dialect(ops: set[str]) -> Literal["stablehlo", "mhlo"]:
    """The dialect of a program with ops of these names.

    Where both occur, MHLO ops that StableHLO lacks (`mhlo.erf`, `mhlo.topk`, `mhlo.fusion`) do not make it MHLO.
    """
    mhlo = {op for op in ops if op.startswith("mhlo.")}
    if any(op.startswith("stablehlo.") for op in ops):
        mhlo = {op for op in mhlo if op.replace("mhlo.", "stablehlo.", 1) in _STABLEHLO_OPS}
    return "mhlo" if mhlo else "stablehlo"


# The expansions of these kernels crash the process on element types that they were not written for.
_FLOAT_ONLY = frozenset({"chlo.broadcast_next_after", "chlo.broadcast_polygamma", "chlo.broadcast_zeta"})


def legalize_chlo(module: ir.Module, dialect: str) -> None:
    """Rewrites CHLO ops into the dialect's own (`stablehlo` or `mhlo`); raises InvalidModule.

    `chlo.erf` and `chlo.top_k`, also as the composites that `jax.export` wraps them in, become what JAX hands to XLA:
    the custom calls `mhlo.erf` and `mhlo.topk`, ops of those names in MHLO. The target has both ops, whereas
    `chlo-legalize-to-stablehlo` spells an erf in 41 ops and a top-k as a sort of the whole axis. Accuracy is no reason
    against it: in f32 that polynomial errs by 5.5 ULP at most, XLA's own erf by 4.9 (measured over ±4).
    `chlo-legalize-to-high-level-mhlo` would keep the two as well, but makes calls that the target lacks (`mhlo.mulhi`).
    """
    ops = [(op, name) for op in _walk(module) if (name := _chlo_name(op))]
    _refuse_unsafe(ops)
    with module.context:
        for op, name in ops:
            if name == "chlo.erf":
                _custom_call(op, "mhlo.erf", "")
            elif name == "chlo.top_k":
                _custom_call(op, "mhlo.topk", f"k = {_top_k(op)}, largest = true")
    try:
        if any(name not in ("chlo.erf", "chlo.top_k") for _, name in ops):
            run_passes(module, "chlo-legalize-to-stablehlo", nested="func.func")
        if dialect == "mhlo":
            run_passes(module, "stablehlo-legalize-to-hlo")
    except ir.MLIRError as error:
        raise InvalidModule(problems_of(error)) from None
    _verify(module)


def _chlo_name(op: ir.OpView | ir.Operation) -> str:
    """Name of a CHLO op, or of the one that a composite stands for; empty for other ops."""
    name = op.operation.name
    if name == "stablehlo.composite":
        name = ir.StringAttr(op.operation.attributes["name"]).value
        return name if name in ("chlo.erf", "chlo.top_k") else ""
    return name if name.startswith("chlo.") else ""


def _top_k(op: ir.OpView | ir.Operation) -> ir.Attribute:
    """The attribute `k` of a `chlo.top_k` or of the composite that stands for one."""
    attributes = op.operation.attributes
    return attributes["k"] if "k" in attributes else ir.DictAttr(attributes["composite_attributes"])["k"]


def _walk(module: ir.Module) -> list[ir.OpView | ir.Operation]:
    found: list[ir.OpView | ir.Operation] = []

    def visit(op: ir.OpView | ir.Operation) -> ir.WalkResult:
        found.append(op)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    return found


def _refuse_unsafe(ops: list[tuple[ir.OpView | ir.Operation, str]]) -> None:
    decoder = Decoder()
    problems = [
        Problem(f"'{name}' op is defined on floats only", decoder.location(op.operation.location))
        for op, name in ops
        if name in _FLOAT_ONLY
        and not all(decoder.value(v).dtype.startswith(("f", "bf")) for v in op.operation.operands)
    ]
    if problems:
        raise InvalidModule(problems)


def _custom_call(op: ir.OpView | ir.Operation, target: str, attributes: str) -> None:
    results = op.operation.results
    call = create(
        "stablehlo.custom_call",
        [result.type for result in results],
        op.operation.operands,
        before=op,
        attributes={
            "call_target_name": ir.StringAttr.get(target),
            "mhlo.attributes": ir.Attribute.parse("{" + attributes + "}"),
            "mhlo.version": ir.Attribute.parse("1 : i64"),
        },
    )
    for old, new in zip(results, call.results, strict=True):
        old.replace_all_uses_with(new)
    op.operation.erase()


def mark_token_collectives(module: ir.Module, instructions: set[str]) -> None:
    """Sets the unit attribute `neuron.has_token` on the collectives that these HLO instructions became."""
    decoder = Decoder()
    with module.context:
        mark = ir.UnitAttr.get()
        for op in _walk(module):
            is_collective = kind(op) in ("all_gather", "reduce_scatter")
            if is_collective and decoder.location(op.operation.location).instruction in instructions:
                op.operation.attributes["neuron.has_token"] = mark
