"""A reduce of several operands whose body computes each result on its own becomes one reduce per operand.

Bodies that mix operands, such as the (value, index) body of argmax, stay as they are.
"""

from __future__ import annotations

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import create, main_function, replace
from hlo2penguin.prepare.emit import Emitter
from hlo2penguin.prepare.program import collect
from hlo2penguin.prepare.state import PrepareState

KINDS = frozenset({"reduce"})


def run(module: ir.Module, state: PrepareState) -> None:
    """Splits in place."""
    main = main_function(module)
    if main is None:
        return
    for op in collect(main, KINDS):
        if len(op.operation.results) > 1:
            parts = _independent_parts(op.operation.regions[0].blocks[0])
            if parts is not None:
                replace(op, [_one(op, index, part, state) for index, part in enumerate(parts)])


def _independent_parts(body: ir.Block) -> list[list[ir.OpView]] | None:
    """For each result the ops that compute it, in order; None where one needs another operand's arguments."""
    operations = list(body.operations)
    returned = list(operations[-1].operation.operands)
    arguments = list(body.arguments)
    count = len(returned)
    producers: dict[ir.Value, ir.OpView] = {result: op for op in operations[:-1] for result in op.operation.results}
    parts: list[list[ir.OpView]] = []
    for index, value in enumerate(returned):
        own = {arguments[index], arguments[count + index]}
        needed: set[ir.Operation] = set()
        pending = [value]
        while pending:
            here = pending.pop()
            op = producers.get(here)
            if op is None:
                if isinstance(here, ir.BlockArgument) and here not in own:
                    return None
            elif op.operation not in needed:
                if len(op.operation.regions):
                    return None
                needed.add(op.operation)
                pending.extend(op.operation.operands)
        parts.append([op for op in operations[:-1] if op.operation in needed])
    return parts


def _one(op: ir.OpView, index: int, part: list[ir.OpView], state: PrepareState) -> ir.Value:
    emit = Emitter(op, state.decoder)
    source = op.operation.regions[0].blocks[0]
    operands = op.operation.operands
    count = len(op.operation.results)
    attributes = {name: op.operation.attributes[name] for name in op.operation.attributes}
    made = create(
        op.operation.name,
        [op.operation.results[index].type],
        [operands[index], operands[count + index]],
        before=op,
        attributes=attributes,
        regions=1,
    )
    arguments = [source.arguments[index], source.arguments[count + index]]

    def body(block: ir.Block) -> list[ir.Value]:
        values: dict[ir.Value, ir.Value] = dict(zip(arguments, block.arguments, strict=True))
        point = ir.InsertionPoint(block)
        for inner in part:
            copy = inner.operation.clone(point).operation
            for position, operand in enumerate(inner.operation.operands):
                copy.operands[position] = values.get(operand, operand)
            values.update(zip(inner.operation.results, copy.results, strict=True))
        terminator = list(source.operations)[-1]
        result = terminator.operation.operands[index]
        return [values.get(result, result)]

    emit.fill_region(made, [argument.type for argument in arguments], body)
    return made.result
