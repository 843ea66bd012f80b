"""The grammar as regular expressions: one per form, built from the forms, and one per line of the skeleton.

Every repetition is possessive or starts with a character that ends the one before, so matching is linear in the line.
Spacing that these expressions let through is settled by the reader, which writes the program again and compares.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hlo2penguin.forms import FORMS, Form
from hlo2penguin.forms.callables import CALLABLES, MODULES
from hlo2penguin.forms.constructors import DEPENDENCY, HEADER_MODULES, SUPPORT, XLA_FRONTEND
from hlo2penguin.forms.form import Keyword
from hlo2penguin.forms.literals import LITERALS, Literal, Spelling, unescape

__all__ = [
    "DOUBLE",
    "FORM_PATTERNS",
    "INPUT_MODULES",
    "NUMBER",
    "OP",
    "SINGLE",
    "SKELETON",
    "TAG",
    "TENSOR",
    "TENSOR_ATTRIBUTE",
    "TENSOR_TYPE",
    "WEIGHT_LOAD",
    "FormPattern",
    "LiteralProblem",
    "candidates",
    "fixed_text",
    "parse_literal",
]

SINGLE = LITERALS["single"].pattern
DOUBLE = LITERALS["double"].pattern
NUMBER = LITERALS["number"].pattern
_DTYPE = LITERALS["dtype"].pattern
_INSIDE = r'((?:[^"\\]++|\\.)*+)'
_VARS = r"((?:v\d++(?:, v\d++)*+)?+)"
_DIMS = r"(\([\d,]*+\))"

INPUT_MODULES = frozenset({*HEADER_MODULES, *MODULES.values(), SUPPORT, XLA_FRONTEND, DEPENDENCY})
"""Modules that a program may import."""


def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII)


TENSOR = _compile(
    r"(v\d{1,18}+) = m0\.(?:Tensor\(|SingleValueTensor\(value=([^,\"']++(?:, np\.float32\))?+), )"
    rf'name="{_INSIDE}", shape={_DIMS}, parent=v0, id=(\d{{1,18}}+), (dtype=.*+)'
)
"""Variable, value, name, shape, id, and the rest, which few distinct texts make up."""

TENSOR_TYPE = _compile(
    rf'dtype=({_DTYPE}), (?:init=weight_load\("{_INSIDE}"\), )?+'
    rf'view=m0\.TensorView\(shape={_DIMS}, layout="([A-Z]*+)", transpose={_DIMS}\), (?:attrs=\{{(.*+)|\))'
)
"""Rest of a tensor line: dtype, file of a constant, shape, layout, transpose, attributes with their closing `})`."""

TENSOR_ATTRIBUTE = _compile(rf"({SINGLE}): ({DOUBLE}|True|False)(, |\}}\))")
"""One entry of a tensor's attribute dict and what follows it."""

OP = _compile(
    rf"(v\d{{1,18}}+) = (m\d++\.\w++)\(srcs=\[{_VARS}\], dsts=\[{_VARS}\], "
    rf"((?:[^'\",]++|'(?:[^'\\]++|\\.)*+'|\"(?:[^\"\\]++|\\.)*+\"|,(?! id=))*+), id=(\d{{1,18}}+), parent=v0"
    rf'(?:, dl=m1\.DebugLocation\(tensor_op_name="{_INSIDE}", (?:file="{_INSIDE}", )?+'
    rf'line=(\d{{1,18}}+), column=0, hlo_id=(\d{{1,18}}+)(?:, parent="{_INSIDE}")?+(?:, kernel="{_INSIDE}")?+\))?+\)'
)
"""Variable, constructor, sources, destinations, the form's pairs, id, then the seven fields of the debug location
but the column: name, file, line, id, parent, kernel."""

TAG = _compile(r"xla_op=('[^'\\]*+')")

