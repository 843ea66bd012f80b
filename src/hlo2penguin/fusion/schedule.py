"""Schedule fusion: a reduce_scatter and the all_gather that it reads become one op.

The documents move the all_gather behind the reduce_scatter. The search only ever finds an all_gather that the
reduce_scatter depends on, so that move would break SSA; the all_gather stays in front, and with compute between the
two there is no cluster (OQ-10, OQ-11).
"""

from __future__ import annotations

from collections import deque

from hlo2penguin.fusion.cluster import FusionCluster
from hlo2penguin.fusion.index import FunctionIndex, key
from hlo2penguin.fusion.match import Match, Miss, Scope, defining_op
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.kinds import kind

WALLS = frozenset({"all_reduce", "reduce_scatter", "all_to_all"})
"""Collectives that the search does not walk through; an all_gather ends it."""
QUEUE_LIMIT = 100


def collect(scope: Scope) -> list[Match]:
    """One result per `reduce_scatter`, in walk order."""
    return [match(op, scope.index) for op in scope.index.of("reduce_scatter")]


def match(scatter: ir.OpView, index: FunctionIndex) -> Match:
    """Cluster {reduce_scatter, all_gather}, with the get_tuple_elements of a reduce_scatter that yields a tuple."""
    gather = _nearest_gather(scatter, index)
    if gather is None:
        return Miss(scatter, "NoAllGather", "no all_gather feeds the reduce_scatter")
    if not any(defining_op(value) == gather for value in scatter.operation.operands[:]):
        reason = "compute stands between the all_gather and the reduce_scatter"
        return Miss(scatter, "ComputeBetween", reason, near=True, blocker=defining_op(scatter.operation.operands[0]))
    if not isinstance(scatter.operation.results[0].type, ir.TupleType):
        return FusionCluster.of("ScheduleFusion", (scatter, gather), (gather, scatter))
    users = [use.owner for use in scatter.operation.results[0].uses]
    elements = index.in_order([op for op in users if kind(op) == "get_tuple_element"])
    return FusionCluster.of("ScheduleFusion", (*elements, scatter, gather), (gather, scatter, *elements))


def _nearest_gather(scatter: ir.OpView, index: FunctionIndex) -> ir.OpView | None:
    """The first all_gather met by a breadth-first walk through producers in the same block."""
    queue, seen = deque([scatter]), {key(scatter)}
    while queue:
        for value in queue.popleft().operation.operands[:]:
            op = defining_op(value)
            if op is None or key(op) in seen or not index.same_block(op, scatter):
                continue
            if kind(op) == "all_gather":
                return op
            if kind(op) not in WALLS and len(queue) < QUEUE_LIMIT:
                seen.add(key(op))
                queue.append(op)
    return None
