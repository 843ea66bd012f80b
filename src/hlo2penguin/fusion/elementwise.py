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
    outside: dict[ir.Value, int] = field(default_factory=dict[ir.Value, int])
    """Of each candidate with several uses, those whose owner is not in the cluster yet."""

    def from_seed(self, seed: ir.OpView, take: int) -> list[ir.OpView]:
        outside, members, worklist = self.outside, [seed], [seed]
        while worklist:
            for value in worklist.pop(take).operation.operands:
                if value in outside:
                    outside[value] -= 1
                    candidate = defining_op(value)
                else:
                    candidate = self._candidate(value, seed)
                    if candidate is not None and (uses := self._count_uses(value)) > 1:
                        outside[value] = uses - 1
                if candidate is not None and not outside.get(value):  # R4: every user is in
                    members.append(candidate)
                    worklist.append(candidate)
        return members

    def _candidate(self, value: ir.Value, seed: ir.OpView) -> ir.OpView | None:
        """The op behind `value` where R5, R2 and R3 let it in."""
        op = defining_op(value)
        if op is None or kind(op) not in ABSORBED or not self.scope.index.same_block(op, seed):
            return None
        return op

    def _count_uses(self, value: ir.Value) -> int:
        uses = iter(value.uses)
        next(uses)
        if next(uses, None) is None:
            return 1
        count = self.uses.get(value)
        if count is None:
            count = self.uses[value] = 2 + sum(1 for _ in uses)
        return count


def _alone(seed: ir.OpView, growth: _Growth) -> Miss:
    """The seed has nothing to fuse with; a producer that only R4 keeps out is worth a remark."""
    if not growth.outside:
        return Miss(seed, "NothingToAbsorb", "no producer of the seed is elementwise")
    value = next(iter(growth.outside))
    reason = f"a producer has {growth.uses[value]} uses, not all of them in the cluster"
    return Miss(seed, "ProducerShared", reason, near=True, blocker=defining_op(value))
