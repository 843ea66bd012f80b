"""What every preparation pass needs: finding ops, saying where they stand, remarks and refusals."""

from __future__ import annotations

from collections.abc import Collection

from hlo2penguin.diagnostics import Diagnostic, Place, Remark
from hlo2penguin.diagnostics.remarks import RemarkKind
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.prepare.state import PrepareState

__all__ = ["collect", "custom_call_target", "is_dead", "note", "place", "refuse"]


def collect(function: ir.OpView, kinds: Collection[str]) -> list[ir.OpView]:
    """Every op of one of `kinds` inside `function`, nested ones included, in program order (outer before inner)."""
    names = {f"{dialect}.{name}" for name in kinds for dialect in ("stablehlo", "mhlo")}.union(kinds)
    found: list[ir.OpView] = []

    def visit(op: ir.OpView | ir.Operation) -> ir.WalkResult:
        if op.operation.name in names:
            found.append(op.operation.opview)
        return ir.WalkResult.ADVANCE

    function.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found


def custom_call_target(op: ir.OpView, state: PrepareState) -> str:
    """The target of a custom call; empty for other ops."""
    return state.decoder.get(op, "call_target_name", "") if kind(op) == "custom_call" else ""


def is_dead(op: ir.OpView) -> bool:
    """Whether no result of the op has a use."""
    return all(next(iter(result.uses), None) is None for result in op.operation.results)


def place(op: ir.OpView, state: PrepareState) -> Place:
    """Where the op stands in its source."""
    where = state.decoder.location(op.operation.location)
    name = "_".join(part for part in (where.op_name, where.instruction) if part)
    return Place(where.file, where.line, where.column, name)


def note(
    state: PrepareState,
    op: ir.OpView,
    rule: str,
    name: str,
    message: str,
    *,
    kind: RemarkKind = "Analysis",
    facts: tuple[tuple[str, str], ...] = (),
) -> None:
    """Adds a remark about `op`, unless remarks are off."""
    if state.options.remarks:
        state.remarks.append(Remark(kind, rule, name, message, place(op, state), facts=facts))


def refuse(state: PrepareState, op: ir.OpView, code: str, cause: str, help: str) -> None:
    """Records that the program cannot be converted because of `op`."""
    text = op.operation.get_asm(enable_debug_info=False, large_elements_limit=8, use_local_scope=True)
    line = text.strip().split("\n", 1)[0]
    state.problems.append(Diagnostic(code, cause, help, place(op, state), line[:200]))
