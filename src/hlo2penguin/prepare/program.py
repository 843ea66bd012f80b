"""What every preparation pass needs: finding ops, saying where they stand, remarks and refusals."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from hlo2penguin.diagnostics import Diagnostic, Place, Remark
from hlo2penguin.diagnostics.remarks import RemarkKind
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.prepare.state import PrepareState

__all__ = [
    "collect",
    "custom_call_target",
    "erase_dead",
    "erase_with_feeders",
    "has_effects",
    "is_dead",
    "note",
    "place",
    "refuse",
]

# What is not removed even where nothing uses its result: it acts on the outside or draws from a stream.
EFFECTS = frozenset(
    {
        *("custom_call", "infeed", "outfeed", "send", "recv", "rng", "partition_id", "replica_id", "after_all"),
        *("all_reduce", "all_gather", "reduce_scatter", "all_to_all", "collective_permute", "collective_broadcast"),
        *("func.call", "composite", "async_start", "async_done"),
    }
)


def collect(function: ir.OpView, kinds: Collection[str]) -> list[ir.OpView]:
    """Every op of one of `kinds` inside `function`, nested ones included, in program order (outer before inner)."""
    names = {f"{dialect}.{name}" for name in kinds for dialect in ("stablehlo", "mhlo")}.union(kinds)
    found: list[ir.OpView] = []
    advance = ir.WalkResult.ADVANCE

    def visit(op: ir.Operation) -> ir.WalkResult:
        if op.name in names:
            found.append(op.opview)
        return advance

    function.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found


def custom_call_target(op: ir.OpView, state: PrepareState) -> str:
    """The target of a custom call; empty for other ops."""
    return state.decoder.get(op, "call_target_name", "") if kind(op) == "custom_call" else ""


def is_dead(op: ir.OpView) -> bool:
    """Whether no result of the op has a use."""
    return all(next(iter(result.uses), None) is None for result in op.operation.results)


def has_effects(op: ir.OpView) -> bool:
    """Whether the op must stay though nothing uses its results."""
    return kind(op) in EFFECTS or bool(len(op.operation.regions) and collect(op, EFFECTS))


def erase_with_feeders(*ops: ir.OpView) -> None:
    """Erases ops that nothing uses, then whatever without effects fed only what is erased."""
    pending = list(ops)
    while pending:
        erased = pending.pop().operation
        feeders = {value.owner for value in erased.operands if isinstance(value, ir.OpResult)}
        erased.erase()
        # An op loses its last use once, so it enters the list once.
        pending.extend(f.opview for f in feeders if is_dead(f.opview) and not has_effects(f.opview))


def erase_dead(ops: Iterable[ir.OpView]) -> None:
    """Erases those of `ops` that nothing uses and that have no effects, with what fed only them."""
    erase_with_feeders(*[op for op in ops if is_dead(op) and not has_effects(op)])


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
