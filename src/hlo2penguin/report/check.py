"""What of a program cannot be printed, and what a target is known to reject, without writing anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hlo2penguin.diagnostics import Diagnostic, Place, Refused
from hlo2penguin.diagnostics.codes import CODES
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder, TensorType
from hlo2penguin.mlir.edit import entry_block, main_function
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.options import Options
from hlo2penguin.pipeline import Session

__all__ = ["check", "target_warnings"]


def check(source: Any, options: Options) -> list[Diagnostic]:
    """Every error of a conversion, and the warnings of `options.target`, in program order."""
    session = Session(options)
    warnings: list[Diagnostic] = []
    try:
        session.load(source)
        session.prepare()
        warnings = list(target_warnings(session))
        session.fuse()
        session.print()
    except Refused as refused:
        return [*refused.diagnostics, *warnings]
    return warnings


def target_warnings(session: Session) -> Iterator[Diagnostic]:
    """What the target of the session's options is known to reject, in program order, each finding once."""
    main = main_function(session.module)
    if main is None:
        return
    seen: set[tuple[str, str]] = set()
    for op in entry_block(main).operations:
        if kind(op) == "func.return":
            continue
        for code, cause in _findings(op, session.decoder, session.options.target):
            place = _place(op, session)
            if (code, f"{place}{cause}") not in seen:
                seen.add((code, f"{place}{cause}"))
                yield Diagnostic(code, cause, _HELP[code], place, op.operation.name, "warning")


_HELP = {
    "H2P040": CODES["H2P040"].help,
    "NCC_ESPP047": "Convert to bf16, or to an 8-bit float that the target has.",
    "NCC_EVRF005": "Convert to bf16, or to an 8-bit float without FNUZ that the target has.",
    "NCC_EVRF006": "Use the DEFAULT algorithm, or make the random bits on the host and pass them in.",
    "NCC_EVRF010": "Put the input's dilation in front, as a pad with interior padding.",
    "NCC_EVRF011": "Put the input's dilation in front, as a pad with interior padding.",
    "NCC_EVRF013": "Convert the values to f32 first, where they are below 2**24.",
    "NCC_EVRF016": "Convert to f32 first and back afterwards, where the results are below 2**24.",
    "NCC_EVRF017": "Put the base dilation in front, as a pad with interior padding.",
    "NCC_EVRF018": "Spell the window out: reduce over slices of the input.",
    "NCC_EVRF019": "Give each operand a reduce-window of its own.",
    "NCC_EVRF022": "Convert to i32, shift, and convert back.",
    "NCC_ISPP060": "Leave out what has no elements, or give the dimension at least one.",
}
"""What to do about each warning."""


def _place(op: ir.OpView, session: Session) -> Place:
    where = session.decoder.location(op.operation.location)
    name = "_".join(part for part in (where.op_name, where.instruction) if part)
    return Place(where.file, where.line, where.column, name)


_FNUZ = {"f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2FNUZ"}
_FP8_BY_TARGET = {"trn1": {"f8E4M3FN", "f8E4M3", "f8E3M4"}, "trn2": {"f8E4M3FN"}, "trn3": set[str]()}


def _findings(op: ir.OpView, decoder: Decoder, target: str) -> Iterator[tuple[str, str]]:
    types = [decoder.value(value) for value in (*op.operation.operands, *op.operation.results)]
    for dtype in dict.fromkeys(type.dtype for type in types):
        if dtype in _FNUZ:
            yield "NCC_EVRF005", f"data type {dtype} is not supported"
        elif dtype in _FP8_BY_TARGET[target]:
            yield "NCC_ESPP047", f"Data type {dtype.upper()} is not supported on {target}"
    if any(type.ranked and type.size == 0 for type in types):
        yield "NCC_ISPP060", "zero-sized tensor"
    if any(type.dtype in ("i64", "ui64", "si64") and type.size > 1 for type in types):
        yield "H2P040", "64-bit integers are computed in 32 bits by the vendor's compiler"
    rule = _RULES.get(kind(op))
    if rule is not None:
        yield from rule(op, decoder, types)


def _not_one(values: tuple[int, ...] | None) -> bool:
    return any(value != 1 for value in values or ())


def _convolution(op: ir.OpView, decoder: Decoder, _: list[TensorType]) -> Iterator[tuple[str, str]]:
    if _not_one(decoder.get(op, "lhs_dilation")):
        if _not_one(decoder.get(op, "rhs_dilation")):
            yield "NCC_EVRF010", "convolution with input and kernel dilation together"
        if _not_one(decoder.get(op, "window_strides")):
            yield "NCC_EVRF011", "convolution with stride and input dilation together"


def _reduce_window(op: ir.OpView, decoder: Decoder, _: list[TensorType]) -> Iterator[tuple[str, str]]:
    if _not_one(decoder.get(op, "base_dilations")):
        yield "NCC_EVRF017", "reduce-window with base dilation"
    if _not_one(decoder.get(op, "window_dilations")):
        yield "NCC_EVRF018", "reduce-window with window dilation"
    if len(op.operation.operands) != 2:
        yield "NCC_EVRF019", "reduce-window with an operand count other than 2"


def _scatter(op: ir.OpView, decoder: Decoder, types: list[TensorType]) -> Iterator[tuple[str, str]]:
    combines = kind(next(iter(op.operation.regions[0].blocks[0].operations))) not in ("return",)
    if combines and not types[0].dtype.startswith(("f", "bf")):
        yield "NCC_EVRF016", "scatter that reduces integer or boolean data"


def _shift(op: ir.OpView, decoder: Decoder, types: list[TensorType]) -> Iterator[tuple[str, str]]:
    if not types[0].dtype.endswith("32"):
        yield "NCC_EVRF022", f"arithmetic shift on {types[0].dtype}, which is not 32 bits wide"


def _rng(op: ir.OpView, decoder: Decoder, _: list[TensorType]) -> Iterator[tuple[str, str]]:
    if decoder.get(op, "rng_algorithm") != "DEFAULT":
        yield "NCC_EVRF006", "random bits by an algorithm other than the default"


def _top_k(op: ir.OpView, decoder: Decoder, types: list[TensorType]) -> Iterator[tuple[str, str]]:
    if decoder.get(op, "call_target_name", "AwsNeuronTopK") in ("AwsNeuronTopK", "mhlo.topk") and not types[
        0
    ].dtype.startswith(("f", "bf")):
        yield "NCC_EVRF013", "TopK on integers"


_RULES: dict[str, Callable[[ir.OpView, Decoder, list[TensorType]], Iterator[tuple[str, str]]]] = {
    "convolution": _convolution,
    "reduce_window": _reduce_window,
    "scatter": _scatter,
    "shift_right_arithmetic": _shift,
    "rng_bit_generator": _rng,
    "topk": _top_k,
    "custom_call": _top_k,
}
