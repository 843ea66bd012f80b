"""Text to model, by the grammar of the forms. Nothing of the text is executed or imported.

The reader takes each line by itself, resolves variables, and in the end writes the program again: a line that is not
what the writer puts there is refused. So `write(read(text)) == text` holds by construction, the one place that knows
where an import goes is `forms.text`, and a deviation of a foreign dump shows as a located error instead of a silent
change.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable

from hlo2penguin.collector import no_collection
from hlo2penguin.diagnostics import Diagnostic, Place, Refused
from hlo2penguin.forms.constructors import DEPENDENCY
from hlo2penguin.forms.literals import unescape
from hlo2penguin.penguin.decode import Decoder
from hlo2penguin.penguin.deviation import deviation
from hlo2penguin.penguin.explain import Problem, explain
from hlo2penguin.penguin.grammar import INPUT_MODULES, OP, SKELETON, TENSOR, WEIGHT_LOAD, LiteralProblem
from hlo2penguin.penguin.model import Alias, DebugLocation, DependencyEdge, Function, Op, Tensor
from hlo2penguin.penguin.source import excerpt, lines_of, load, place_of
from hlo2penguin.penguin.writer import write

__all__ = ["MAX_PROBLEMS", "read", "read_text"]

MAX_PROBLEMS = 50
"""Problems of one text that are reported; reading stops there."""


def read(source: str | os.PathLike[str], name: str | None = None) -> Function:
    """The program in `source`: a path, or the text itself (a string with a newline in it).

    `name` is the file's name in diagnostics. Raises Refused with every problem found (codes H2P101 to H2P129).
    """
    if isinstance(source, str) and "\n" in source:
        return read_text(source, name or "<text>")
    shown = os.fspath(source) if name is None else name
    return read_text(load(source, shown), shown)


def read_text(text: str, name: str = "<text>") -> Function:
    """The program that `text` holds; see `read`."""
    lines = lines_of(text, name)
    with no_collection():
        reader = _Reader(name)
        reader.read(lines)
        if reader.problems:
            raise Refused(reader.problems)
        function = reader.function()
        if (written := write(function)) != text:
            raise Refused(deviation(lines, written, name))
        return function


class _Enough(Exception):
    """The limit of reported problems is reached."""


class _Reader:
    """One pass over the lines."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.problems: list[Diagnostic] = []
        self.imports: dict[str, str] = {}
        self.decoder = Decoder(self.imports)
        self.head: tuple[str | None, int, str | None] | None = None
        self.early_dependency = False
        self.tensors: dict[str, Tensor] = {}
        self.ops: dict[str, Op] = {}
        self.broken: set[str] = set()
        self.result = Function(None, 0, None, source=name)
        self.once: set[str] = set()

    def read(self, lines: list[str]) -> None:
        """Takes in every line; problems are noted."""
        tensor, op = TENSOR.fullmatch, OP.fullmatch
        number = 0
        try:
            for number, line in enumerate(lines, 1):
                try:
                    if (match := tensor(line)) is not None:
                        self._tensor(number, line, match)
                    elif (match := op(line)) is not None:
                        self._op(number, line, match)
                    elif line not in WEIGHT_LOAD:
                        self._other(number, line)
                except LiteralProblem as problem:
                    self._unreadable(number, line, [(problem.code, problem.at + 1, problem.cause, "")])
            if self.head is None:
                self._refuse("H2P114", len(lines), 0, "", "the program has no Function statement")
        except _Enough:
            cause = f"reading stopped after {MAX_PROBLEMS} problems"
            self.problems.append(Diagnostic("H2P129", cause, place=Place(self.name, number), severity="note"))

    def function(self) -> Function:
        """What was read."""
        result = self.result
        if self.head is not None:
            result.model_type, result.mac_count, result.metrics = self.head
        result.style = self.decoder.style
        result.control_dependencies = self.early_dependency
        if "closing_id" not in self.once and result.statements:
            result.next_id = result.statements[-1].id + 1
        return result

    # Statements

    def _tensor(self, number: int, line: str, match: re.Match[str]) -> None:
        variable, value, name, shape, id, rest = match.groups()
        try:
            type = self.decoder.tensor_type(shape, rest)
        except LiteralProblem as problem:
            problem.at += match.start(6)
            raise
        if type is None:
            self._unreadable(number, line, explain(line, self.imports))
            return
        if "\\" in name:
            name = _unescape(name, match.start(3))
        number_value = None
        if value is not None:
            try:
                number_value = self.decoder.value(value)
            except LiteralProblem as problem:
                problem.at = match.start(2)
                raise
        attrs = dict(type.attrs) if type.attrs else {}
        tensor = Tensor(
            int(variable[1:]), int(id), name, type.shape, type.dtype, type.view, attrs, type.init, number_value, number
        )
        self._define(number, line, variable)
        self.tensors[variable] = tensor
        self.result.statements.append(tensor)

    def _op(self, number: int, line: str, match: re.Match[str]) -> None:
        variable, constructor, srcs, dsts, pairs, id, name, file, where, hlo_id, parent, kernel = match.groups()
        try:
            found = self.decoder.pairs(constructor, pairs)
        except LiteralProblem as problem:
            problem.at += match.start(5)
            raise
        if found is None:
            self._unreadable(number, line, explain(line, self.imports))
            return
        location = None
        if name is not None:
            if not self.decoder.printer:
                self.decoder.printer = "mhlo" if file is None else "stablehlo"
            if "\\" in line:
                name, file, parent, kernel = (
                    _unescape(text, match.start(group)) if text is not None else None
                    for text, group in ((name, 7), (file, 8), (parent, 11), (kernel, 12))
                )
            location = DebugLocation(name or "", file or "", int(where), 0, int(hlo_id), parent, kernel)
        op = Op(
            int(variable[1:]),
            int(id),
            found.form,
            self._operands(number, line, srcs, match.start(3)),
            self._operands(number, line, dsts, match.start(4)),
            dict(found.values),
            location,
            dict(found.frontend_attributes) if found.frontend_attributes else {},
            found.heavy_keyword,
            (),
            number,
        )
        self._define(number, line, variable)
        self.ops[variable] = op
        self.result.statements.append(op)

    def _operands(self, number: int, line: str, text: str, start: int) -> tuple[Tensor, ...]:
        if not text:
            return ()
        names = text.split(", ")
        try:
            return tuple([self.tensors[name] for name in names])
        except KeyError:
            at = start
            for name in names:
                if name not in self.tensors:
                    self._undefined(number, line, at, name, "a tensor")
                at += len(name) + 2
            return tuple(self.tensors[name] for name in names if name in self.tensors)

    def _other(self, number: int, line: str) -> None:
        for kind, take in _TAKES.items():
            match = SKELETON[kind].fullmatch(line)
            if match is not None:
                take(self, number, line, match)
                return
        self._unreadable(number, line, explain(line, self.imports))

    # Lines of the skeleton, one method each

    def take_import(self, number: int, line: str, match: re.Match[str]) -> None:
        path, alias = match.groups()
        if path not in INPUT_MODULES:
            cause = f"{excerpt(path)} is no module that programs import"
            self._refuse("H2P113", number, match.start(1) + 1, line, cause)
        elif alias in self.imports:
            self._refuse("H2P111", number, match.start(2) + 1, line, f"{alias} is imported twice")
        else:
            self.imports[alias] = path
            self.early_dependency |= path == DEPENDENCY and self.head is None

    def take_function(self, number: int, line: str, match: re.Match[str]) -> None:
        model_type, mac_count, metrics = match.groups()
        if metrics is not None:
            metrics = _unescape(metrics[1:-1], match.start(3), "'")
            if not metrics.startswith("hlo-metrics="):
                raise LiteralProblem("H2P107", "the third attribute is not hlo-metrics", match.start(3))
            metrics = metrics.removeprefix("hlo-metrics=")
        if self.head is not None:
            self._refuse("H2P114", number, 1, line, "the program has a second Function statement")
        self.head = (model_type, int(mac_count), metrics)

    def take_input(self, number: int, line: str, match: re.Match[str]) -> None:
        if (tensor := self._tensor_of(number, line, match)) is None:
            return
        if match[2]:
            self.result.parameters.add(len(self.result.inputs))
        self.result.inputs.append(tensor)

    def take_output(self, number: int, line: str, match: re.Match[str]) -> None:
        if (tensor := self._tensor_of(number, line, match)) is not None:
            self.result.outputs.append(tensor)

    def take_alias(self, number: int, line: str, match: re.Match[str]) -> None:
        output, input = (_unescape(match[group], match.start(group)) for group in (1, 2))
        kind = "must" if match[3] == "must" else "may"
        self.result.aliases.append(Alias(output, input, kind, number))

    def take_kernel_alias(self, number: int, line: str, match: re.Match[str]) -> None:
        tensors = self._operands(number, line, match[2], match.start(2))
        if (op := self._op_of(number, line, match, 1)) is not None:
            op.aliases = tensors

    def take_edge(self, number: int, line: str, match: re.Match[str]) -> None:
        for group in (2, 5):
            if self.imports.get(match[group]) != DEPENDENCY:
                cause = f"{match[group]} is not the module of dependency edges"
                self._refuse("H2P113", number, match.start(group) + 1, line, cause)
        self._op_of(number, line, match, 1)
        src, dst = self._op_of(number, line, match, 3), self._op_of(number, line, match, 4)
        if src is not None and dst is not None:
            self.result.edges.append(DependencyEdge(src.var, dst.var, number))

    def take_closing_id(self, number: int, line: str, match: re.Match[str]) -> None:
        self._only_once(number, line, "closing_id")
        self.result.next_id = int(match[1])

    def take_last(self, number: int, line: str, _: re.Match[str]) -> None:
        self._only_once(number, line, "last")

    # Variables

    def _define(self, number: int, line: str, variable: str) -> None:
        if variable in self.tensors or variable in self.ops or variable == "v0":
            self._refuse("H2P111", number, 1, line, f"{variable} is defined twice")

    def _tensor_of(self, number: int, line: str, match: re.Match[str]) -> Tensor | None:
        found = self.tensors.get(match[1])
        if found is None:
            self._undefined(number, line, match.start(1), match[1], "a tensor")
        return found

    def _op_of(self, number: int, line: str, match: re.Match[str], group: int) -> Op | None:
        found = self.ops.get(match[group])
        if found is None:
            self._undefined(number, line, match.start(group), match[group], "an op")
        return found

    def _undefined(self, number: int, line: str, at: int, variable: str, wanted: str) -> None:
        if variable in self.broken:
            return
        if variable in self.tensors or variable in self.ops or variable == "v0":
            is_a = "a tensor" if variable in self.tensors else "an op" if variable in self.ops else "the Function"
            cause = f"{variable} is {is_a}; this place takes the variable of {wanted}"
            self._refuse("H2P112", number, at + 1, line, cause)
        else:
            self._refuse("H2P110", number, at + 1, line, f"{variable} is not defined before this line")

    # Problems

    def _only_once(self, number: int, line: str, kind: str) -> None:
        if kind in self.once:
            self._refuse("H2P114", number, 1, line, f"`{line}` stands here for the second time")
        self.once.add(kind)

    def _unreadable(self, number: int, line: str, problems: list[Problem]) -> None:
        """Notes why a line is refused, and its variable, so that uses of it are not refused too."""
        if (target := re.match(r"v\d+(?= = )", line)) is not None:
            self.broken.add(target[0])
        for code, column, cause, help in problems:
            self._refuse(code, number, column, line, cause, help)

    def _refuse(self, code: str, number: int, column: int, line: str, cause: str, help: str = "") -> None:
        self.problems.append(Diagnostic(code, cause, help, place_of(self.name, number, column, line)))
        if len(self.problems) >= MAX_PROBLEMS:
            raise _Enough


_TAKES: dict[str, Callable[[_Reader, int, str, re.Match[str]], None]] = {
    "import": _Reader.take_import,
    "function": _Reader.take_function,
    "input": _Reader.take_input,
    "output": _Reader.take_output,
    "alias": _Reader.take_alias,
    "kernel_alias": _Reader.take_kernel_alias,
    "edge": _Reader.take_edge,
    "closing_id": _Reader.take_closing_id,
    "last": _Reader.take_last,
}


def _unescape(text: str, at: int, quote: str = '"') -> str:
    try:
        return unescape(text, quote)
    except ValueError as error:
        raise LiteralProblem("H2P107", str(error), at) from None
