"""fuseDotLogisticOp: a dot under a sigmoid. Pass A clusters it, Pass B sinks a reshape below the gate."""

from __future__ import annotations

from collections.abc import Sequence

from hlo2penguin.fusion.cluster import FusionCluster
from hlo2penguin.fusion.index import FunctionIndex
from hlo2penguin.fusion.match import (
    DOT,
    Match,
    Miss,
    Rewritten,
    Scope,
    dot_behind,
    first_user,
    is_splat_of,
    producer,
    value_producer,
)
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import count_uses, create
from hlo2penguin.mlir.kinds import dialect_of, kind


def collect(scope: Scope) -> list[Match]:
    """Pass A: one result per `logistic`, then, for remarks, the sigmoids that are spelled out."""
    index = scope.index
    found: list[Match] = [match(logistic, index) for logistic in index.of("logistic")]
    if scope.remarks:
        found += [miss for divide in index.of("divide") if (miss := _spelled_out(divide)) is not None]
    return found


def match(logistic: ir.OpView, index: FunctionIndex) -> Match:
    """Two ops, or three where the only user multiplies the sigmoid with the dot itself (OQ-4)."""
    if (dot := producer(logistic, 0, *DOT)) is None:
        return _no_dot(logistic)
    if count_uses(logistic, 1) != 1:
        return Miss(logistic, "LogisticShared", "the logistic has not exactly one use", near=True, blocker=logistic)
    if not index.same_block(logistic, dot):
        return Miss(logistic, "SpansBlocks", "the dot stands in another block", near=True, blocker=dot)
    user = first_user(logistic)
    if user is not None and _multiplies(user, logistic, dot) and index.same_block(logistic, user):
        return FusionCluster.of("DotLogistic", (user, logistic, dot), (dot, logistic, user))
    return FusionCluster.of("DotLogistic", (logistic, dot), (dot, logistic))


def _multiplies(gate: ir.OpView, a: ir.OpView, b: ir.OpView) -> bool:
    """Whether `gate` is a multiply of the results of `a` and `b`, in either order."""
    if kind(gate) != "multiply":
        return False
    left, right = gate.operation.operands[:]
    results = (a.operation.results[0], b.operation.results[0])
    return (left, right) == results or (right, left) == results


def sink_reshapes(scope: Scope) -> list[Rewritten | Miss]:
    """Pass B over the logistics that Pass A left: `dot, reshape, logistic, multiply` becomes `dot, logistic, multiply,
    reshape`. Runs after code generation and builds no cluster."""
    index = scope.index
    return [_sink(logistic, scope) for logistic in index.of("logistic")]


def _sink(logistic: ir.OpView, scope: Scope) -> Rewritten | Miss:
    if (reshape := producer(logistic, 0, "reshape")) is None:
        return Miss(logistic, "LogisticOfNoReshape", "the logistic is not of a reshape")
    if (dot := producer(reshape, 0, *DOT)) is None:
        return Miss(logistic, "ReshapeOfNoDot", "the reshape is not of a dot")
    if count_uses(reshape, 2) != 2:
        return _near(logistic, "ReshapeShared", "the reshape has not exactly two uses", reshape)
    users = [use.owner for use in reshape.operation.results[0].uses]
    gate = next((user for user in users if kind(user) == "multiply"), None)
    if gate is None or not any(user == logistic for user in users):  # OQ-5
        return _near(logistic, "NoGateOnReshape", "the reshape's other user is not a multiply", reshape)
    if not _multiplies(gate, logistic, reshape):
        return _near(logistic, "GateOfAnotherValue", "the multiply does not take the logistic and the reshape", gate)
    if count_uses(logistic, 1) != 1:
        return _near(logistic, "LogisticShared", "the logistic has a second use", logistic)
    if not (scope.index.same_block(gate, logistic) and scope.index.same_block(gate, reshape)):
        return _near(logistic, "SpansBlocks", "the ops stand in different blocks", gate)
    return _rewrite(dot, reshape, logistic, gate, scope)


def _rewrite(dot: ir.OpView, reshape: ir.OpView, logistic: ir.OpView, gate: ir.OpView, scope: Scope) -> Rewritten:
    """All new ops take the multiply's place and location; its operand positions are kept."""
    index, dialect = scope.index, dialect_of(gate)
    product, result_type = dot.operation.results[0], gate.operation.results[0].type

    def build(name: str, type: ir.Type, operands: Sequence[ir.Value], shift: float) -> ir.OpView:
        op = create(f"{dialect}.{name}", [type], operands, before=gate)
        index.add(op, gate, shift)
        return op.opview

    sigmoid = build("logistic", product.type, [product], -0.5).operation.results[0]
    reshaped = reshape.operation.results[0]
    factors = [product if operand == reshaped else sigmoid for operand in gate.operation.operands[:]]
    gated = build("multiply", product.type, factors, -0.25).operation.results[0]
    sunk = build("reshape", result_type, [gated], 0.0)
    gate.operation.results[0].replace_all_uses_with(sunk.operation.results[0])
    scope.dead.extend((gate, logistic, reshape))
    return Rewritten(sunk, "ReshapeSunk", "the reshape between dot and gate now follows the gate")


def _no_dot(logistic: ir.OpView) -> Miss:
    behind = dot_behind(logistic.operation.operands[0])
    if behind is None or behind[1] is None or kind(behind[1]) == "reshape":  # Pass B speaks about reshapes
        return Miss(logistic, "LogisticOfNoDot", "the logistic is not of a dot")
    reason = f"{kind(behind[1])} stands between the dot and the logistic"
    return _near(logistic, "OpBeforeLogistic", reason, behind[1])


def _spelled_out(divide: ir.OpView) -> Miss | None:
    """`1 / (1 + exp(-x))` with a dot behind x: a sigmoid that is not one `logistic` op."""
    if (total := producer(divide, 1, "add")) is None:
        return None
    left, right = total.operation.operands[:]
    for addend, one in ((left, right), (right, left)):
        exponential = value_producer(addend, ("exponential",))
        negation = None if exponential is None else producer(exponential, 0, "negate")
        if negation is None or dot_behind(negation.operation.operands[0]) is None:
            continue
        if is_splat_of(one, 1.0) and is_splat_of(divide.operation.operands[0], 1.0):
            reason = "the sigmoid of a dot is spelled 1/(1+exp(-x)) instead of logistic"
            return _near(divide, "LogisticSpelledOut", reason, exponential)
    return None


def _near(op: ir.OpView, condition: str, reason: str, blocker: ir.OpView | None) -> Miss:
    return Miss(op, condition, reason, near=True, blocker=blocker)
