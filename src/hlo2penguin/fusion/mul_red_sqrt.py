"""fuseMulRedSqrt: multiply, reduce, square root: the denominator of a root-mean-square norm."""

from __future__ import annotations

from itertools import islice

from hlo2penguin.fusion.cluster import FusionCluster
from hlo2penguin.fusion.index import key
from hlo2penguin.fusion.match import Match, Miss, Scope, defining_op, first_user, producer
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import count_uses
from hlo2penguin.mlir.kinds import kind

ROOTS = ("sqrt", "rsqrt")
ARITHMETIC = frozenset({"divide", "multiply", "add"})
DETOURS = ARITHMETIC | {"reshape", "broadcast_in_dim", "convert"}
"""What norms put between the reduction and the root: mean, epsilon, shape."""
DETOUR_LIMIT = 6
DETOUR_VISITS = 12
"""How far the search for a near miss goes: ops in a row, ops in all."""


def collect(scope: Scope) -> list[Match]:
    """One result per `reduce` that no earlier sub-pass took; without remarks only for those under a square root."""
    reduces = scope.index.of("reduce")
    if not scope.remarks:
        rooted = {key(found) for root in scope.index.of("sqrt") if (found := producer(root, 0, "reduce")) is not None}
        reduces = [reduce for reduce in reduces if key(reduce) in rooted]
    return [match(reduce, scope) for reduce in reduces]


def match(reduce: ir.OpView, scope: Scope) -> Match:
    """P0 to P5; neither the equality of the factors nor the reduction body is checked."""
    if not scope.index.in_function_body(reduce):  # P0, OQ-65
        return Miss(reduce, "ReduceIsNested", "the reduction is not directly in the function body")
    if count_uses(reduce, 1) > 1:  # P1
        return _shared_reduce(reduce)
    if (user := first_user(reduce)) is None or kind(user) != "sqrt":  # P2, OQ-6
        return _no_root(reduce, user)
    if (product := producer(reduce, 0, "multiply")) is None:  # P3
        blocker = defining_op(reduce.operation.operands[0])
        return Miss(reduce, "ReduceOfNoProduct", "the reduction is not of a product", near=True, blocker=blocker)
    if count_uses(product, 1) > 1:  # P4
        return Miss(reduce, "ProductShared", "the product has a second use", near=True, blocker=product)
    if not (scope.index.same_block(reduce, product) and scope.index.same_block(reduce, user)):
        return Miss(reduce, "SpansBlocks", "the ops stand in different blocks", near=True, blocker=user)
    return FusionCluster.of("MulRedSqrt", (product, reduce, user), (product, reduce, user))


def _shared_reduce(reduce: ir.OpView) -> Miss:
    near = producer(reduce, 0, "multiply") is not None and any(
        kind(use.owner) == "sqrt" for use in reduce.operation.results[0].uses
    )
    return Miss(reduce, "ReduceShared", "the reduction has a second use", near=near, blocker=reduce)


def _no_root(reduce: ir.OpView, user: ir.OpView | None) -> Miss:
    if user is None:
        return Miss(reduce, "ReduceUnused", "the reduction has no user")
    if producer(reduce, 0, "multiply") is None or not (path := _path_to_root(user)):
        return Miss(reduce, "NotFollowedBySqrt", "the reduction does not feed a square root")
    *between, root = path
    if not between:
        return Miss(reduce, "ReduceFeedsRsqrt", "the reduction feeds rsqrt instead of sqrt", near=True, blocker=root)
    names = ", ".join(kind(op) for op in between)
    reason = f"{names} {'stands' if len(between) == 1 else 'stand'} between the reduction and {kind(root)}"
    blocker = next((op for op in between if kind(op) in ARITHMETIC), between[0])
    return Miss(reduce, "OpBeforeRoot", reason, near=True, blocker=blocker)


def _path_to_root(user: ir.OpView) -> list[ir.OpView]:
    """From `user` to the nearest square root behind a few ops of the kinds that norms put there; else empty."""
    paths = [[user]]
    for _ in range(DETOUR_VISITS):
        if not paths:
            break
        path = paths.pop(0)
        if kind(path[-1]) in ROOTS:
            return path
        if kind(path[-1]) in DETOURS and len(path) < DETOUR_LIMIT:
            paths += [[*path, use.owner] for use in islice(path[-1].operation.results[0].uses, DETOUR_VISITS)]
    return []
