"""fuseElementwiseOps: clusters that grow from a reduce or concatenate upward through elementwise producers."""

from __future__ import annotations

from dataclasses import dataclass, field

from hlo2penguin.fusion.cluster import FusionCluster
from hlo2penguin.fusion.match import BOUNDARY, ELEMENTWISE, Match, Miss, Scope, defining_op
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.kinds import kind

SEEDS = {"reduce": "MulRedSqrt", "concatenate": "Elementwise"}
"""Kind of seed to kind of cluster (OQ-7)."""
ABSORBED = ELEMENTWISE - BOUNDARY
"""R2 and R3 in one set: the boundary is tested first."""
LIFO = -1


def collect(scope: Scope) -> list[Match]:
    """One result per seed, in walk order."""
    uses: dict[ir.Value, int] = {}
    return [match(seed, scope, uses) for seed in scope.index.of(*SEEDS)]


def match(seed: ir.OpView, scope: Scope, uses: dict[ir.Value, int] | None = None, take: int = LIFO) -> Match:
    """The cluster that grows from `seed`. `uses` remembers use counts from seed to seed; `take` is the end of the
    worklist that is popped, which does not change the result (OQ-43)."""
    growth = _Growth(scope, {} if uses is None else uses)
    members = growth.from_seed(seed, take)
    if len(members) < scope.profile.minimum_cluster_size:  # OQ-8
        return _alone(seed, growth)
    ordered = scope.index.in_order(members)
    return FusionCluster.of(SEEDS[kind(seed)], ordered[::-1], ordered)


@dataclass(slots=True)
class _Growth:
    scope: Scope
    uses: dict[ir.Value, int]
    candidates: dict[ir.Value, ir.OpView | None] = field(default_factory=dict[ir.Value, "ir.OpView | None"])
    """Who defines each value reached so far; None for those that R5, R2 or R3 keep out."""
    outside: dict[ir.Value, int] = field(default_factory=dict[ir.Value, int])
    """Of each candidate, the uses whose owner is not in the cluster yet."""

    def from_seed(self, seed: ir.OpView, take: int) -> list[ir.OpView]:
        candidates, outside, members, worklist = self.candidates, self.outside, [seed], [seed]
        while worklist:
            for value in worklist.pop(take).operation.operands:
                if value in candidates:
                    candidate = candidates[value]
                else:
                    candidate = candidates[value] = self._candidate(value, seed)
                    outside[value] = 0 if candidate is None else self._count_uses(value)
                if candidate is None:
                    continue
                outside[value] -= 1
                if outside[value] == 0:  # R4: now every user is in
                    members.append(candidate)
                    worklist.append(candidate)
        return members

    def _candidate(self, value: ir.Value, seed: ir.OpView) -> ir.OpView | None:
        op = defining_op(value)
        if op is None or kind(op) not in ABSORBED or not self.scope.index.same_block(op, seed):
            return None
        return op

    def _count_uses(self, value: ir.Value) -> int:
        count = self.uses.get(value)
        if count is None:
            count = self.uses[value] = sum(1 for _ in value.uses)
        return count


def _alone(seed: ir.OpView, growth: _Growth) -> Miss:
    """The seed has nothing to fuse with; a producer that only R4 keeps out is worth a remark."""
    shared = next((op for op in growth.candidates.values() if op is not None), None)
    if shared is None:
        return Miss(seed, "NothingToAbsorb", f"no producer of the {kind(seed)} is elementwise")
    count = growth.uses[shared.operation.results[0]]
    reason = f"{kind(shared)} has {count} uses, not all of them in the cluster"
    return Miss(seed, "ProducerShared", reason, near=True, blocker=shared)
