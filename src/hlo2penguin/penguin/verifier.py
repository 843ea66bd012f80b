"""The rules that a program keeps beyond its grammar: single writers, order, ids, names, aliases, and those of forms."""

from __future__ import annotations

from math import prod

from hlo2penguin.diagnostics import Diagnostic, Place
from hlo2penguin.forms.text import layout
from hlo2penguin.penguin.model import Function, Op, Tensor
from hlo2penguin.penguin.rules import problems_of
from hlo2penguin.penguin.values import fits

__all__ = ["verify"]

_HEADER = "fusion"


def verify(function: Function) -> list[Diagnostic]:
    """Every violation in `function`, in the order of its lines; an empty list for a sound program.

    Codes H2P150 to H2P174, each with its own test. A fusion header declares its destinations and writes nothing.
    """
    check = _Check(function)
    check.variables_and_ids()
    check.tensors()
    check.dataflow()
    check.marks()
    check.aliases()
    check.edges()
    for op in function.ops:
        for code, cause in problems_of(op):
            check.report(code, f"{op.form.name}: {cause}", op)
    return sorted(check.found, key=lambda diagnostic: diagnostic.place.line)


class _Check:
    def __init__(self, function: Function) -> None:
        self.function = function
        self.found: list[Diagnostic] = []
        self.known = {id(tensor) for tensor in function.tensors}
        self.inputs = {id(tensor) for tensor in function.inputs}

    def report(self, code: str, cause: str, at: Tensor | Op | int) -> None:
        line = at if isinstance(at, int) else at.line
        name = ""
        if isinstance(at, Tensor):
            name = at.name
        elif isinstance(at, Op) and at.location is not None:
            name = at.location.tensor_op_name
        self.found.append(Diagnostic(code, cause, place=Place(self.function.source, line, 0, name)))

    def variables_and_ids(self) -> None:
        variables = {0}
        last = 0
        for statement in self.function.statements:
            if statement.var in variables:
                self.report("H2P159", f"variable v{statement.var} is taken already", statement)
            variables.add(statement.var)
            if statement.id <= last:
                self.report("H2P156", f"id {statement.id} follows id {last}", statement)
            last = max(last, statement.id)
        if self.function.next_id != last + 1:
            cause = f"the closing id is {self.function.next_id}; the last id is {last}"
            self.report("H2P157", cause, self._last_line())

    def _last_line(self) -> int:
        return max((statement.line for statement in self.function.statements[-1:]), default=0)

    def tensors(self) -> None:
        names: set[str] = set()
        for tensor in self.function.tensors:
            if tensor.name in names:
                self.report("H2P158", f"the name {tensor.name} is taken already", tensor)
            names.add(tensor.name)
            rank = len(tensor.shape)
            view = tensor.view
            if view.shape != tensor.shape or view.transpose != tuple(range(rank)) or view.layout != layout(rank):
                self.report("H2P164", f"view of {tensor.name} is not the plain one of shape {tensor.shape}", tensor)
            if tensor.value is not None and not fits(tensor.value, tensor.dtype):
                self.report("H2P165", f"{tensor.value!r} is no value of {tensor.dtype}", tensor)

    def dataflow(self) -> None:
        """Declared before the op, written once, written before use."""
        declared: set[int] = set()
        written = set(self.inputs)
        writers: dict[int, Op] = {}
        for statement in self.function.statements:
            if isinstance(statement, Tensor):
                declared.add(id(statement))
                if statement.is_constant:
                    written.add(id(statement))
                continue
            self._sources(statement, declared, written)
            for tensor in statement.dsts:
                if id(tensor) not in declared:
                    self.report("H2P151", f"destination {tensor.name} is not declared before the op", statement)
                if statement.form.name == _HEADER:
                    continue
                if id(tensor) in self.inputs or tensor.is_constant:
                    what = "a constant" if tensor.is_constant else "an input"
                    self.report("H2P154", f"{tensor.name} is {what} and written here", statement)
                elif id(tensor) in writers:
                    first = writers[id(tensor)].line
                    self.report("H2P152", f"{tensor.name} has a writer already, in line {first}", statement)
                writers.setdefault(id(tensor), statement)
                written.add(id(tensor))
        for tensor in self.function.tensors:
            if id(tensor) not in written:
                self.report("H2P153", f"{tensor.name} is neither input nor constant, and no op writes it", tensor)

    def _sources(self, op: Op, declared: set[int], written: set[int]) -> None:
        for tensor in op.srcs:
            if id(tensor) not in declared:
                self.report("H2P150", f"source {tensor.name} is not declared before the op", op)
            elif id(tensor) not in written:
                self.report("H2P155", f"source {tensor.name} is read before it is written", op)
        sources = {id(tensor) for tensor in op.srcs}
        for tensor in op.aliases:
            if id(tensor) not in sources:
                self.report("H2P166", f"{tensor.name} is aliased and is no source of the op", op)

    def marks(self) -> None:
        for what, tensors in (("input", self.function.inputs), ("output", self.function.outputs)):
            for tensor in tensors:
                if id(tensor) not in self.known:
                    self.report("H2P160", f"{what} {tensor.name} is not declared in the function", tensor)
        seen: set[int] = set()
        for tensor in self.function.inputs:
            if id(tensor) in seen:
                self.report("H2P160", f"input {tensor.name} is marked twice", tensor)
            seen.add(id(tensor))
        for index in self.function.parameters:
            if not 0 <= index < len(self.function.inputs):
                self.report("H2P160", f"there is no input {index} to be a parameter", 0)

    def aliases(self) -> None:
        outputs = {tensor.name: tensor for tensor in self.function.outputs}
        inputs = {tensor.name: tensor for tensor in self.function.inputs}
        for alias in self.function.aliases:
            output, input = outputs.get(alias.output), inputs.get(alias.input)
            if output is None:
                self.report("H2P161", f"no output is named {alias.output}", alias.line)
            if input is None:
                self.report("H2P161", f"no input is named {alias.input}", alias.line)
            if output is None or input is None:
                continue
            # Real programs alias outputs to inputs of other shapes: what is shared is storage.
            if (prod(output.shape), output.dtype) != (prod(input.shape), input.dtype):
                self.report("H2P162", f"{_type(output)} cannot share storage with {_type(input)}", alias.line)

    def edges(self) -> None:
        positions = {op.var: position for position, op in enumerate(self.function.ops)}
        for edge in self.function.edges:
            src, dst = positions.get(edge.src), positions.get(edge.dst)
            if src is None or dst is None:
                self.report("H2P163", f"v{edge.src if src is None else edge.dst} is no op of the function", edge.line)
            elif src >= dst:
                self.report("H2P163", f"v{edge.dst} stands before v{edge.src}, which has to run first", edge.line)


def _type(tensor: Tensor) -> str:
    return f"{tensor.name} {tensor.dtype}{list(tensor.shape)}"
