"""The one place that assembles a statement: variables, ids, names, destination tensors, dependency edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hlo2penguin.diagnostics import Diagnostic, Place
from hlo2penguin.forms import FORMS, Form
from hlo2penguin.forms.evidence import OURS
from hlo2penguin.forms.literals import quoted
from hlo2penguin.forms.text import Text
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder, Provenance, TensorType
from hlo2penguin.mlir.edit import definition
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.options import Options
from hlo2penguin.printer.tensors import DTYPES, constant_value, npy_array

__all__ = ["Op", "Statements", "Temporary", "Unsupported"]

Op = ir.OpView

UNNAMED = "UnnamedModule"
"""Name in the debug location of a statement that no instruction of the source stands for (real output)."""


class Unsupported(Exception):
    """An op that has no statement; the walk collects it and goes on."""

    def __init__(self, code: str, cause: str, help: str) -> None:
        super().__init__(cause)
        self.code, self.cause, self.help = code, cause, help


@dataclass(frozen=True, slots=True)
class Temporary:
    """A result that no value of the module stands for: a step of a printed decomposition."""

    type: TensorType
    base: str


class Statements:
    """A program's statements under construction.

    `variables` maps a value to the variable of its tensor, `op_variables` an op to its statement's variable.
    """

    def __init__(
        self,
        text: Text,
        decoder: Decoder,
        options: Options,
        output_names: Mapping[ir.Value, str],
    ) -> None:
        self.text = text
        self.decoder = decoder
        self.options = options
        self.profile = options.profile
        self.variables: dict[ir.Value, int] = {}
        self.op_variables: dict[ir.Operation, int] = {}
        self.constants: dict[str, np.ndarray] = {}
        self.problems: list[Diagnostic] = []
        self.next_id = 1
        self._output_names = output_names
        self._counts: Counter[str] = Counter()
        self._next_variable = 1
        self._heavy = self.profile.heavy_op_keyword
        self._predecessors: dict[ir.Value, list[ir.Value]] = {}

    # Values and types

    def type(self, value: ir.Value) -> TensorType:
        """Shape and MLIR element type of a value."""
        return self.decoder.type(value.type)

    def dtype(self, type: TensorType) -> str:
        """Printed dtype of a tensor type."""
        return self.profile.i1_dtype if type.dtype == "i1" else DTYPES[type.dtype]

    def operand(self, value: ir.Value) -> int:
        """Variable of the tensor that holds `value`."""
        return self.variables[value]

    def get(self, op: Op, name: str, default: Any = None) -> Any:
        """Attribute `name` of the op, decoded."""
        return self.decoder.get(op, name, default)

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
        self._counts[base] += 1
        return f"{base}.{self._counts[base]}"

    def declare(self, variable: int, name: str, type: TensorType, attributes: str = "", **more: Any) -> None:
        """Prints a tensor's declaration."""
        self.text.tensor(
            variable, name, type.shape, self.take_id(), self.dtype(type), attributes=attributes, **more
        )

    def _declare_results(self, op: Op, results: Sequence[ir.Value | Temporary], variables: Sequence[int]) -> None:
        base = kind(op) if len(results) == 1 else "get_tuple_element"
        for result, variable in zip(results, variables, strict=True):
            if isinstance(result, Temporary):
                self.declare(variable, self.name(result.base), result.type)
            elif result not in self.variables:
                self.variables[result] = variable
                name = self._output_names.get(result) or self.name(base)
                self.declare(variable, name, self.type(result), self._attributes(op))

    def _attributes(self, op: Op) -> str:
        marks = op.operation.attributes
        if not len(marks):
            return ""
        found = {key: self.get(op, key) for key in marks if key.startswith("neuron.")}
        return tensor_attributes({key: found[mark] for mark, key in _TENSOR_MARKS.items() if mark in found})

    # Statements

    def emit(
        self,
        op: Op,
        form: str,
        values: Mapping[str, Any],
        *,
        srcs: Sequence[int] | None = None,
        results: Sequence[ir.Value | Temporary] | None = None,
    ) -> list[int]:
        """Prints one statement of `form` for `op` and the declarations of its results; gives their variables.

        `srcs` are tensor variables (default: the op's operands), `results` default to the op's results.
        """
        shape = FORMS[form]
        if self.options.strict and shape.evidence_of(values) is OURS:
            raise Unsupported(
                "H2P030", f"the form `{form}` is this project's own; strict mode refuses it", "convert without --strict"
            )
        if srcs is None:
            srcs = [self.variables[operand] for operand in op.operation.operands]
        targets = list(op.operation.results) if results is None else results
        variable = -1 if shape.constructor.tensor_first else self.fresh()
        tensors = [
            self.variables[target] if not isinstance(target, Temporary) and target in self.variables else self.fresh()
            for target in targets
        ]
        if variable < 0:
            variable = self.fresh()
        self._declare_results(op, targets, tensors)
        self.op_variables[op.operation] = variable
        self.text.statement(
            shape,
            variable,
            srcs,
            tensors,
            values,
            self.take_id(),
            self._location(op, shape),
            frontend_attributes=self._frontend_attributes(op, shape),
            heavy_keyword=self._heavy,
        )
        if self._predecessors:
            self._print_dependencies(op, variable)
        return tensors

    def constant(self, op: Op, attribute: ir.Attribute, type: TensorType, result: ir.Value | Temporary) -> int:
        """Prints a constant's declaration: its value inline where it is one value, else a reference to a file."""
        variable = self.fresh()
        name = self.name("constant")
        if not isinstance(result, Temporary):
            self.variables[result] = variable
        value = constant_value(attribute, type, self.profile.splat_constants == "single-value")
        if value is not None:
            if self.profile.i1_dtype == "uint8" and isinstance(value, bool):
                value = int(value)
            self.declare(variable, name, type, value=value)
        else:
            file = f"{name}.npy"
            self.constants[file] = npy_array(attribute, type)
            self.declare(variable, name, type, init=file)
        return variable

    def _location(self, op: Op, form: Form) -> str:
        if form.name == "lnc_sharding_constraint" and not self.profile.lnc_debug_location:
            return ""
        if form.name == "fusion":
            return self.text.debug_location("_fusion", "", 0, 0)
        where = self.decoder.location(op.operation.location)
        name = f"{where.op_name}_{where.instruction}" if where.instruction else where.op_name or UNNAMED
        if where.in_input:
            return self.text.debug_location(name, "", 0, where.hlo_id)
        return self.text.debug_location(name, where.file, where.line, where.hlo_id)

    def _frontend_attributes(self, op: Op, form: Form) -> dict[str, str] | None:
        if self.text.style.printer != "mhlo" or form.constructor.name != "NeuronTensorOp":
            return None
        attributes = self.get(op, "mhlo.frontend_attributes")
        if not attributes:
            return None
        return {k: v for k, v in attributes.items() if isinstance(v, str) and k not in _CONSUMED}

    # Control dependencies

    def bind_control_dependency(self, call: Op) -> None:
        """Binds the result of an AwsNeuronControlDep call to its data operand, the last; the others come before."""
        *predecessors, data = call.operation.operands
        result = call.operation.results[0]
        self.variables[result] = self.variables[data]
        self._predecessors[result] = [*predecessors, *self._predecessors.get(data, ())]

    def _print_dependencies(self, op: Op, variable: int) -> None:
        for operand in op.operation.operands:
            for predecessor in self._predecessors.get(operand, ()):
                before = definition(predecessor)
                if before is not None and (edge := self.op_variables.get(before.operation)) is not None:
                    self.text.dependency(edge, variable)

    # Diagnostics

    def place(self, op: Op) -> Place:
        """Where an op comes from."""
        where: Provenance = self.decoder.location(op.operation.location)
        name = "_".join(part for part in (where.op_name, where.instruction) if part)
        return Place(where.file, where.line, where.column, name)

    def refuse(self, op: Op, code: str, cause: str, help: str) -> None:
        """Notes a problem of `op`."""
        text = op.operation.get_asm(enable_debug_info=False, large_elements_limit=8, use_local_scope=True)
        line = text.strip().split("\n", 1)[0]
        self.problems.append(Diagnostic(code, cause, help, self.place(op), line[:200]))


_CONSUMED = frozenset(
    "stream_id collective_type cc_type_hint lhs_zero_point rhs_zero_point grad_x grad_y has_control_deps "
    "neff_input_names".split()
)
"""Frontend attributes that an emitter prints itself or that concern later stages."""

_TENSOR_MARKS = {
    "neuron.CrossPassTensor": "CrossPassTensor",
    "neuron.non_local": "non_local",
    "neuron.no_opt": "no-opt",
    "neuron.remat.value": "remat.value",
    "neuron.transposable": "transposable",
    "neuron.actual_shape": "actual_shape",
}
"""Discardable attribute of an op to the key in its results' attribute dict, in printed order."""


def tensor_attributes(entries: Mapping[str, Any]) -> str:
    """The attribute dict of a tensor: flags are `True` or `False`, CrossPassTensor has an empty text."""
    texts: list[str] = []
    for key, value in entries.items():
        if key == "CrossPassTensor":
            value = ""
        elif key == "non_local":
            value = True
        texts.append(f"{quoted(key)}: {value if isinstance(value, bool) else quoted(str(value), chr(34))}")
    return f"{{{', '.join(texts)}}}" if texts else ""
