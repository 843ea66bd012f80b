"""Assembly of a program's text: skeleton lines, tensors, statements, imports on demand.

The printer (from MLIR) and the writer (from the model) both build their text here, so that a line is put together
in one place. Pieces are joined once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hlo2penguin.forms.callables import MODULES
from hlo2penguin.forms.constructors import DEPENDENCY, HEADER_MODULES, SUPPORT
from hlo2penguin.forms.form import Form
from hlo2penguin.forms.literals import Spelling, dtype_text, escape, number_text, quoted, tuple_text

__all__ = ["PLAIN", "Pattern", "Style", "Text", "layout"]

PrinterName = Literal["stablehlo", "mhlo"]


@dataclass(frozen=True, slots=True)
class Style:
    """What may differ between two programs' spelling: the printer variant and two profile fields."""

    printer: PrinterName = "stablehlo"
    list_separator: str = ","
    window_brackets: str = "()"


@dataclass(frozen=True, slots=True)
class Pattern:
    """What an op's statement and the line of its one result have in common with others, ready for printing.

    `base` begins the result's name; `before_id` and `after_id` stand round its id, `call` and `pairs` round the
    statement's sources and destination. `tensor_first`: the result's variable comes before the statement's.
    """

    base: str
    before_id: str
    after_id: str
    call: str
    pairs: str
    tensor_first: bool


PLAIN = "m0.Tensor("
"""How a tensor's line begins that has no value."""
_LAYOUTS = ("N", "N", "NC", "NHC", "NHWC")


def layout(rank: int) -> str:
    """Layout string by rank: N, N, NC, NHC, NHWC, then empty."""
    return _LAYOUTS[rank] if rank < len(_LAYOUTS) else ""


