"""What can be taken away from a program: each step makes candidates out of a text, coarse ones first.

Candidates are valid modules. A step that finds work changes something for good, so that repeating it ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

import numpy as np

from hlo2penguin.mlir.constants import NUMPY_DTYPES, constant_attribute
from hlo2penguin.mlir.context import ir, new_context
from hlo2penguin.mlir.decode import Decoder
from hlo2penguin.mlir.edit import create, entry_block, erase_if_dead, functions, main_function, symbol_name
from hlo2penguin.mlir.kinds import dialect_of, kind

__all__ = ["STEPS", "Candidates", "count_ops", "drop_lines", "parsed", "text_of"]

Candidates = Callable[[str], Iterator[tuple[str, str]]]
"""A program's text to what was done and the changed text."""

Edit = Callable[[ir.Module, int], bool]
"""Makes change number n; False where it cannot be made."""


def parsed(text: str) -> ir.Module | None:
    """The valid module of a text; None where there is none."""
    try:
        return ir.Module.parse(text, new_context())
    except (ir.MLIRError, ValueError, RuntimeError):
        return None


def text_of(module: ir.Module, *, locations: bool) -> str:
    """The module's text."""
    return module.operation.get_asm(enable_debug_info=locations) + "\n"


def count_ops(text: str) -> int:
    """Ops of all functions; lines, where the text does not parse."""
    module = parsed(text)
    return text.count("\n") if module is None else sum(len(_ops(function)) for function in functions(module))


def _ops(function: ir.OpView) -> list[ir.OpView]:
    """The function's ops but its terminator."""
    return list(entry_block(function).operations)[:-1]


def _all_ops(module: ir.Module) -> list[ir.OpView]:
    return [op for function in functions(module) for op in _ops(function)]


def _main_ops(module: ir.Module) -> list[ir.OpView]:
    main = main_function(module)
    return [] if main is None else _ops(main)


def _halving(count: int) -> Iterator[int]:
    """All numbers below `count`: the middle, then the middles of both halves, and so on."""
    pending = [(0, count)]
    while pending:
        following: list[tuple[int, int]] = []
        for low, high in pending:
            if low < high:
                middle = (low + high) // 2
                yield middle
                following += [(low, middle), (middle + 1, high)]
        pending = following


# Edits of `@main`'s signature


def _set_signature(main: ir.OpView) -> None:
    """The function's type and attributes after its arguments or results changed."""
    block = entry_block(main)
    results = [value.type for value in list(block.operations)[-1].operation.operands]
    context = main.operation.context
    type = ir.FunctionType.get([argument.type for argument in block.arguments], results, context)
    main.operation.attributes["function_type"] = ir.TypeAttr.get(type, context)
    for name in ("arg_attrs", "res_attrs"):
        if name in main.operation.attributes:
            del main.operation.attributes[name]


def _return(main: ir.OpView, values: Sequence[ir.Value]) -> None:
    terminator = list(entry_block(main).operations)[-1]
    create("func.return", [], values, before=terminator)
    terminator.operation.erase()
    _set_signature(main)


def _return_op(module: ir.Module, index: int) -> bool:
    """The op's results are all that the program returns."""
    main = main_function(module)
    results = list(_main_ops(module)[index].operation.results)
    returned = [] if main is None else list(list(entry_block(main).operations)[-1].operation.operands)
    if main is None or not results or returned == results:
        return False
    _return(main, results)
    return True


def _drop_output(module: ir.Module, index: int) -> bool:
    main = main_function(module)
    assert main is not None
    values = list(list(entry_block(main).operations)[-1].operation.operands)
    if len(values) < 2:
        return False
    del values[index]
    _return(main, values)
    return True


def _outputs(module: ir.Module) -> int:
    main = main_function(module)
    return 0 if main is None else len(list(entry_block(main).operations)[-1].operation.operands)


def _make_input(module: ir.Module, index: int) -> bool:
    """The op's results become inputs."""
    main = main_function(module)
    op = _main_ops(module)[index]
    if main is None or not len(op.operation.results):
        return False
    for result in op.operation.results:
        result.replace_all_uses_with(entry_block(main).add_argument(result.type, op.operation.location))
    op.operation.erase()
    _set_signature(main)
    return True


def _drop_inputs(module: ir.Module, index: int) -> bool:
    """Every input that nothing reads."""
    main = main_function(module)
    assert main is not None
    block = entry_block(main)
    unused = [number for number, argument in enumerate(block.arguments) if next(iter(argument.uses), None) is None]
    for number in reversed(unused):
        block.erase_argument(number)
    _set_signature(main)
    return bool(unused)


# Edits of ops


