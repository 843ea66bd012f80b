"""The one place that assembles a statement: variables, ids, names, destination tensors, dependency edges."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from hlo2penguin.diagnostics import Diagnostic, Place, Remark
from hlo2penguin.forms import FORMS, Form
from hlo2penguin.forms.evidence import OURS
from hlo2penguin.forms.literals import quoted
from hlo2penguin.forms.text import Pattern, Text
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder, Provenance, TensorType
from hlo2penguin.mlir.edit import functions, symbol_name
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.options import Options
from hlo2penguin.printer.marks import CONSUMED, MARK_PREFIX, tensor_attributes
from hlo2penguin.printer.tensors import DTYPES, constant_value, npy_array, type_problem

__all__ = ["BROKEN", "NO_TENSOR", "Dispatch", "Op", "Skipped", "Statements", "Temporary", "Unsupported"]

Op = ir.OpView
Dispatch = Callable[[Op, str, "Statements"], None]

NO_TENSOR = 0
"""Stands for the variable of a value that has no tensor: a token."""
BROKEN = -1
"""Stands for the variable of a value whose op was refused."""


class Unsupported(Exception):
    """An op that has no statement; the walk collects it and goes on."""

    def __init__(self, code: str, cause: str, help: str) -> None:
        super().__init__(cause)
        self.code, self.cause, self.help = code, cause, help


class Skipped(Exception):
    """An op that reads the result of a refused one: nothing more is said about it."""


@dataclass(frozen=True, slots=True)
class Temporary:
    """A result that no value of the module stands for: a step of a printed decomposition."""

    type: TensorType
    base: str


class Statements:
    """A program's statements under construction.

    `writers` maps a tensor's variable to that of the op that writes it. `dispatch` prints one op by its kind; fusions
    print their bodies with it. `fusions` are those being printed, outermost first, by the symbol of their body where it
    has one.
    """

    def __init__(
        self,
        text: Text,
        decoder: Decoder,
        options: Options,
        output_names: Mapping[ir.Value, str],
        module: ir.Module,
        dispatch: Dispatch,
    ) -> None:
        self.text = text
        self.decoder = decoder
        self.options = options
        self.profile = options.profile
        self.printer = text.style.printer
        self.dispatch = dispatch
        self.writers: dict[int, int] = {}
        self.constants: dict[str, np.ndarray] = {}
        self.problems: list[Diagnostic] = []
        self.remarks: dict[str, Remark] = {}
        self.next_id = 1
        self.operations = 0
        self.fusions: list[str] = []
        # Keyed by `hash(value)`, which names a value for as long as nothing is erased: comparing values costs more than
        # everything else that is done with one.
        self._variables: dict[int, int] = {}
        self._output_names = {hash(value): name for value, name in output_names.items()}
        self._gaps = False
        self._module = module
        self._functions: dict[str, Op] | None = None
        self._counts: dict[str, int] = {}
        self._next_variable = 1
        self._prints_attributes = self.printer == "mhlo"
        self._predecessors: dict[ir.Value, list[ir.Value]] = {}
        self._arguments: dict[ir.Value, ir.Value] = {}
        self._types: dict[int, TensorType] = {}
        self._type_keys: dict[int, int] = {}
        self._patterns: dict[tuple[object, ...], Pattern] = {}
        self._last: tuple[Form, str, str] | None = None
        self._single_values: dict[int, tuple[str, tuple[str, str]]] = {}

    # Values and types

    def type(self, value: ir.Value) -> TensorType:
        """Shape and MLIR element type of a value; raises Unsupported for a type that no declaration can hold."""
        type = value.type
        key = self._type_keys[hash(value)] = hash(type)
        found = self._types.get(key)
        if found is None:
            found = self.decoder.type(type)
            if problem := type_problem(found, self.printer):
                raise Unsupported(*problem)
            self._types[key] = found
        return found

    def dtype(self, type: TensorType) -> str:
        """Printed dtype of a tensor type."""
        return self.profile.i1_dtype if type.dtype == "i1" else DTYPES[type.dtype]

    def operand(self, value: ir.Value) -> int:
        """Variable of the tensor that holds `value`, or one of the stand-ins for a tensor that there is not."""
        return self._variables[hash(value)]

    def bind(self, value: ir.Value, variable: int) -> None:
        """Lets `variable` stand for `value` from here on."""
        self._variables[hash(value)] = variable
        self._gaps = self._gaps or variable <= NO_TENSOR

    def bind_new(self, value: ir.Value, variable: int) -> None:
        """As `bind`, unless something stands for `value` already."""
        if hash(value) not in self._variables:
            self.bind(value, variable)

    def forget(self, value: ir.Value) -> None:
        """Lets nothing stand for `value`."""
        self._variables.pop(hash(value), None)

    def get(self, op: Op, name: str, default: Any = None) -> Any:
        """Attribute `name` of the op, decoded."""
        return self.decoder.get(op, name, default)

    def outside(self, value: ir.Value) -> ir.Value:
        """The value that a fusion was given for one of its body's arguments; any other value is itself."""
        while (operand := self._arguments.get(value)) is not None:
            value = operand
        return value

    def function(self, symbol: str) -> Op | None:
        """The function of the module that has this name."""
        if self._functions is None:
            self._functions = {symbol_name(function): function for function in functions(self._module)}
        return self._functions.get(symbol)

    # Tensors

    def fresh(self) -> int:
        """The next variable number."""
        self._next_variable += 1
        return self._next_variable - 1

    def take_id(self) -> int:
        """The next id; ids follow print order."""
        self.next_id += 1
        return self.next_id - 1

    def name(self, base: str) -> str:
        """The next name of a result: `<base>.<k>`, k from 1 per base."""
        count = self._counts[base] = self._counts.get(base, 0) + 1
        return f"{base}.{count}"

    def declare(self, variable: int, name: str, type: TensorType, attributes: str = "", **more: Any) -> None:
        """Prints a tensor's declaration."""
        self.text.tensor(variable, name, type.shape, self.take_id(), self.dtype(type), attributes=attributes, **more)

    def _tensor(self, op: Op, result: ir.Value | Temporary, count: int) -> int:
        """Variable of one of `count` results of an op, which is declared unless a fusion's header has done so."""
        if isinstance(result, Temporary):
            variable = self.fresh()
            self.declare(variable, self.name(result.base), result.type)
            return variable
        key = hash(result)
        if (bound := self._variables.get(key)) is not None:
            return bound
        declaration = self._declaration(result)
        variable = self._variables[key] = self.fresh()
        name = self._result_name(key, "get_tuple_element" if count != 1 else _base(op))
        self.text.tensor_line(variable, name, declaration, self.take_id(), self._attributes(op))
        return variable

    def _result_name(self, key: int, base: str) -> str:
        """Name of a result, given by its hash, as a literal."""
        name = self._output_names.get(key)
        if name is not None:
            return quoted(name, '"')
        number = self._counts[base] = self._counts.get(base, 0) + 1
        return f'"{base}.{number}"'

    def _declaration(self, value: ir.Value) -> tuple[str, str]:
        type = self.type(value)
        return self.text.declaration(type.shape, self.dtype(type))

    def _attributes(self, op: Op) -> str:
        marks = op.operation.attributes
        if not len(marks):
            return ""
        found = [key for key in marks if key.startswith(MARK_PREFIX)]
        return tensor_attributes({key: self.get(op, key) for key in found}) if found else ""

    # Statements

    def emit(
        self,
        op: Op,
        form: str,
        values: Mapping[str, Any],
        *,
        srcs: Sequence[int] | None = None,
        results: Sequence[ir.Value | Temporary] | None = None,
        header: bool = False,
    ) -> list[int]:
        """Prints one statement of `form` for `op` and the declarations of its results; gives their variables.

        `srcs` are tensor variables (default: the op's operands), `results` default to the op's results. A `header`
        has the debug location of a fusion as such.
        """
        shape = FORMS[form]
        if self.options.strict and shape.evidence_of(values) is OURS:
            raise Unsupported(
                "H2P030", f"the form `{form}` is this project's own; strict mode refuses it", "convert without --strict"
            )
        operation = op.operation
        if srcs is None:
            srcs = [self._variables[hash(operand)] for operand in operation.operands]
        if self._gaps and srcs and min(srcs) <= NO_TENSOR:
            raise _missing_source(srcs)
        targets = operation.results[:] if results is None else results
        tensor_first = shape.constructor.tensor_first
        variable = 0 if tensor_first else self.fresh()
        tensors = [self._tensor(op, target, len(targets)) for target in targets]
        if tensor_first:
            variable = self.fresh()
        for tensor in tensors:
            self.writers[tensor] = variable
        if header or shape.name == "lnc_sharding_constraint":
            location = self._special_location(operation, header)
        else:
            location = self._location(operation)
        attributes = self._frontend_attributes(op, shape) if self._prints_attributes else None
        call, pairs = self.text.call(shape), self.text.pairs(shape, values, attributes, self.profile.heavy_op_keyword)
        self.text.statement(variable, call, srcs, tensors, pairs, self.next_id, location)
        self.next_id += 1
        self.operations += 1
        if self._predecessors:
            self._print_dependencies(op, variable)
        self._last = shape, call, pairs
        return tensors

    def emit_by_signature(self, op: Op, head: str, emitter: Callable[[Op, Statements], None]) -> None:
        """Prints an op of one result: by `emitter` where it is the first of its signature, else like that one.

        The signature is `head`, which says what the op does, with its attributes and the types of its operands and
        its result. `emitter` prints one statement, of which nothing else decides anything but numbers and names.
        """
        operation = op.operation
        result = operation.result
        keys = [*map(hash, operation.operands)]
        type_key = hash(result.type)
        type_keys = self._type_keys
        try:
            signature: tuple[object, ...] = (head, type_key, *map(type_keys.__getitem__, keys))
        except KeyError:
            type_keys.update({hash(operand): hash(operand.type) for operand in operation.operands})
            signature = (head, type_key, *map(type_keys.__getitem__, keys))
        for name, attribute in operation.attributes.items():
            signature += (name, hash(attribute))
        key = hash(result)
        type_keys[key] = type_key
        pattern = self._patterns.get(signature)
        if pattern is None:
            emitter(op, self)
            assert self._last is not None, "the emitter has printed a statement"
            result_parts = _base(op), self._declaration(result), self._attributes(op)
            self._patterns[signature] = self.text.pattern(*self._last, *result_parts)
            return
        srcs = [*map(self._variables.__getitem__, keys)]
        if self._gaps and srcs and min(srcs) <= NO_TENSOR:
            raise _missing_source(srcs)
        name, variable, tensor = "", self._next_variable, self._variables.get(key)
        if tensor is None:
            name = self._result_name(key, pattern.base)
            if pattern.tensor_first:
                tensor, variable = variable, variable + 1
            else:
                tensor = variable + 1
            self._variables[key] = tensor
            self._next_variable += 1
        self._next_variable += 1
        self.writers[tensor] = variable
        place, instruction, hlo_id = self.decoder.debug_location(operation.location)
        id = self.next_id
        self.next_id = self.text.repeat(pattern, tensor, name, variable, srcs, id, place, instruction, hlo_id)
        self.operations += 1
        if self._predecessors:
            self._print_dependencies(op, variable)

    def constant(self, attribute: ir.Attribute, type: TensorType, result: ir.Value | None = None) -> int:
        """Prints a constant's declaration: its value inline where it is one value, else a reference to a file."""
        key = hash(attribute)
        found = self._single_values.get(key)
        if found is None:
            found = self._single_values[key] = self._single_value(attribute, type)
        head, declaration = found
        name, variable = self.name("constant"), self.fresh()
        if head:
            self.text.tensor_line(variable, f'"{name}"', declaration, self.next_id, "", head)
            self.next_id += 1
        else:
            file = f"{name}.npy"
            self.constants[file] = npy_array(attribute, type)
            self.declare(variable, name, type, init=file)
        if result is not None:
            self._variables[hash(result)] = variable
        return variable

    def _single_value(self, attribute: ir.Attribute, type: TensorType) -> tuple[str, tuple[str, str]]:
        """Head of a constant's line where its value is one value, else empty, and its declaration."""
        dtype = self.dtype(type)
        value = constant_value(attribute, type, self.profile.splat_constants == "single-value")
        declaration = self.text.declaration(type.shape, dtype)
        if value is None:
            return "", declaration
        return self.text.single_value(int(value) if dtype == "uint8" else value, dtype), declaration

    def _location(self, operation: ir.Operation) -> str:
        return self.text.debug_location(*self.decoder.debug_location(operation.location))

    def _special_location(self, operation: ir.Operation, header: bool) -> str:
        if header:
            return self.text.debug_location(("_fusion", "", 0), "", 0)
        return self._location(operation) if self.profile.lnc_debug_location else ""

    def _frontend_attributes(self, op: Op, form: Form) -> dict[str, str] | None:
        """Frontend attributes, which the MHLO printer prints on tensor ops, without those that an emitter prints."""
        if form.constructor.name != "NeuronTensorOp":
            return None
        attributes = self.get(op, "mhlo.frontend_attributes")
        if not attributes:
            return None
        return {k: v for k, v in attributes.items() if isinstance(v, str) and k not in CONSUMED}

    # Fusions

    @contextmanager
    def fusion(self, symbol: str, arguments: Mapping[ir.Value, ir.Value]) -> Generator[None]:
        """The inside of a fusion, where `arguments` of its body stand for the operands that it was given."""
        self.fusions.append(symbol)
        self._arguments.update(arguments)
        for argument, operand in arguments.items():
            self.bind(argument, self.operand(operand))
            if operand in self._predecessors:
                self._predecessors[argument] = self._predecessors[operand]
        try:
            yield
        finally:
            self.fusions.pop()

    def is_output(self, value: ir.Value) -> bool:
        """Whether `value` is what the program returns."""
        return hash(value) in self._output_names

    def pass_output_name(self, result: ir.Value, inner: ir.Value) -> None:
        """Gives an output's name to the value of a fusion's body that it is."""
        if name := self._output_names.get(hash(result)):
            self._output_names[hash(inner)] = name

    # Control dependencies

    def bind_control_dependency(self, call: Op) -> None:
        """Binds the result of an AwsNeuronControlDep call to its data operand, the last; the others come before."""
        *predecessors, data = call.operation.operands[:]
        result = call.operation.results[0]
        self.bind(result, self.operand(data))
        self._predecessors[result] = [*predecessors, *self._predecessors.get(data, ())]

    def _print_dependencies(self, op: Op, variable: int) -> None:
        """One edge from each predecessor that an op computes: arguments and constants have none."""
        for operand in op.operation.operands[:]:
            for predecessor in self._predecessors.get(operand, ()):
                edge = self.writers.get(self.operand(predecessor))
                if edge is not None and edge != variable:
                    self.text.dependency(edge, variable)

    # Diagnostics

    def place(self, op: Op) -> Place:
        """Where an op comes from."""
        where: Provenance = self.decoder.location(op.operation.location)
        name = "_".join(part for part in (where.op_name, where.instruction) if part)
        return Place(where.file, where.line, where.column, name)

    def remark(self, op: Op, name: str, message: str) -> None:
        """Says once per program, of the first op that it holds for, what the text leaves out."""
        if self.options.remarks and name not in self.remarks:
            self.remarks[name] = Remark("Analysis", "print", name, message, self.place(op))

    def refuse(self, op: Op, code: str, cause: str, help: str) -> None:
        """Notes a problem of `op`."""
        text = op.operation.get_asm(enable_debug_info=False, large_elements_limit=8, use_local_scope=True)
        line = text.strip().split("\n", 1)[0]
        self.problems.append(Diagnostic(code, cause, help, self.place(op), line[:200]))


def _base(op: Op) -> str:
    """The base of a result's name: the mnemonic, for a fusion of either dialect `fusion`."""
    name = kind(op)
    return "fusion" if name == "composite" else name.rpartition(".")[2]


def _missing_source(srcs: Sequence[int]) -> Exception:
    if BROKEN in srcs:
        return Skipped()
    return Unsupported("NCC_PYP055", "an operand is a token, which has no tensor", "rewrite the program without it")
