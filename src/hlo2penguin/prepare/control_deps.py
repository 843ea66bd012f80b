"""Flattens the operands of `AwsNeuronControlDep` calls: tuples that the importer wrapped round the predecessors."""

from __future__ import annotations

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import create, definition, erase_if_dead, main_function
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.prepare.program import collect, custom_call_target
from hlo2penguin.prepare.state import PrepareState

KINDS = frozenset({"custom_call"})

TARGET = "AwsNeuronControlDep"


def run(module: ir.Module, state: PrepareState) -> None:
    """Rebuilds each call whose predecessors come through `tuple` or `get_tuple_element`; flat calls stay as they are.

    The order of predecessors is kept, the data operand stays last, and only the call's target survives.
    """
    main = main_function(module)
    if main is None:
        return
    for op in collect(main, KINDS):
        if custom_call_target(op, state) == TARGET:
            _flatten(op, state)


def _flatten(op: ir.OpView, state: PrepareState) -> None:
    *predecessors, data = op.operation.operands
    sources = [source for value in (*predecessors, data) if (source := _tuple_op(value)) is not None]
    flat = [element for value in predecessors for element in _elements(value)]
    direct = _direct(data, state)
    if flat == predecessors and direct == data:
        return
    rebuilt = create(
        op.operation.name,
        [result.type for result in op.operation.results],
        [*flat, direct],
        before=op,
        attributes={"call_target_name": op.operation.attributes["call_target_name"]},
    )
    op.operation.result.replace_all_uses_with(rebuilt.result)
    op.operation.erase()
    _erase_dead(sources)


def _tuple_op(value: ir.Value) -> ir.OpView | None:
    source = definition(value)
    return source if source is not None and kind(source) in ("tuple", "get_tuple_element") else None


def _elements(value: ir.Value) -> list[ir.Value]:
    """What stands for one predecessor: itself, the elements of its tuple, or all results of the op it is read from."""
    source = _tuple_op(value)
    if source is None:
        return [value]
    if kind(source) == "tuple":
        return list(source.operation.operands)
    read = definition(source.operation.operands[0])
    if read is None:
        return [source.operation.operands[0]]
    return list(read.operation.operands if kind(read) == "tuple" else read.operation.results)


def _direct(value: ir.Value, state: PrepareState) -> ir.Value:
    """The value itself, or the element that it reads from a tuple."""
    source = _tuple_op(value)
    if source is None or kind(source) != "get_tuple_element":
        return value
    read = _tuple_op(source.operation.operands[0])
    if read is None or kind(read) != "tuple":
        return value
    index: int = state.decoder.get(source, "index")
    return read.operation.operands[index]


def _erase_dead(sources: list[ir.OpView]) -> None:
    reads = dict.fromkeys(op for op in sources if kind(op) == "get_tuple_element")
    inner = [_tuple_op(op.operation.operands[0]) for op in reads]
    tuples = dict.fromkeys(op for op in (*sources, *inner) if op is not None and kind(op) == "tuple")
    for op in (*reads, *tuples):
        erase_if_dead(op)
