"""From a loaded module to one flat `@main`: small idempotent passes, one per file, in a visible order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hlo2penguin.diagnostics import Refused
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import main_function
from hlo2penguin.mlir.kinds import kind_of_name
from hlo2penguin.mlir.parse import op_names
from hlo2penguin.prepare import (
    batch_norm,
    canonicalize,
    collective_broadcast,
    constants,
    control_deps,
    dynamic,
    einsum,
    index_select,
    inline,
    loops,
    manual_computation,
    map_body,
    markers,
    number,
    outputs,
    split_reduce,
    static_ring,
    tuples,
)
from hlo2penguin.prepare.state import PrepareState

__all__ = ["PASSES", "Pass", "PrepareState", "prepare"]


@dataclass(frozen=True, slots=True)
class Pass:
    """A preparation pass.

    One with `kinds` only runs where the module may hold an op of one of them, or where `signature` finds work in the
    types of `@main` itself. `adds_kinds` is off for a pass that leaves no kind of op that was not there before.
    """

    name: str
    run: Callable[[ir.Module, PrepareState], None]
    kinds: frozenset[str] | None = None
    signature: Callable[[ir.OpView], bool] | None = None
    adds_kinds: bool = True

    def applies(self, main: ir.OpView, present: set[str]) -> bool:
        """Whether there may be work for the pass."""
        wanted = self.kinds is None or not self.kinds.isdisjoint(present)
        return wanted or (self.signature is not None and self.signature(main))


PASSES = (
    Pass("inline", inline.run),
    Pass("number", number.run, adds_kinds=False),
    Pass("flatten-tuples", tuples.run, tuples.KINDS, tuples.in_signature),
    Pass("manual-computation", manual_computation.run, manual_computation.KINDS, manual_computation.has_meshes),
    Pass("flatten-control-dep-tuple-operands", control_deps.run, control_deps.KINDS),
    Pass("drop-static-ring", static_ring.run, static_ring.KINDS),
    Pass("remove-markers", markers.run, markers.KINDS),
    Pass("static-shapes", dynamic.run, dynamic.KINDS, dynamic.in_signature),
    Pass("unroll-loops", loops.run, loops.KINDS),
    Pass("canonicalize-for-penguin", canonicalize.run, canonicalize.KINDS),
    Pass("expand-batch-norm", batch_norm.run, batch_norm.KINDS),
    Pass("expand-einsum", einsum.run, einsum.KINDS),
    Pass("expand-map", map_body.run, map_body.KINDS),
    Pass("expand-index-select", index_select.run, index_select.KINDS),
    Pass("expand-collective-broadcast", collective_broadcast.run, collective_broadcast.KINDS),
    Pass("split-reduce", split_reduce.run, split_reduce.KINDS, adds_kinds=False),
    Pass("fold-constants", constants.run, constants.KINDS),
    Pass("tensorizer-legalization", outputs.run),
)
"""Every preparation pass, in the order they run."""


def prepare(module: ir.Module, state: PrepareState) -> None:
    """Runs every pass in place; raises Refused with all problems found, after the first pass that found any."""
    for chosen in PASSES:
        main = main_function(module)
        if main is not None and chosen.kinds is not None:
            if state.kinds is None:
                state.kinds = {kind_of_name(name) for name in op_names(module)}
            if not chosen.applies(main, state.kinds):
                continue
        if chosen.adds_kinds:
            state.kinds = None
        chosen.run(module, state)
        if state.problems:
            raise Refused(state.problems)
