"""fuseElementwiseOps: clusters that grow from a reduce or concatenate upward through elementwise producers."""

from __future__ import annotations

from dataclasses import dataclass, field

from hlo2penguin.fusion.cluster import FusionCluster
from hlo2penguin.fusion.match import BOUNDARY, ELEMENTWISE, Match, Miss, Scope
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.kinds import kind

SEEDS = {"reduce": "MulRedSqrt", "concatenate": "Elementwise"}
"""Kind of seed to kind of cluster (OQ-7)."""
ABSORBED = ELEMENTWISE - BOUNDARY
"""R2 and R3 in one set: the boundary is tested first."""
LIFO = -1


def collect(scope: Scope) -> list[Match]:
    """One result per seed, in walk order."""
    index = scope.index
    seeds = [seed for seed_kind in SEEDS for seed in index.untaken(seed_kind)]
    seeds.sort(key=index.position)
    uses: dict[ir.Value, int] = {}
    return [match(seed, scope, uses) for seed in seeds]


def match(seed: ir.OpView, scope: Scope, uses: dict[ir.Value, int] | None = None, take: int = LIFO) -> Match:
    """The cluster that grows from `seed`. `uses` remembers use counts from seed to seed; `take` is the end of the
    worklist that is popped, which does not change the result (OQ-43)."""
    growth = _Growth(scope, {} if uses is None else uses)
    members = growth.from_seed(seed, take)
    if len(members) < scope.profile.minimum_cluster_size:  # OQ-8
        return _alone(seed, growth)
    members.sort(key=scope.index.position, reverse=True)
    return FusionCluster.of(SEEDS[kind(seed)], members)


@dataclass(slots=True)
class _Candidate:
    op: ir.OpView
    outside: int
    """Uses whose owner is not in the cluster yet."""


@dataclass(slots=True)
class _Growth:
    scope: Scope
    uses: dict[ir.Value, int]
    candidates: dict[ir.Value, _Candidate | None] = field(default_factory=dict[ir.Value, "_Candidate | None"])
    """Every value reached so far; None for those that R5, R2 or R3 keep out."""

    def from_seed(self, seed: ir.OpView, take: int) -> list[ir.OpView]:
        candidates, members, worklist = self.candidates, [seed], [seed]
        while worklist:
            for value in worklist.pop(take).operation.operands[:]:
                if value in candidates:
                    candidate = candidates[value]
                else:
                    candidate = candidates[value] = self._candidate(value, seed)
                if candidate is None:
                    continue
                candidate.outside -= 1
                if candidate.outside == 0:  # R4: now every user is in
                    members.append(candidate.op)
                    worklist.append(candidate.op)
        return members

    def _candidate(self, value: ir.Value, seed: ir.OpView) -> _Candidate | None:
        if type(value) is ir.BlockArgument:  # R5
            return None
        op = value.owner
        if not isinstance(op, ir.OpView) or kind(op) not in ABSORBED or not self.scope.index.same_block(op, seed):
            return None
        count = self.uses.get(value)
        if count is None:
            count = self.uses[value] = sum(1 for _ in value.uses)
        return _Candidate(op, count)


def _alone(seed: ir.OpView, growth: _Growth) -> Miss:
    """The seed has nothing to fuse with; a producer that only R4 keeps out is worth a remark."""
    shared = next((c.op for c in growth.candidates.values() if c is not None), None)
    if shared is None:
        return Miss(seed, "NothingToAbsorb", f"no producer of the {kind(seed)} is elementwise")
    count = growth.uses[shared.operation.results[0]]
    reason = f"{kind(shared)} has {count} uses, not all of them in the cluster"
    return Miss(seed, "ProducerShared", reason, near=True, blocker=shared)
