"""fuseExpm1Op and fuseLog1pOp: expanders. `expm1(x)` becomes `exp(x) - 1`, `log1p(x)` becomes `log(x + 1)`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hlo2penguin.fusion.cluster import FusionCluster
from hlo2penguin.fusion.match import Match, Miss, Scope
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import count_uses, create
from hlo2penguin.mlir.kinds import dialect_of


def collect_expm1(scope: Scope) -> list[Match]:
    """One result per `exponential_minus_one`."""
    return [expand_expm1(op, scope) for op in scope.index.of("exponential_minus_one")]


def collect_log1p(scope: Scope) -> list[Match]:
    """One result per `log_plus_one`."""
    return [expand_log1p(op, scope) for op in scope.index.of("log_plus_one")]


def expand_expm1(op: ir.OpView, scope: Scope) -> Match:
    """Cluster {constant, exponential, subtract}, created in front of `op` and put in its place."""
    if (miss := _condition(op, scope)) is not None:
        return miss
    x, build = op.operation.operands[0], _Builder(op, scope)
    one = build.one()
    exponential = build.op("exponential", x, accuracy=True)
    difference = build.op("subtract", exponential.operation.results[0], one.operation.results[0])
    return build.cluster("Expm1", one, exponential, difference)


def expand_log1p(op: ir.OpView, scope: Scope) -> Match:
    """Cluster {constant, add, log}, created in front of `op` and put in its place."""
    if (miss := _condition(op, scope)) is not None:
        return miss
    x, build = op.operation.operands[0], _Builder(op, scope)
    one = build.one()
    total = build.op("add", x, one.operation.results[0])
    logarithm = build.op("log", total.operation.results[0], accuracy=True)
    return build.cluster("Log1p", one, total, logarithm)


def _condition(op: ir.OpView, scope: Scope) -> Miss | None:
    """Ops inside fusions are never indexed (OQ-47), so what is left to ask is the type, and the guard of OQ-2."""
    result = op.operation.results[0].type
    if not isinstance(result, ir.RankedTensorType) or not isinstance(result.element_type, ir.FloatType):
        return Miss(op, "NotFloat", "the element type is not a float type", near=True, blocker=op)
    if not result.has_static_shape:
        return Miss(op, "DynamicShape", "a constant one needs a static shape", near=True, blocker=op)
    if scope.profile.single_use_guard and count_uses(op, 1) != 1:
        return Miss(op, "ResultShared", "the result has not exactly one use (single-use guard)", near=True, blocker=op)
    return None


class _Builder:
    """Creates ops in the place, dialect and type of one original op."""

    def __init__(self, original: ir.OpView, scope: Scope) -> None:
        self._original = original
        self._type = ir.RankedTensorType(original.operation.results[0].type)
        self._dialect = dialect_of(original)
        self._accuracy = original.operation.attributes.get("result_accuracy")
        self._scope = scope

    def one(self) -> ir.OpView:
        """1.0 made in the float semantics of the element type: every float type of MLIR holds it exactly."""
        element = ir.FloatAttr.get(self._type.element_type, 1.0, self._original.operation.location)
        return self._create("constant", [], {"value": ir.DenseElementsAttr.get_splat(self._type, element)})

    def op(self, kind: str, *operands: ir.Value, accuracy: bool = False) -> ir.OpView:
        """An op of the original's type; `accuracy` says that it keeps the original's `result_accuracy` (OQ-46)."""
        keep = {"result_accuracy": self._accuracy} if accuracy and self._accuracy is not None else {}
        return self._create(kind, operands, keep)

    def cluster(self, kind: str, *ops: ir.OpView) -> FusionCluster:
        """The ops as a cluster whose last op stands for the original, which is dead now."""
        self._original.operation.results[0].replace_all_uses_with(ops[-1].operation.results[0])
        self._scope.dead.append(self._original)
        return FusionCluster.of(kind, ops, ops)

    def _create(self, kind: str, operands: Sequence[ir.Value], attributes: Mapping[str, ir.Attribute]) -> ir.OpView:
        op = create(f"{self._dialect}.{kind}", [self._type], operands, before=self._original, attributes=attributes)
        self._scope.index.add(op, self._original)
        return op.opview
