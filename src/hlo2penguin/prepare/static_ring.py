"""Drops `AwsNeuronTransferWithStaticRing`: it marks weights, which become lists on `@main` (PenguinizeIO, step 3)."""

from __future__ import annotations

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import main_function, replace
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.prepare.program import collect, custom_call_target
from hlo2penguin.prepare.state import PrepareState

KINDS = frozenset({"custom_call"})

TARGET = "AwsNeuronTransferWithStaticRing"
INS, OUTS = "slowChangingIns", "slowChangingOuts"


def run(module: ir.Module, state: PrepareState) -> None:
    """Replaces each transfer by its operand.

    A transferred argument's number goes to `slowChangingIns`; for any other operand the positions at which the
    transfer is returned go to `slowChangingOuts`.
    """
    main = main_function(module)
    if main is None:
        return
    transfers = [op for op in collect(main, KINDS) if custom_call_target(op, state) == TARGET]
    transfers = [op for op in transfers if len(op.operation.operands) == len(op.operation.results) == 1]
    if not transfers:
        return
    ins: dict[int, None] = {}
    outs: dict[int, None] = {}
    for op in transfers:
        operand = op.operation.operands[0]
        if isinstance(operand, ir.BlockArgument):
            ins[operand.arg_number] = None
        else:
            outs.update(dict.fromkeys(_returned_at(op.operation.result)))
        replace(op, [operand])
    for name, numbers in ((INS, ins), (OUTS, outs)):
        main.operation.attributes[name] = ir.DenseI32ArrayAttr.get(sorted(numbers), module.context)


def _returned_at(value: ir.Value) -> list[int]:
    return [use.operand_number for use in value.uses if kind(use.owner) in ("tuple", "func.return")]
