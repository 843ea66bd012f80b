"""fuseSubExp: two-way log-sum-exp, `max(a, b) + log(exp(a - max) + exp(b - max))`."""

from __future__ import annotations

from hlo2penguin.fusion.cluster import FusionCluster
from hlo2penguin.fusion.index import key
from hlo2penguin.fusion.match import Match, Miss, Scope, defining_op, producer
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import count_uses
from hlo2penguin.mlir.kinds import kind

LOGARITHMS = ("log", "log_plus_one")
ANCHORS = ("add", *LOGARITHMS)


def collect(scope: Scope) -> list[Match]:
    """One result per `add` of a logarithm, in functions that have a maximum."""
    index = scope.index
    logarithms = {key(log) for log in index.of(*LOGARITHMS)}
    if not logarithms or not index.has("maximum"):
        return []
    return [match(add, scope) for add in index.of("add") if not logarithms.isdisjoint(add.operation.operands[:])]


def match(root: ir.OpView, scope: Scope) -> Match:
    """The eight ops below `root`; operand numbers are exact and no commutation is tried (OQ-3)."""
    top, log = producer(root, 0, "maximum"), producer(root, 1, "log")
    if top is None or log is None:
        return _wrong_operands(root)
    if (inner := producer(log, 0, "add")) is None:
        return _near(root, "LogOfNoSum", "the logarithm is not of a sum", defining_op(log.operation.operands[0]) or log)
    exp_a, exp_b = producer(inner, 0, "exponential"), producer(inner, 1, "exponential")
    if exp_a is None or exp_b is None:
        return _near(root, "SumOfNoExponentials", "an operand of the inner sum is not an exponential", inner)
    if scope.profile.single_use_guard and (shared := _shared(exp_a, exp_b)) is not None:
        return _near(root, "ExponentialShared", "an exponential has a second use (single-use guard)", shared)
    sub_a, sub_b = producer(exp_a, 0, "subtract"), producer(exp_b, 0, "subtract")
    if sub_a is None or sub_b is None:
        bare = exp_a if sub_a is None else exp_b
        return _near(root, "ExponentialOfNoDifference", "an exponential is not of a difference", bare)
    (left_a, right_a), (left_b, right_b) = sub_a.operation.operands[:], sub_b.operation.operands[:]
    top_a, top_b = top.operation.operands[:]
    if left_a != top_a:
        return _near(root, "MinuendsDiffer", "the first difference is not of the maximum's first operand", sub_a)
    if left_b != top_b:
        return _near(root, "MinuendsDiffer", "the second difference is not of the maximum's second operand", sub_b)
    if right_b != right_a:
        return _near(root, "SubtrahendsDiffer", "the two differences subtract different values", sub_b)
    if right_a != top.operation.results[0]:
        return _near(root, "SubtrahendIsNotTheMaximum", "the differences subtract another value", sub_a)
    members = (root, log, inner, top, sub_b, exp_b, sub_a, exp_a)
    if not all(scope.index.same_block(root, op) for op in members):
        return _near(root, "SpansBlocks", "the ops stand in different blocks", top)
    return FusionCluster.of("Elementwise", members, scope.index.in_order(members))


def _shared(*exponentials: ir.OpView) -> ir.OpView | None:
    return next((op for op in exponentials if count_uses(op, 1) != 1), None)


def _wrong_operands(root: ir.OpView) -> Miss:
    left, right = producer(root, 0, "maximum", "log"), producer(root, 1, "maximum", "log", "log_plus_one")
    kinds = (left and kind(left), right and kind(right))
    if kinds == ("log", "maximum"):
        return _near(root, "OperandsSwapped", "the logarithm is on the left of the sum, the maximum on the right", root)
    if kinds == ("maximum", "log_plus_one"):
        return _near(root, "LogPlusOne", "spelled with log_plus_one instead of the logarithm of a sum", right)
    return Miss(root, "NotMaximumPlusLog", "the operands are not a maximum and a logarithm")


def _near(root: ir.OpView, condition: str, reason: str, blocker: ir.OpView | None) -> Miss:
    return Miss(root, condition, reason, near=True, blocker=blocker)