SKELETON = {
    "import": _compile(r"import ([A-Za-z_][\w.]*+) as (\w++)"),
    "function": _compile(
        r'v0 = m0\.Function\(id_=0, batch_ids=\[\], attrs=\((?:"model-type=(compute-bound|memory-bound)",)?+'
        rf'"mac-count=(\d{{1,40}}+)",({SINGLE})?+\)\)'
    ),
    "input": _compile(r"v0\.markInput\((v\d++)(, is_parameter_tensor=True)?+\)"),
    "output": _compile(r"v0\.markOutput\((v\d++)\)"),
    "alias": _compile(rf'v0\.aliasTensors\("{_INSIDE}", "{_INSIDE}", "(must|may)"\)'),
    "kernel_alias": _compile(rf"(v\d++)\.aliasTensors\(input=\[{_VARS}\]\)"),
    "edge": _compile(
        r"(v\d++)\.add_dep_edge\((m\d++)\.DependencyEdge\(src=(v\d++), dst=(v\d++), idx_map=\[\], "
        r"kind=(m\d++)\.EdgeKind\.ORDERED, predicates=\[\]\)\)"
    ),
    "closing_id": _compile(r"v0\.id=(\d{1,18}+)"),
    "last": _compile(r"ir=v0"),
}
"""The other lines, by the name of the reader's method for each."""

WEIGHT_LOAD = frozenset({"def weight_load(p):", "  t = np.load(p)", "  return t"})
"""Lines that every program has just so."""


class LiteralProblem(ValueError):
    """A value that its literal's pattern lets through and that is not one all the same.

    `code` is the diagnostic's; `at` the offset in the text that was decoded, `keyword` whose value it is.
    """

    def __init__(self, code: str, cause: str, at: int = 0, keyword: str = "") -> None:
        super().__init__(cause)
        self.code, self.cause, self.at, self.keyword = code, cause, at, keyword


def parse_literal(literal: Literal, text: str, imports: Mapping[str, str]) -> Any:
    """The value of a literal; raises LiteralProblem."""
    try:
        if literal.name == "raw_string":
            unescape(text[1:-1], text[0])
        value = literal.parse(text, imports)
    except ValueError as error:
        code = "H2P113" if literal.name in ("callable", "dtype") else "H2P107"
        raise LiteralProblem(code, str(error)) from None
    if literal.name == "callable" and value not in CALLABLES:
        raise LiteralProblem("H2P113", f"{text} is not a function that the language knows")
    return value


@dataclass(frozen=True, slots=True)
class FormPattern:
    """A form and the expression for its pairs.

    The expression is matched against the text between `dsts=[…], ` and `, id=`, with `, ` added. Groups: frontend
    attributes, the heavy keyword, then `keywords`.
    """

    form: Form
    regex: re.Pattern[str]
    keywords: tuple[Keyword, ...]

    @property
    def shares_values(self) -> bool:
        """Whether decoded values are immutable and so may be shared between statements."""
        return all(keyword.literal.name != "config" for keyword in self.keywords)


def fixed_text(keyword: Keyword) -> str:
    """The only text that the value of a keyword with a fixed value has."""
    spelling = Spelling("m7", ",", "()", lambda key: f"m0.{key.removeprefix('ir.')}")
    return keyword.literal.render(keyword.fixed, spelling)


def _pattern(form: Form) -> FormPattern:
    parts = [rf"(?:frontend_attributes = (\{{{SINGLE}:{SINGLE}(?:,{SINGLE}:{SINGLE})*+\}}), )?+"]
    parts.append('(op="NeuronTensorOp", )?+' if form.heavy else "()")
    for keyword in form.keywords:
        value = f"({keyword.literal.pattern})" if keyword.fixed is None else re.escape(fixed_text(keyword))
        pair = f"{keyword.name}={value}, "
        parts.append(f"(?:{pair})?+" if keyword.optional else pair)
    keywords = tuple(keyword for keyword in form.keywords if keyword.fixed is None)
    return FormPattern(form, _compile("".join(parts)), keywords)


FORM_PATTERNS: dict[tuple[str, str], list[FormPattern]] = {}
"""Constructor (module, name) to the patterns of its forms."""

_BY_TAG: dict[tuple[str, str, str], list[FormPattern]] = {}

for _form in FORMS.values():
    _key = (_form.constructor.module, _form.constructor.name)
    FORM_PATTERNS.setdefault(_key, []).append(_here := _pattern(_form))
    for _keyword in _form.keywords:
        if _keyword.name == "xla_op" and _keyword.fixed is not None:
            _BY_TAG.setdefault((*_key, fixed_text(_keyword)), []).append(_here)


def candidates(constructor: tuple[str, str], pairs: str) -> Iterable[FormPattern]:
    """The forms that `pairs` may be of, likely ones first."""
    likely: list[FormPattern] = []
    if (tag := TAG.search(pairs)) is not None:
        likely = _BY_TAG.get((*constructor, tag[1]), [])
        yield from likely
    for pattern in FORM_PATTERNS.get(constructor, ()):
        if pattern not in likely:
            yield pattern
