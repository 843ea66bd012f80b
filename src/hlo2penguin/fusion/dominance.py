"""Order after fusion: what has to move behind a fusion, and whether a cluster may become one op at all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from hlo2penguin.diagnostics import Diagnostic, Refused
from hlo2penguin.fusion.cluster import FusionCluster
from hlo2penguin.fusion.index import FunctionIndex, key
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import nested_operations
from hlo2penguin.mlir.kinds import kind

MAXIMUM_ITERATIONS = 10_000
"""OQ-42: moves of one repair. A block with more ops than that may need one move for each of them, never more."""

TERMINATORS = frozenset({"func.return", "return"})

OVERFLOW = "Maximum iterations reached while moving dependent ops. Infinite loop likely"


def reentry(cluster: FusionCluster, early: Sequence[ir.Value], index: FunctionIndex) -> ir.OpView | None:
    """The outside op by which a path leaves the cluster and comes back into it; None for a convex cluster.

    `early` are the live-outs of all members but the last: with none, nothing leaves before the end. Where the first
    member takes every live-in and each other member reads a member, a way back would be a cycle. Only other shapes are
    searched.
    """
    if _has_one_entry(cluster):
        return None
    anchor = cluster.ordered[-1]
    members = cluster.inner_uses
    limit = index.position(anchor)
    pending, seen = list(early), set[ir.Value]()
    while pending:
        for use in pending.pop().uses:
            user = index.ancestor(use.owner, anchor)
            if user is None or not len(user.operation.results):
                continue
            known = key(user)
            if known in members or known in seen or index.position(user) > limit:
                continue
            seen.add(known)
            for result in user.operation.results[:]:
                if any(_is_inside(use.owner, members, index, anchor) for use in result.uses):
                    return user
                pending.append(result)
    return None


def _has_one_entry(cluster: FusionCluster) -> bool:
    first, *others = cluster.ordered
    entry: set[ir.Value] = set(first.operation.operands)
    inner = cluster.inner_uses
    for op in others:
        values = list(op.operation.operands)
        if not any(value in inner for value in values):
            return False
        if not all(value in inner or value in entry for value in values):
            return False
    return not cluster.captures


def _is_inside(owner: ir.OpView, members: Collection[ir.Value], index: FunctionIndex, anchor: ir.OpView) -> bool:
    user = index.ancestor(owner, anchor)
    return user is not None and len(user.operation.results) > 0 and key(user) in members


def has_early_user(values: Sequence[ir.Value], fusion: ir.OpView, index: FunctionIndex) -> bool:
    """Whether an op in front of `fusion` reads one of its results; so may any op without results but the terminator."""
    for value in values:
        for use in value.uses:
            user = index.ancestor(use.owner, fusion)
            if user is None or kind(user) in TERMINATORS:
                continue
            if not len(user.operation.results) or index.position(user) < index.position(fusion):
                return True
    return False


def repair(block: ir.Block, index: FunctionIndex | None = None, limit: int | None = None) -> None:
    """Moves every op that stands in front of something it reads directly behind the last of what it reads.

    Ops that wait for the same op keep their order; what waits for a moved op follows that op. One sweep serves all
    fusions of a block. Raises Refused where more than `limit` moves are needed (by default MAXIMUM_ITERATIONS or the
    number of ops, whichever is more) or where ops wait for each other, which only a cluster that is not convex causes.
    """
    ops = list(block.operations)
    sweep = _Sweep(ops)
    for number in range(len(ops)):
        sweep.visit(number)
    if limit is None:
        limit = max(MAXIMUM_ITERATIONS, len(ops))
    if len(sweep.placed) < len(ops) or len(sweep.moved) > limit:
        cause = "A fused cluster is not convex: an op between its members reads one and feeds another."
        raise Refused(Diagnostic("H2P240", OVERFLOW, help=cause))
    previous: ir.OpView | None = None
    for number in sweep.placed:
        if number in sweep.moved and previous is not None:
            ops[number].operation.move_after(previous)
        previous = ops[number]
    if index is not None:
        index.renumber([ops[number] for number in sweep.placed])


@dataclass(slots=True)
class _Sweep:
    """Places ops in order, each as soon as all that it reads in the block is placed."""

    ops: list[ir.OpView]
    placed: list[int] = field(default_factory=list[int])
    moved: set[int] = field(default_factory=set[int])
    missing: dict[int, int] = field(default_factory=dict[int, int])
    waiting: dict[ir.Value, list[int]] = field(default_factory=dict[ir.Value, list[int]])
    unplaced: set[ir.Value] = field(default_factory=set[ir.Value])

    def __post_init__(self) -> None:
        for op in self.ops:
            self.unplaced.update(op.operation.results[:])

    def visit(self, number: int) -> None:
        """Places op `number` and what waited for it only, or notes what it waits for."""
        needs = {value for value in _reads(self.ops[number]) if value in self.unplaced}
        if not needs:
            self._place(number)
            return
        self.missing[number] = len(needs)
        self.moved.add(number)
        for value in needs:
            self.waiting.setdefault(value, []).append(number)

    def _place(self, number: int) -> None:
        pending = [number]
        while pending:
            number = pending.pop()
            self.placed.append(number)
            ready: list[int] = []
            for result in self.ops[number].operation.results[:]:
                self.unplaced.discard(result)
                for waiter in self.waiting.pop(result, ()):
                    self.missing[waiter] -= 1
                    if self.missing[waiter] == 0:
                        ready.append(waiter)
            pending += sorted(ready, reverse=True)


def _reads(op: ir.OpView) -> list[ir.Value]:
    """Operands of the op and of everything in its regions."""
    values = list(op.operation.operands[:])
    if len(op.operation.regions):
        for inner in nested_operations(op):
            values += inner.operation.operands[:]
    return values
