"""Expands batch_norm_training, batch_norm_inference and batch_norm_grad as the StableHLO specification defines them."""

from __future__ import annotations

from dataclasses import dataclass

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import main_function, replace
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.prepare.emit import Emitter
from hlo2penguin.prepare.program import collect
from hlo2penguin.prepare.state import PrepareState

KINDS = frozenset({"batch_norm_training", "batch_norm_inference", "batch_norm_grad"})


def run(module: ir.Module, state: PrepareState) -> None:
    """Expands in place."""
    main = main_function(module)
    if main is None:
        return
    for op in collect(main, KINDS):
        norm = _Norm(
            Emitter(op, state.decoder),
            op.operation.operands[0],
            state.decoder.get(op, "feature_index"),
            state.decoder.get(op, "epsilon"),
        )
        replace(op, _EXPANSIONS[kind(op)](norm, *op.operation.operands))


@dataclass(frozen=True, slots=True)
class _Norm:
    """What the three ops share: the operand's shape and how a value per feature spreads over it."""

    emit: Emitter
    operand: ir.Value
    feature: int
    epsilon: float

    def spread(self, value: ir.Value) -> ir.Value:
        """One value per feature over the operand's shape."""
        return self.emit.broadcast(value, [self.feature], self.operand.type)

    def sums(self, value: ir.Value) -> ir.Value:
        """The sum for each feature."""
        rank = len(self.emit.shape(self.operand))
        return self.emit.sum(value, [dim for dim in range(rank) if dim != self.feature])

    def per_feature(self) -> int:
        """Number of elements of each feature."""
        shape = self.emit.shape(self.operand)
        count = 1
        for dim, extent in enumerate(shape):
            count *= extent if dim != self.feature else 1
        return count

    def mean(self, value: ir.Value) -> ir.Value:
        """The mean for each feature."""
        total = self.sums(value)
        return self.emit.same("divide", total, self.emit.fill(self.per_feature(), total.type))

    def with_epsilon(self, variance: ir.Value) -> ir.Value:
        """Variance over the operand's shape, plus epsilon."""
        return self.emit.same("add", self.spread(variance), self.emit.fill(self.epsilon, self.operand.type))


def _inference(
    norm: _Norm, operand: ir.Value, scale: ir.Value, offset: ir.Value, mean: ir.Value, variance: ir.Value
) -> list[ir.Value]:
    emit = norm.emit
    centered = emit.same("subtract", operand, norm.spread(mean))
    normalized = emit.same("divide", centered, emit.same("sqrt", norm.with_epsilon(variance)))
    scaled = emit.same("multiply", norm.spread(scale), normalized)
    return [emit.same("add", scaled, norm.spread(offset))]


def _training(norm: _Norm, operand: ir.Value, scale: ir.Value, offset: ir.Value) -> list[ir.Value]:
    emit = norm.emit
    mean = norm.mean(operand)
    centered = emit.same("subtract", operand, norm.spread(mean))
    variance = norm.mean(emit.same("multiply", centered, centered))
    return [*_inference(norm, operand, scale, offset, mean, variance), mean, variance]


def _grad(
    norm: _Norm, operand: ir.Value, scale: ir.Value, mean: ir.Value, variance: ir.Value, grad_output: ir.Value
) -> list[ir.Value]:
    emit = norm.emit
    count = emit.fill(norm.per_feature(), operand.type)
    shifted = norm.with_epsilon(variance)
    deviation = emit.same("sqrt", shifted)
    centered = emit.same("subtract", operand, norm.spread(mean))
    normalized = emit.same("divide", centered, deviation)
    grad_offset = norm.sums(grad_output)
    product = norm.spread(norm.sums(emit.same("multiply", grad_output, centered)))
    whole = emit.same("subtract", emit.same("multiply", grad_output, count), norm.spread(grad_offset))
    rest = emit.same("subtract", whole, emit.same("divide", emit.same("multiply", product, centered), shifted))
    factor = emit.same("divide", emit.same("divide", norm.spread(scale), deviation), count)
    grad_scale = norm.sums(emit.same("multiply", grad_output, normalized))
    return [emit.same("multiply", factor, rest), grad_scale, grad_offset]


_EXPANSIONS = {"batch_norm_training": _training, "batch_norm_inference": _inference, "batch_norm_grad": _grad}
