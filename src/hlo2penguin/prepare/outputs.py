"""Returned values that no op of the body computes: a returned argument or constant becomes a copy.

Copies of arguments stand at the start of the body in reverse output order (real output), that of a constant directly
after it. They have no location: no instruction of the source stands for them.
"""

from __future__ import annotations

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import entry_block, main_function
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.prepare.state import PrepareState

__all__ = ["run"]

_COPY = {"mhlo": "mhlo.copy", "stablehlo": "stablehlo.optimization_barrier"}


def run(module: ir.Module, state: PrepareState) -> None:
    """Inserts the copies in place."""
    main = main_function(module)
    if main is None:
        return
    block = entry_block(main)
    terminator = block.operations[-1]
    if kind(terminator) != "func.return":
        return
    operands = terminator.operation.operands
    name = _COPY["mhlo" if state.dialect == "mhlo" else "stablehlo"]
    first = next(iter(block.operations))
    for index, value in enumerate(operands[:]):
        owner = value.owner
        if isinstance(owner, ir.Block):
            copy = _copy(name, value, ir.InsertionPoint(first))
            first = copy
        elif kind(owner.opview) == "constant":
            copy = _copy(name, value, ir.InsertionPoint.after(owner))
        else:
            continue
        operands[index] = copy.results[0]


def _copy(name: str, value: ir.Value, point: ir.InsertionPoint) -> ir.Operation:
    context = value.context
    return ir.Operation.create(name, [value.type], [value], loc=ir.Location.unknown(context), ip=point)
