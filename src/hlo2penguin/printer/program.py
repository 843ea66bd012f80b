"""A whole program: skeleton, inputs, the walk over the body, aliases and outputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hlo2penguin.diagnostics import Diagnostic, Place, Refused, Remark
from hlo2penguin.forms.text import PrinterName, Style, Text
from hlo2penguin.metrics import Metrics
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder
from hlo2penguin.mlir.edit import entry_block, main_function
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.options import Options
from hlo2penguin.printer.emit import BY_SIGNATURE, EMITTERS, unsupported
from hlo2penguin.printer.marks import tensor_attributes
from hlo2penguin.printer.statement import (
    BROKEN,
    NO_TENSOR,
    Op,
    Skipped,
    Statements,
    Unsupported,
)
from hlo2penguin.printer.tensors import type_problem

__all__ = ["InputAlias", "Printed", "print_program"]


@dataclass(frozen=True, slots=True)
class InputAlias:
    """Output `output` shares storage with input `input`; kind `must` or `may`."""

    output: int
    input: int
    kind: str


@dataclass(frozen=True, slots=True)
class Printed:
    """The text, the constants that go into files beside it (file name to array), and what the text leaves out."""

    text: str
    constants: dict[str, np.ndarray]
    operations: int
    remarks: tuple[Remark, ...]


def print_program(
    module: ir.Module,
    decoder: Decoder,
    options: Options,
    printer: PrinterName,
    metrics: Metrics,
    aliases: Sequence[InputAlias],
    transposable: frozenset[int] = frozenset(),
) -> Printed:
    """Prints a prepared module: one flat `@main`, static shapes, outputs legalised.

    `transposable` are the inputs marked so by the source. Raises Refused with every op that has no statement.
    """
    main = main_function(module)
    assert main is not None, "prepare leaves one @main"
    block = entry_block(main)
    profile = options.profile
    style = Style(printer, profile.list_separator, "()" if profile.window_literals == "tuple" else "[]")
    text = Text(style, control_dependencies=_has_control_dependencies(main, decoder))
    text.function(metrics.model_type(options.target), metrics.mac_count, metrics.to_json())
    output_names = _output_names(main, block, decoder)
    statements = Statements(text, decoder, options, output_names, module, print_op)
    input_names = _print_inputs(main, block, statements, transposable)
    returned = _print_body(block.operations, statements)
    _check_returned(returned, statements)
    _check_aliases(aliases, len(input_names), len(returned), statements)
    if statements.problems:
        raise Refused(statements.problems)
    for alias in aliases:
        name = output_names.get(returned[alias.output], f"output{alias.output}")
        text.alias_tensors(name, input_names[alias.input], alias.kind)
    for value in returned:
        text.mark_output(statements.operand(value))
    return Printed(
        text.finish(statements.next_id),
        statements.constants,
        statements.operations,
        tuple(statements.remarks.values()),
    )


def _has_control_dependencies(main: Op, decoder: Decoder) -> bool:
    return "has_control_deps" in (decoder.get(main, "mhlo.frontend_attributes") or {})


def _output_names(main: Op, block: ir.Block, decoder: Decoder) -> dict[ir.Value, str]:
    names = decoder.get(main, "output_names") or ()
    found: dict[ir.Value, str] = {}
    for index, value in enumerate(block.operations[-1].operation.operands):
        found.setdefault(value, names[index] if index < len(names) else f"output{index}")
    return found


def _print_inputs(main: Op, block: ir.Block, statements: Statements, transposable: frozenset[int]) -> list[str]:
    given = statements.get(main, "input_names") or ()
    parameters: frozenset[int] = frozenset(statements.get(main, "slowChangingIns") or ())
    names: list[str] = []
    for index, argument in enumerate(block.arguments):
        name = given[index] if index < len(given) else f"input{index}"
        names.append(name)
        type = statements.decoder.type(argument.type)
        if problem := type_problem(type, statements.printer):
            code, cause, help = problem
            op = f"argument {index} of @main"
            statements.problems.append(Diagnostic(code, cause, help, Place(name=name), op))
            statements.bind(argument, BROKEN)
        elif not type.ranked:
            statements.bind(argument, NO_TENSOR)
        else:
            marks: dict[str, object] = {"neuron.CrossPassTensor": ""}
            if index in transposable:
                marks["neuron.transposable"] = True
            variable = statements.fresh()
            statements.bind(argument, variable)
            statements.declare(variable, name, type, tensor_attributes(marks))
            statements.text.mark_input(variable, is_parameter=index in parameters)
    return names


def _print_body(operations: ir.OperationList, statements: Statements) -> list[ir.Value]:
    """Prints every op up to the terminator, whose operands it gives."""
    for op in operations:
        name = kind(op)
        if name == "func.return":
            return list(op.operation.operands)
        print_op(op, name, statements)
    return []


def _check_returned(returned: Sequence[ir.Value], statements: Statements) -> None:
    for index, value in enumerate(returned):
        if statements.operand(value) == NO_TENSOR:
            cause = f"output {index} is a token, which has no tensor"
            statements.problems.append(
                Diagnostic("NCC_PYP055", cause, "return tensors only", Place(), "return of @main")
            )


def _check_aliases(aliases: Sequence[InputAlias], inputs: int, outputs: int, statements: Statements) -> None:
    for alias in aliases:
        if not (0 <= alias.input < inputs and 0 <= alias.output < outputs):
            cause = f"output {alias.output} shares the storage of input {alias.input}; there are {outputs} and {inputs}"
            help = "mend the program's input/output aliases"
            statements.problems.append(Diagnostic("H2P003", cause, help, Place(statements.decoder.source)))


def print_op(op: Op, name: str, statements: Statements) -> None:
    """Prints one op by its kind; a problem is noted, and its results are bound so that the walk can go on."""
    try:
        if statements.problems:
            _skip_if_broken(op, statements)
        emitter = EMITTERS.get(name, unsupported)
        if name in BY_SIGNATURE:
            statements.emit_by_signature(op, name, emitter)
        else:
            emitter(op, statements)
        return
    except Unsupported as problem:
        statements.refuse(op, problem.code, problem.cause, problem.help)
    except Skipped:
        pass
    for result in op.operation.results:
        statements.bind_new(result, BROKEN)


def _skip_if_broken(op: Op, statements: Statements) -> None:
    """An op that reads what was refused is passed over: a problem is reported where it enters the program."""
    if any(statements.operand(operand) == BROKEN for operand in op.operation.operands):
        raise Skipped
