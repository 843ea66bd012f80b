"""Unrolls counted loops and takes branches whose predicate is known; what cannot be proven is refused with the reason.

Penguin text has no loops and no branches (NCC_PYP055). Unrolling stops at `Options.unroll_limit` operations (H2P202).
"""

from __future__ import annotations

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import main_function
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.prepare.program import collect, note, place, refuse
from hlo2penguin.prepare.state import PrepareState
from hlo2penguin.prepare.unroll import Blocked, TooLarge, Unroller

KINDS = frozenset({"while", "if", "case"})

UNSUPPORTED = "NCC_PYP055"
LIMIT = "H2P202"


def run(module: ir.Module, state: PrepareState) -> None:
    """Replaces every loop and branch at the top level of `@main`, with all that they contain."""
    main = main_function(module)
    if main is None:
        return
    controls = [op for op in collect(main, KINDS) if op.operation.parent == main]
    if not controls:
        return
    unroller = Unroller(state)
    for op in controls:
        before = unroller.count
        try:
            unroller.unroll(op)
        except Blocked as blocked:
            _refuse(blocked, state)
        except TooLarge as large:
            help = f"raise the unroll limit above {state.options.unroll_limit:,}, or make the loop shorter"
            refuse(state, op, LIMIT, f"`{kind(op)}` cannot be unrolled: {large}", help)
        else:
            what = "loop unrolled" if kind(op) == "while" else "branch taken"
            note(state, op, "prepare", "Unrolled", f"{what}: {unroller.count - before:,} operations", kind="Passed")
    unroller.finish()


def _refuse(blocked: Blocked, state: PrepareState) -> None:
    op, reason = blocked.op, blocked.unproven.reason
    cause = f"`{kind(op)}` has no counterpart in Penguin and cannot be resolved: {reason}"
    if blocked.unproven.op is not None and (where := str(place(blocked.unproven.op, state))):
        cause += f" ({where})"
    if kind(op) == "while":
        help = "only loops whose number of iterations follows from constants are unrolled"
    else:
        help = "compute both sides and select between them, or make the predicate a constant"
    refuse(state, op, UNSUPPORTED, cause, help)
