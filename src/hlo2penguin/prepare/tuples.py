"""Tuples away: flat arguments and results of `@main`, several results for tuple-typed custom calls."""

from __future__ import annotations

from collections.abc import Iterator

from hlo2penguin.diagnostics import Diagnostic, Refused
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import create, definition, entry_block, erase_if_dead, main_function
from hlo2penguin.mlir.kinds import dialect_of, kind
from hlo2penguin.prepare.program import collect
from hlo2penguin.prepare.state import PrepareState

__all__ = ["run"]

KINDS = frozenset({"custom_call", "tuple", "get_tuple_element"})
MAX_DEPTH = 64


def run(module: ir.Module, state: PrepareState) -> None:
    """Flattens in place; the module's input/output aliases follow the new argument and result numbers."""
    main = main_function(module)
    if main is None:
        return
    block = entry_block(main)
    if any(isinstance(type, ir.TupleType) for type in _type_of(main).inputs):
        _flatten_arguments(module, main, block, state)
    if any(isinstance(type, ir.TupleType) for type in _type_of(main).results):
        terminator = next(op for op in block.operations if kind(op) == "func.return")
        _flatten_results(module, main, terminator, state)
    for op in collect(main, {"custom_call"}):
        if _has_tuple_result(op):
            _flatten_custom_call(op)
    _fold(main)


def in_signature(main: ir.OpView) -> bool:
    """Whether the function takes or returns a tuple."""
    type = _type_of(main)
    return any(isinstance(part, ir.TupleType) for part in (*type.inputs, *type.results))


def _leaves(type: ir.Type, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], ir.Type]]:
    """Tensor types of a (nested) tuple type with their index paths. Raises Refused for tuples too deep to recurse."""
    if len(path) > MAX_DEPTH:
        raise Refused(Diagnostic("H2P005", f"tuples are nested more than {MAX_DEPTH} deep", "flatten the tuples"))
    if not isinstance(type, ir.TupleType):
        yield path, type
        return
    for index in range(type.num_types):
        yield from _leaves(type.get_type(index), (*path, index))


def _has_tuple_result(op: ir.OpView) -> bool:
    results = op.operation.results
    return len(results) == 1 and isinstance(results[0].type, ir.TupleType)


def _pack(type: ir.Type, leaves: Iterator[ir.Value], before: ir.OpView, dialect: str) -> ir.Value:
    if not isinstance(type, ir.TupleType):
        return next(leaves)
    parts = [_pack(type.get_type(index), leaves, before, dialect) for index in range(type.num_types)]
    return create(f"{dialect}.tuple", [type], parts, before=before).results[0]


def _unpack(value: ir.Value, before: ir.OpView, dialect: str) -> Iterator[ir.Value]:
    if not isinstance(value.type, ir.TupleType):
        yield value
        return
    i32 = ir.IntegerType.get_signless(32, value.context)
    for index in range(value.type.num_types):
        attributes = {"index": ir.IntegerAttr.get(i32, index)}
        part = create(
            f"{dialect}.get_tuple_element", [value.type.get_type(index)], [value], before=before, attributes=attributes
        )
        yield from _unpack(part.results[0], before, dialect)


def _flatten_arguments(module: ir.Module, main: ir.OpView, block: ir.Block, state: PrepareState) -> None:
    first = next(iter(block.operations))
    arguments = list(block.arguments)
    numbers: dict[tuple[int, tuple[int, ...]], int] = {}
    types: list[ir.Type] = []
    marks: list[ir.Attribute] = []
    old_marks = main.operation.attributes.get("arg_attrs")
    for number, argument in enumerate(arguments):
        leaves = list(_leaves(argument.type))
        for path, type in leaves:
            numbers[number, path] = len(types)
            types.append(type)
            marks.append(
                ir.ArrayAttr(old_marks)[number] if old_marks is not None else ir.DictAttr.get({}, module.context)
            )
        fresh = [block.add_argument(type, argument.location) for _, type in leaves]
        argument.replace_all_uses_with(_pack(argument.type, iter(fresh), first, state.dialect))
    for _ in arguments:
        block.erase_argument(0)
    _set_type(main, types, _type_of(main).results)
    if old_marks is not None:
        main.operation.attributes["arg_attrs"] = ir.ArrayAttr.get(marks, module.context)
    _renumber_aliases(module, inputs=numbers)


