"""`mhlo.fusion` regions put back into their block, for engines that do not know the op."""

from __future__ import annotations

from jaxlib.mlir import ir

from hlo2penguin.mlir.edit import functions, nested_operations
from hlo2penguin.mlir.kinds import kind

__all__ = ["inline_fusions"]


def inline_fusions(module: ir.Module) -> None:
    """Moves every fusion's body in front of it and erases it; inner fusions go first."""
    for function in functions(module):
        for op in reversed([op for op in nested_operations(function) if kind(op) == "fusion"]):
            _inline(op)


def _inline(fusion: ir.OpView) -> None:
    block = fusion.operation.regions[0].blocks[0]
    for argument, operand in zip(block.arguments, fusion.operation.operands, strict=False):
        argument.replace_all_uses_with(operand)
    *body, terminator = list(block.operations)
    for op in body:
        op.operation.move_before(fusion)
    for result, value in zip(fusion.operation.results, list(terminator.operation.operands), strict=True):
        result.replace_all_uses_with(value)
    fusion.operation.erase()
