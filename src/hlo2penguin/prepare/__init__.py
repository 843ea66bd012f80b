"""From a loaded module to one flat `@main`: small passes, one per file, in a visible order. Every pass is idempotent."""

from __future__ import annotations

from collections.abc import Callable

from hlo2penguin.diagnostics import Refused
from hlo2penguin.mlir.context import ir
from hlo2penguin.prepare import inline, number, outputs, tuples
from hlo2penguin.prepare.state import PrepareState

__all__ = ["PASSES", "PrepareState", "prepare"]

Pass = Callable[[ir.Module, PrepareState], None]

PASSES: tuple[tuple[str, Pass], ...] = (
    ("inline", inline.run),
    ("number", number.run),
    ("flatten-tuples", tuples.run),
    ("legalize-outputs", outputs.run),
)
"""Every preparation pass by name, in the order they run."""


def prepare(module: ir.Module, state: PrepareState) -> None:
    """Runs every pass in place; raises Refused with all problems found, after the first pass that found any."""
    for _, run in PASSES:
        run(module, state)
        if state.problems:
            raise Refused(state.problems)