def _flatten_results(module: ir.Module, main: ir.OpView, terminator: ir.OpView, state: PrepareState) -> None:
    values = list(terminator.operation.operands)
    single = len(values) == 1
    numbers: dict[tuple[int, ...], int] = {}
    for position, value in enumerate(values):
        for path, _ in _leaves(value.type):
            numbers[path if single else (position, *path)] = len(numbers)
    flat = [leaf for value in values for leaf in _unpack(value, terminator, state.dialect)]
    create("func.return", [], flat, before=terminator)
    terminator.operation.erase()
    _set_type(main, _type_of(main).inputs, [value.type for value in flat])
    if "res_attrs" in main.operation.attributes:
        del main.operation.attributes["res_attrs"]
    _renumber_aliases(module, outputs=numbers)


def _type_of(main: ir.OpView) -> ir.FunctionType:
    return ir.FunctionType(ir.TypeAttr(main.operation.attributes["function_type"]).value)


def _set_type(main: ir.OpView, inputs: list[ir.Type], results: list[ir.Type]) -> None:
    type = ir.FunctionType.get(inputs, results, main.operation.context)
    main.operation.attributes["function_type"] = ir.TypeAttr.get(type, main.operation.context)


def _renumber_aliases(
    module: ir.Module,
    inputs: dict[tuple[int, tuple[int, ...]], int] | None = None,
    outputs: dict[tuple[int, ...], int] | None = None,
) -> None:
    aliases = module.operation.attributes.get("mhlo.input_output_alias")
    if aliases is None:
        return
    context = module.context
    i64 = ir.IntegerType.get_signless(64, context)
    rewritten: list[ir.Attribute] = []
    for entry in ir.ArrayAttr(aliases):
        entries = {item.name: item.attr for item in ir.DictAttr(entry)}
        if inputs is not None:
            alias = {item.name: item.attr for item in ir.DictAttr(entries["alias"])}
            key = (
                ir.IntegerAttr(alias["parameter_number"]).value,
                tuple(ir.DenseI64ArrayAttr(alias["parameter_index"])),
            )
            alias["parameter_number"] = ir.IntegerAttr.get(i64, inputs[key])
            alias["parameter_index"] = ir.DenseI64ArrayAttr.get([], context)
            entries["alias"] = ir.DictAttr.get(alias, context)
        if outputs is not None:
            index = tuple(ir.DenseI64ArrayAttr(entries["output_index"]))
            entries["output_index"] = ir.DenseI64ArrayAttr.get([outputs[index]], context)
        rewritten.append(ir.DictAttr.get(entries, context))
    module.operation.attributes["mhlo.input_output_alias"] = ir.ArrayAttr.get(rewritten, context)


def _flatten_custom_call(op: ir.OpView) -> None:
    """`custom_call -> tuple<a, b>` becomes `custom_call -> a, b` and a tuple of its results."""
    tuple_type = op.operation.results[0].type
    attributes = {name: op.operation.attributes[name] for name in op.operation.attributes}
    attributes.pop("result_layouts", None)
    attributes.pop("operand_layouts", None)
    types = [type for _, type in _leaves(tuple_type)]
    call = create(op.operation.name, types, op.operation.operands, before=op, attributes=attributes)
    packed = _pack(tuple_type, iter(call.results), op, dialect_of(op))
    op.operation.results[0].replace_all_uses_with(packed)
    op.operation.erase()


def _fold(main: ir.OpView) -> None:
    """Replaces get_tuple_element of a tuple by the element and erases tuples that nothing uses."""
    tuples: list[ir.OpView] = []
    for op in collect(main, {"tuple", "get_tuple_element"}):
        if kind(op) == "tuple":
            tuples.append(op)
            continue
        source = definition(op.operation.operands[0])
        if source is not None and kind(source) == "tuple":
            index = ir.IntegerAttr(op.operation.attributes["index"]).value
            op.operation.results[0].replace_all_uses_with(source.operation.operands[index])
            op.operation.erase()
    for op in reversed(tuples):
        erase_if_dead(op)