def _bypass(module: ir.Module, index: int) -> bool:
    """An operand of the same type takes the place of the op."""
    op = _all_ops(module)[index].operation
    if len(op.results) != 1:
        return False
    for operand in op.operands:
        if operand.type == op.results[0].type:
            op.results[0].replace_all_uses_with(operand)
            op.erase()
            return True
    return False


def _make_constant(module: ir.Module, index: int) -> bool:
    """A constant of zeros takes the place of the op; a constant of other numbers becomes one of zeros."""
    op = _all_ops(module)[index]
    decoder = Decoder()
    results = list(op.operation.results)
    types = [decoder.value(result) for result in results]
    if not types or not all(type.is_static and type.dtype in NUMPY_DTYPES for type in types):
        return False
    if kind(op) == "constant" and " dense<0" in str(op):
        return False
    dialect = dialect_of(op) if dialect_of(op) in ("stablehlo", "mhlo") else "stablehlo"
    for result, type in zip(results, types, strict=True):
        zeros = constant_attribute(np.zeros(1, NUMPY_DTYPES[type.dtype]), result.type)
        constant = create(f"{dialect}.constant", [result.type], [], before=op, attributes={"value": zeros})
        result.replace_all_uses_with(constant.results[0])
    op.operation.erase()
    return True


def _drop_attributes(module: ir.Module, index: int) -> bool:
    """Every attribute of one op that it can do without."""
    holders = [module, *functions(module), *_all_ops(module)]
    op = holders[index].operation
    dropped = False
    for name in list(op.attributes):
        if "." in name or name in ("arg_attrs", "res_attrs"):
            del op.attributes[name]
            dropped = True
    return dropped


def _clean(module: ir.Module) -> None:
    """Ops and functions that nothing uses go with whatever needed them."""
    for function in functions(module):
        for op in reversed(_ops(function)):
            erase_if_dead(op)
    main = main_function(module)
    called = {str(op.operation.attributes["callee"]).lstrip("@").strip('"') for op in _calls(module)}
    for function in functions(module):
        if main is not None and function != main and symbol_name(function) not in called:
            function.operation.erase()


def _calls(module: ir.Module) -> list[ir.Operation]:
    found: list[ir.Operation] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        if op.name == "func.call":
            found.append(op)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit)
    return found


# Steps


def _step(what: str, count: Callable[[ir.Module], int], edit: Edit) -> Callable[[bool], Candidates]:
    def with_locations(locations: bool) -> Candidates:
        def candidates(text: str) -> Iterator[tuple[str, str]]:
            module = parsed(text)
            for index in _halving(0 if module is None else count(module)):
                changed = parsed(text)
                assert changed is not None
                with suppress(ir.MLIRError, ValueError, RuntimeError, TypeError):
                    if edit(changed, index):
                        _clean(changed)
                        if changed.operation.verify():
                            yield what, text_of(changed, locations=locations)

        return candidates

    return with_locations


_EXTENT = re.compile(r"(?<=[<x])(\d+)(?=x)")


def _shrink_extents(locations: bool) -> Candidates:
    """One extent made smaller wherever it stands: in types alone, or in lists of numbers too."""

    def candidates(text: str) -> Iterator[tuple[str, str]]:
        for extent in sorted({int(found) for found in _EXTENT.findall(text)}, reverse=True):
            for smaller in (1, 2, extent // 2):
                if smaller >= extent or smaller < 1:
                    continue
                in_types = re.sub(rf"(?<=[<x]){extent}(?=x)", str(smaller), text)
                for changed in (in_types, re.sub(rf"(?<=[\[ :,]){extent}(?=[,\]>])", str(smaller), in_types)):
                    module = parsed(changed)
                    if module is not None:
                        yield f"extent {extent} to {smaller}", text_of(module, locations=locations)

    return candidates


STEPS: tuple[Callable[[bool], Candidates], ...] = (
    _step("return one op", lambda module: len(_main_ops(module)), _return_op),
    _step("drop an output", _outputs, _drop_output),
    _step("make an op an input", lambda module: len(_main_ops(module)), _make_input),
    _step("bypass an op", lambda module: len(_all_ops(module)), _bypass),
    _step("make an op a constant", lambda module: len(_all_ops(module)), _make_constant),
    _step("drop inputs", lambda module: int(main_function(module) is not None), _drop_inputs),
    _step("drop attributes", lambda module: 1 + len(functions(module)) + len(_all_ops(module)), _drop_attributes),
    _shrink_extents,
)
"""Every step, coarse to fine; each takes whether locations are to be kept."""


def drop_lines(text: str) -> Iterator[tuple[str, str]]:
    """Lines away, half of them first: for a program that does not parse."""
    lines = text.split("\n")
    size = len(lines) // 2
    while size:
        for start in range(0, len(lines), size):
            yield "drop lines", "\n".join(lines[:start] + lines[start + size :])
        size //= 2