class Text:
    """A program's text under construction."""

    def __init__(self, style: Style, control_dependencies: bool = False) -> None:
        self.style = style
        self._pieces: list[str] = []
        self._aliases: dict[str, str] = {}
        self._type_texts: dict[tuple[tuple[int, ...], str], tuple[str, str]] = {}
        self._references: dict[str, str] = {}
        self._places: dict[tuple[str, str, int], tuple[str, str]] = {}
        self._calls: dict[str, str] = {}
        self._pairs: dict[tuple[Any, ...], str] = {}
        for path in HEADER_MODULES:
            self.alias(path)
        self._aliases[MODULES["np"]] = "np"
        self._pieces.append("import numpy as np\n")
        if control_dependencies:
            self.alias(DEPENDENCY)
        self.spelling = Spelling("", style.list_separator, style.window_brackets, self.reference)

    def alias(self, path: str) -> str:
        """The program's name for a module; the first request prints the import."""
        found = self._aliases.get(path)
        if found is None:
            found = self._aliases[path] = f"m{len(self._aliases)}"
            self._pieces.append(f"import {path} as {found}\n")
        return found

    def reference(self, callable: str) -> str:
        """Text of a function reference by its key (`np.exp`, `ir.iota`, `scipy.special.erf`)."""
        found = self._references.get(callable)
        if found is None:
            prefix, _, name = callable.rpartition(".")
            found = self._references[callable] = f"{self.alias(MODULES[prefix])}.{name}"
        return found

    def function(self, model_type: str | None, mac_count: int, metrics: str | None) -> None:
        """The Function statement and the definition of weight_load."""
        items = (f'"model-type={model_type}",' if model_type else "") + f'"mac-count={mac_count}",'
        if metrics is not None:
            items += quoted(f"hlo-metrics={metrics}")
        self._pieces.append(
            f"v0 = m0.Function(id_=0, batch_ids=[], attrs=({items}))\n"
            "def weight_load(p):\n  t = np.load(p)\n  return t\n"
        )

    def _start_tensor(self) -> None:
        support = self.alias(SUPPORT)
        self.spelling = Spelling(support, self.style.list_separator, self.style.window_brackets, self.reference)

    def tensor(
        self,
        var: int,
        name: str,
        shape: tuple[int, ...],
        id: int,
        dtype: str,
        *,
        attributes: str = "",
        init: str | None = None,
        value: float | None = None,
    ) -> None:
        """A Tensor line; a SingleValueTensor line where `value` is given; `init` names a constant's file.

        `dtype` is a numpy-style name (`float32`, `bfloat16`), `attributes` the text of the attribute dict or empty.
        """
        declaration = self.declaration(shape, dtype)
        if init is not None:
            before_id, after_id = declaration
            after_id = after_id.replace(", view=", f", init=weight_load({quoted(init, chr(34))}), view=", 1)
            declaration = before_id, after_id
        head = PLAIN if value is None else self.single_value(value, dtype)
        self.tensor_line(var, quoted(name, '"'), declaration, id, attributes, head)

    def single_value(self, value: float, dtype: str) -> str:
        """The head of a tensor of one value."""
        text = number_text(value)
        if dtype == "float32":
            text = f"{self.spelling.support}.dtype.static_cast({text}, np.float32)"
        return f"m0.SingleValueTensor(value={text}, "

    def tensor_line(
        self, var: int, name: str, declaration: tuple[str, str], id: int, attributes: str = "", head: str = PLAIN
    ) -> None:
        """A tensor's line from its name as a literal, the texts round its id, and the text before its name."""
        before_id, after_id = declaration
        tail = f"attrs={attributes})\n" if attributes else ")\n"
        self._pieces.append(f"v{var} = {head}name={name}, {before_id}{id}{after_id}{tail}")

    def declaration(self, shape: tuple[int, ...], dtype: str) -> tuple[str, str]:
        """What stands before and after the id of a tensor; the first request prints the import of dtypes."""
        texts = self._type_texts.get((shape, dtype))
        if texts is None:
            if not self.spelling.support:
                self._start_tensor()
            texts = self._type_texts[shape, dtype] = self._texts_of_type(shape, dtype)
        return texts

    def _texts_of_type(self, shape: tuple[int, ...], dtype: str) -> tuple[str, str]:
        shape_text = tuple_text(shape)
        identity = tuple_text(tuple(range(len(shape))))
        return (
            f"shape={shape_text}, parent=v0, id=",
            f", dtype={dtype_text(dtype, self.spelling.support)}, view=m0.TensorView(shape={shape_text}, "
            f'layout="{layout(len(shape))}", transpose={identity}), ',
        )

    def mark_input(self, var: int, is_parameter: bool = False) -> None:
        """`v0.markInput(v1)`."""
        self._pieces.append(f"v0.markInput(v{var}{', is_parameter_tensor=True' if is_parameter else ''})\n")

    def debug_location(self, place: tuple[str, str, int], instruction: str, hlo_id: int) -> str:
        """`dl=m1.DebugLocation(…)`; `place` is the beginning of the name, which `instruction` completes, file and line.

        The MHLO printer prints no file.
        """
        before, after = self._places.get(place) or self._texts_of_place(place)
        instruction = escape(instruction, '"')
        return f"{before}{instruction}{after}{hlo_id})"

    def _texts_of_place(self, place: tuple[str, str, int]) -> tuple[str, str]:
        name, file, line = place
        where = "" if self.style.printer == "mhlo" else f"file={quoted(file, chr(34))}, "
        before = f'dl=m1.DebugLocation(tensor_op_name="{escape(name, chr(34))}'
        texts = self._places[place] = before, f'", {where}line={line}, column=0, hlo_id='
        return texts

    def call(self, form: Form) -> str:
        """What is called to build a statement; the first request prints the import."""
        found = self._calls.get(form.name)
        if found is None:
            constructor = form.constructor
            found = self._calls[form.name] = f"{self.alias(constructor.module)}.{constructor.name}"
        return found

    def pairs(
        self,
        form: Form,
        values: Mapping[str, Any],
        frontend_attributes: Mapping[str, str] | None = None,
        heavy_keyword: bool = False,
    ) -> str:
        """The `key=value` pairs of a statement, each followed by a comma; imports that they need are printed."""
        pairs = self._pairs_text(form, values)
        if heavy_keyword and form.heavy:
            pairs = f'op="NeuronTensorOp", {pairs}'
        if frontend_attributes:
            entries = ",".join(f"{quoted(key)}:{quoted(value)}" for key, value in sorted(frontend_attributes.items()))
            pairs = f"frontend_attributes = {{{entries}}}, {pairs}"
        return pairs

    def _pairs_text(self, form: Form, values: Mapping[str, Any]) -> str:
        """Put together once for equal values where that can be told."""
        if not form.by_value:
            return "".join([f"{pair}, " for pair in form.pairs(values, self.spelling)])
        key = form.name, *values.items()
        found = self._pairs.get(key)
        if found is None:
            found = self._pairs[key] = "".join([f"{pair}, " for pair in form.pairs(values, self.spelling)])
        return found

    def statement(
        self, var: int, call: str, srcs: Sequence[int], dsts: Sequence[int], pairs: str, id: int, location: str
    ) -> None:
        """One op statement: `v3 = m8.NeuronTensorOp(srcs=[…], dsts=[…], <pairs>, id=4, parent=v0, dl=…)`.

        Its destination tensors must have been printed, `call` and `pairs` asked for before.
        """
        sources = ", ".join([f"v{src}" for src in srcs])
        targets = f"v{dsts[0]}" if len(dsts) == 1 else ", ".join([f"v{dst}" for dst in dsts])
        end = f", {location})" if location else ")"
        self._pieces.append(f"v{var} = {call}(srcs=[{sources}], dsts=[{targets}], {pairs}id={id}, parent=v0{end}\n")

    def pattern(
        self, form: Form, call: str, pairs: str, base: str, declaration: tuple[str, str], attributes: str
    ) -> Pattern:
        """The pattern of an op that has been printed."""
        before_id, after_id = declaration
        tail = f"attrs={attributes})\n" if attributes else ")\n"
        first = form.constructor.tensor_first
        return Pattern(base, before_id, f"{after_id}{tail}", f" = {call}(srcs=[", f"], {pairs}id=", first)

    def repeat(
        self,
        pattern: Pattern,
        tensor: int,
        name: str,
        var: int,
        srcs: Sequence[int],
        id: int,
        place: tuple[str, str, int],
        instruction: str,
        hlo_id: int,
    ) -> int:
        """A tensor's line, from its name as a literal, and the statement that writes it; gives the next id.

        No line where the name is empty. The same as `tensor_line`, `debug_location` and `statement`, in one piece:
        nearly every op prints here, and three calls cost as much as the text.
        """
        line = ""
        if name:
            line = f"v{tensor} = {PLAIN}name={name}, {pattern.before_id}{id}{pattern.after_id}"
            id += 1
        before, after = self._places.get(place) or self._texts_of_place(place)
        instruction = escape(instruction, '"')
        sources = f"v{srcs[0]}, v{srcs[1]}" if len(srcs) == 2 else ", ".join([f"v{src}" for src in srcs])
        self._pieces.append(
            f"{line}v{var}{pattern.call}{sources}], dsts=[v{tensor}{pattern.pairs}{id}, parent=v0, "
            f"{before}{instruction}{after}{hlo_id}))\n"
        )
        return id + 1

    def dependency(self, src: int, dst: int) -> None:
        """An ORDERED edge from op variable `src` to op variable `dst`."""
        module = self.alias(DEPENDENCY)
        self._pieces.append(
            f"v{dst}.add_dep_edge({module}.DependencyEdge(src=v{src}, dst=v{dst}, idx_map=[], "
            f"kind={module}.EdgeKind.ORDERED, predicates=[]))\n"
        )

    def kernel_aliases(self, var: int, tensors: Sequence[int]) -> None:
        """`v48.aliasTensors(input=[v2])` of a native kernel."""
        self._pieces.append(f"v{var}.aliasTensors(input=[{', '.join([f'v{tensor}' for tensor in tensors])}])\n")

    def alias_tensors(self, output: str, input: str, kind: str) -> None:
        """`v0.aliasTensors("output0", "input0", "must")`."""
        names = f"{quoted(output, chr(34))}, {quoted(input, chr(34))}, {quoted(kind, chr(34))}"
        self._pieces.append(f"v0.aliasTensors({names})\n")

    def mark_output(self, var: int) -> None:
        """`v0.markOutput(v3)`."""
        self._pieces.append(f"v0.markOutput(v{var})\n")

    def finish(self, next_id: int) -> str:
        """The whole text, after the two closing lines. Nothing can be added any more."""
        pieces, self._pieces = self._pieces, []
        pieces.append(f"v0.id={next_id}\nir=v0\n")
        return "".join(pieces)
