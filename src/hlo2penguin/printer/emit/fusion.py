"""Fusions: a header statement that declares the results, then the body's own statements, which write them."""

from __future__ import annotations

from collections.abc import Sequence

from hlo2penguin.forms.fusion import HEADER_NAMES
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.printer.statement import Op, Statements, Unsupported

__all__ = ["EMITTERS"]

SCHEDULE = "ScheduleFusion"
"""The kind without a header."""
_DEEPEST = 16
"""How many fusions may stand inside each other."""


def _fusion(op: Op, statements: Statements) -> None:
    fusion_kind = statements.get(op, "FusionKind")
    _check_kind(fusion_kind, statements)
    regions = op.operation.regions
    if not len(regions) or not len(regions[0].blocks):
        raise _no_return()
    _emit(op, fusion_kind, regions[0].blocks[0], statements, "")


def _composite(op: Op, statements: Statements) -> None:
    fusion_kind = statements.get(op, "CompositeKind")
    _check_kind(fusion_kind, statements)
    symbol = statements.get(op, "decomposition")
    function = statements.function(symbol)
    if function is None or not len(function.operation.regions[0].blocks):
        raise Unsupported("NCC_PYP055", f"composite without a body: @{symbol} is not defined", "define the function")
    if symbol in statements.fusions:
        raise Unsupported("NCC_PYP055", f"the body of composite @{symbol} holds the composite itself", "end it")
    _emit(op, fusion_kind, function.operation.regions[0].blocks[0], statements, symbol)


def _check_kind(fusion_kind: object, statements: Statements) -> None:
    if fusion_kind == SCHEDULE or fusion_kind in HEADER_NAMES:
        return
    name = "" if fusion_kind is None else fusion_kind
    help = "give the fusion one of these kinds"
    if statements.printer == "mhlo":
        raise Unsupported(
            "NCC_PYP053",
            f"Unexpected FusionOp type '{name}'. Supported fusion types are: ScheduleFusion, MulRedSqrt, DotLogistic, "
            "Elementwise, Expm1, Log1p, DotSoftmax.",
            help,
        )
    raise Unsupported(
        "NCC_ISPP054",
        f"Unexpected CompositeOp kind '{name}'. Supported kinds are: ScheduleFusion, MulRedSqrt, DotLogistic, Expm1, "
        "Log1p, Elementwise, and DotSoftmax.",
        help,
    )


def _no_return() -> Unsupported:
    return Unsupported("NCC_PYP052", "the body of a fusion has no return operation", "end the body with a return")


def _emit(op: Op, fusion_kind: str, block: ir.Block, statements: Statements, symbol: str) -> None:
    ops = list(block.operations)
    if not ops or kind(ops[-1]) not in ("return", "func.return"):
        raise _no_return()
    returned = ops.pop().operation.operands[:]
    if len(statements.fusions) >= _DEEPEST:
        raise Unsupported("NCC_PYP055", "fusions are nested too deeply", "flatten them")
    arguments: dict[ir.Value, ir.Value] = dict(zip(block.arguments, op.operation.operands, strict=True))
    with statements.fusion(symbol, arguments):
        if fusion_kind == SCHEDULE:
            _emit_schedule(op, ops, returned, statements)
        else:
            _emit_header(op, fusion_kind, ops, statements)
            _emit_body(op, ops, returned, statements)
    # A function may be the body of several composites: nothing of one may be taken for the other's.
    for value in (*block.arguments, *(result for inner in ops for result in inner.operation.results)):
        statements.forget(value)


def _emit_header(op: Op, fusion_kind: str, ops: Sequence[Op], statements: Statements) -> None:
    name = HEADER_NAMES[fusion_kind]
    values: dict[str, object] = {"op": name, "hilo_fusion_op": fusion_kind}
    if fusion_kind == "DotLogistic" and (
        statements.printer == "mhlo" or statements.profile.dot_logistic_hilo_name == "DotFusion"
    ):
        values["hilo_fusion_op"] = name
    if fusion_kind == "MulRedSqrt":
        reduce = next((inner for inner in ops if kind(inner) == "reduce"), None)
        if reduce is not None:
            values["reduce_dims"] = statements.get(reduce, "dimensions")
    statements.emit(op, "fusion", values, header=True)


def _emit_body(op: Op, ops: Sequence[Op], returned: Sequence[ir.Value], statements: Statements) -> None:
    """The op that produces the i-th returned value writes the header's i-th destination (OQ-35).

    What no statement of the body can write there (an argument, a constant, a value returned twice) is copied.
    """
    results = op.operation.results
    for value, result in zip(returned, results, strict=True):
        statements.bind_new(value, statements.operand(result))
    _print_all(ops, statements)
    for value, result in zip(returned, results, strict=True):
        if statements.operand(value) != statements.operand(result):
            dtype = statements.dtype(statements.type(result))
            statements.emit(
                op, "memcpy", {"dtype": dtype}, srcs=[statements.operand(value)], results=[result], header=True
            )


def _emit_schedule(op: Op, ops: Sequence[Op], returned: Sequence[ir.Value], statements: Statements) -> None:
    """Without a header: each result is the tensor of the returned value, which also takes an output's name."""
    for value, result in zip(returned, op.operation.results, strict=True):
        statements.pass_output_name(result, value)
    _print_all(ops, statements)
    for value, result in zip(returned, op.operation.results, strict=True):
        owner = value.owner
        if statements.is_output(result) and (isinstance(owner, ir.Block) or kind(owner.opview) == "constant"):
            # No statement of the body declares a tensor that could take the output's name.
            dtype = statements.dtype(statements.type(result))
            statements.emit(
                op, "memcpy", {"dtype": dtype}, srcs=[statements.operand(value)], results=[result], header=True
            )
        else:
            statements.bind(result, statements.operand(value))


def _print_all(ops: Sequence[Op], statements: Statements) -> None:
    for inner in ops:
        statements.dispatch(inner, kind(inner), statements)


EMITTERS = {"fusion": _fusion, "composite": _composite}
