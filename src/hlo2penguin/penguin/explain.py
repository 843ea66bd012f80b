"""Why a line is refused: which constructor, keyword or value of it is not in the grammar.

Only lines that no expression of the grammar matches come here. `ast` parses, nothing is compiled or run.
"""

from __future__ import annotations

import ast
import difflib
import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hlo2penguin.forms import Form
from hlo2penguin.forms.constructors import IR
from hlo2penguin.forms.form import Keyword
from hlo2penguin.forms.literals import LITERALS, Literal
from hlo2penguin.penguin.grammar import DOUBLE, FORM_PATTERNS, NUMBER, SINGLE, LiteralProblem, fixed_text, parse_literal
from hlo2penguin.penguin.source import excerpt

__all__ = ["MAX_EXPLAINED", "Problem", "explain"]

Problem = tuple[str, int, str, str]
"""Code, column, cause, help."""

MAX_EXPLAINED = 20_000
"""Longest line taken apart, in characters; longer ones are refused as a whole."""

_HELP = "a program is a fixed skeleton of Tensor lines, op statements and marks; other Python is not read"


def explain(line: str, imports: Mapping[str, str]) -> list[Problem]:
    """What is wrong with `line`, which no expression of the grammar matches; at least one problem."""
    generic: Problem = ("H2P101", 1, f"`{excerpt(line)}` is not a statement of the language", _HELP)
    if len(line) > MAX_EXPLAINED:
        return [generic]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            body = ast.parse(line).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return [generic]
    if len(body) != 1:
        return [generic]
    found = _Line(line, imports).statement(body[0])
    return [generic] if found is None else found or [_spelling(line)]


def _spelling(line: str) -> Problem:
    cause = f"`{excerpt(line)}` is not spelled as programs are: spaces, quotes and commas are fixed"
    return ("H2P108", 1, cause, "one space after a comma between keywords, none inside tuples, no comments")


@dataclass(frozen=True, slots=True)
class _Argument:
    """A keyword as a call may have it: the expression for its value, or the call that is its value."""

    name: str
    what: str
    pattern: str
    optional: bool = False
    literal: Literal | None = None
    call: tuple[_Argument, ...] = ()


def _literal(name: str, literal: str, *, optional: bool = False) -> _Argument:
    return _Argument(name, literal, LITERALS[literal].pattern, optional, LITERALS[literal])


def _exact(name: str, text: str) -> _Argument:
    return _Argument(name, f"`{text}`", re.escape(text))


_COUNT = r"(?:0|[1-9]\d{0,17})"
_ID = _Argument("id", "natural number", _COUNT)
_PARENT = _exact("parent", "v0")
_VARIABLES = r"\[(?:v\d+(?:, v\d+)*)?\]"
_LOCATION = _Argument(
    "dl",
    "DebugLocation(…)",
    "",
    optional=True,
    call=(
        _literal("tensor_op_name", "double"),
        _literal("file", "double", optional=True),
        _Argument("line", "natural number", _COUNT),
        _exact("column", "0"),
        _Argument("hlo_id", "natural number", _COUNT),
        _literal("parent", "double", optional=True),
        _literal("kernel", "double", optional=True),
    ),
)
_VIEW = _Argument(
    "view",
    "TensorView(…)",
    "",
    call=(_literal("shape", "tuple"), _literal("layout", "double"), _literal("transpose", "tuple")),
)
_TENSOR = (
    _literal("name", "double"),
    _literal("shape", "tuple"),
    _PARENT,
    _ID,
    _literal("dtype", "dtype"),
    _Argument("init", 'weight_load("…")', rf"weight_load\({DOUBLE}\)", optional=True),
    _VIEW,
    _Argument("attrs", "dict of tensor attributes", r"\{.*\}", optional=True),
)
_CALLS = {
    "Tensor": _TENSOR,
    "SingleValueTensor": (
        _Argument("value", "number", rf"(?:{NUMBER}|m\d+\.dtype\.static_cast\({NUMBER}, np\.float32\))"),
        *_TENSOR,
    ),
    "Function": (
        _exact("id_", "0"),
        _exact("batch_ids", "[]"),
        _Argument(
            "attrs",
            "tuple of model-type, mac-count, hlo-metrics",
            r'\((?:"model-type=(?:compute|memory)-bound",)?"mac-count=\d{1,40}",' + f"(?:{SINGLE})?" + r"\)",
        ),
    ),
}
_METHODS = {
    "markInput": "v0.markInput(v1) or v0.markInput(v1, is_parameter_tensor=True)",
    "markOutput": "v0.markOutput(v1)",
    "aliasTensors": 'v0.aliasTensors("output0", "input0", "must") or v1.aliasTensors(input=[v2])',
    "add_dep_edge": "v9.add_dep_edge(m7.DependencyEdge(src=v5, dst=v9, idx_map=[], kind=m7.EdgeKind.ORDERED, "
    "predicates=[]))",
}


class _Line:
    """One line's text and syntax tree side by side."""

    def __init__(self, line: str, imports: Mapping[str, str]) -> None:
        self.data = line.encode("utf-8", "surrogatepass")
        self.imports = imports

    def text(self, node: ast.expr) -> str:
        return self.data[node.col_offset : node.end_col_offset].decode("utf-8", "surrogatepass")

    def column(self, node: ast.expr | ast.keyword) -> int:
        return len(self.data[: node.col_offset].decode("utf-8", "surrogatepass")) + 1

    def statement(self, node: ast.stmt) -> list[Problem] | None:
        """The problems of a statement; None where it is of no known kind."""
        match node:
            case ast.Assign(targets=[ast.Name() as target], value=ast.Call() as call):
                if not re.fullmatch(r"v\d{1,18}", target.id, re.ASCII):
                    return [("H2P101", 1, f"`{excerpt(target.id)}` is no variable", "variables are v0, v1, …")]
                return self.constructor(call)
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(), attr=method)) as call):
                return self.method(call, method)
            case ast.Import() | ast.ImportFrom():
                return [("H2P113", 1, "not an import that programs have", "import <module of the vendor> as m<N>")]
            case _:
                return None

    def method(self, call: ast.Call, method: str) -> list[Problem]:
        if method not in _METHODS:
            return [("H2P102", self.column(call), f"`{excerpt(method)}` is no known method", _near(method, _METHODS))]
        return [("H2P107", self.column(call), f"arguments of {method} are not as programs have them", _METHODS[method])]

    def constructor(self, call: ast.Call) -> list[Problem]:
        name = self.text(call.func)
        alias, _, cls = name.partition(".")
        if alias not in self.imports:
            return [("H2P113", self.column(call), f"`{alias}` is not imported before this line", "")]
        key = (self.imports[alias], cls)
        if key[0] == IR and cls in _CALLS:
            return self.call(call, _CALLS[cls])
        if key not in FORM_PATTERNS:
            known = [*_CALLS, *(known for _, known in FORM_PATTERNS)]
            return [("H2P102", self.column(call), f"`{name}` is no constructor that programs call", _near(cls, known))]
        forms = [pattern.form for pattern in FORM_PATTERNS[key]]
        keywords = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}
        if (tag := keywords.get("xla_op")) is not None:
            text = self.text(tag)
            forms = [form for form in forms if _takes_tag(form, text)]
            if not forms:
                return [("H2P109", self.column(tag), f"no operation is tagged {excerpt(text)}", "")]
        return self.call(call, _arguments(max(forms, key=lambda form: _likeness(form, set(keywords)))))

    def call(self, call: ast.Call, wanted: Sequence[_Argument]) -> list[Problem]:
        problems: list[Problem] = [
            ("H2P103", self.column(argument), "an argument without a keyword", "") for argument in call.args
        ]
        by_name = {argument.name: argument for argument in wanted}
        seen: list[str] = []
        for keyword in call.keywords:
            name = keyword.arg or "**"
            if name not in by_name:
                cause = f"keyword `{excerpt(name)}` is unknown here"
                problems.append(("H2P103", self.column(keyword), cause, _near(name, by_name)))
            elif name in seen:
                problems.append(("H2P104", self.column(keyword), f"keyword `{name}` is given twice", ""))
            else:
                seen.append(name)
                problems.extend(self.value(keyword.value, by_name[name]))
        missing = [argument.name for argument in wanted if not argument.optional and argument.name not in seen]
        if missing:
            problems.append(("H2P106", self.column(call), f"missing: {', '.join(missing)}", ""))
        order = [argument.name for argument in wanted if argument.name in seen]
        if order != seen:
            first = next(found for found, right in zip(seen, order, strict=True) if found != right)
            at = next(keyword for keyword in call.keywords if keyword.arg == first)
            cause = f"keyword `{first}` is out of order"
            problems.append(("H2P105", self.column(at), cause, f"order: {', '.join(order)}"))
        return problems

    def value(self, node: ast.expr, wanted: _Argument) -> list[Problem]:
        text = self.text(node)
        if wanted.call:
            if isinstance(node, ast.Call) and self.text(node.func).endswith("." + wanted.what.removesuffix("(…)")):
                return self.call(node, wanted.call)
        elif re.fullmatch(wanted.pattern, text, re.ASCII):
            try:
                if wanted.literal is not None:
                    parse_literal(wanted.literal, text, self.imports)
                return []
            except LiteralProblem as problem:
                return [(problem.code, self.column(node), problem.cause, "")]
        cause = f"{wanted.name}: `{excerpt(text)}` is not a value of type {wanted.what}"
        return [("H2P107", self.column(node), cause, "")]


def _near(name: str, known: Mapping[str, object] | Sequence[str]) -> str:
    close = difflib.get_close_matches(name, list(known), 1)
    return f"did you mean {close[0]}?" if close else ""


def _takes_tag(form: Form, text: str) -> bool:
    """Forms whose tag is not fixed name a function there."""
    tags = [keyword for keyword in form.keywords if keyword.name == "xla_op"]
    return any(
        text == fixed_text(keyword) if keyword.fixed is not None else text.startswith(("'np.", "'m0."))
        for keyword in tags
    )


def _likeness(form: Form, keywords: set[str]) -> int:
    own = {keyword.name for keyword in form.keywords}
    return 2 * len(own & keywords) - len(own)


def _arguments(form: Form) -> list[_Argument]:
    return [
        _Argument("srcs", "list of variables", _VARIABLES),
        _Argument("dsts", "list of variables", _VARIABLES),
        _Argument("frontend_attributes", "dict of strings", r"\{.*\}", optional=True),
        *([_heavy()] if form.heavy else []),
        *(_keyword(keyword) for keyword in form.keywords),
        _ID,
        _PARENT,
        _LOCATION,
    ]


def _heavy() -> _Argument:
    return _Argument("op", '`"NeuronTensorOp"`', '"NeuronTensorOp"', optional=True)


def _keyword(keyword: Keyword) -> _Argument:
    if keyword.fixed is not None:
        return _exact(keyword.name, fixed_text(keyword))
    return _Argument(keyword.name, keyword.literal.name, keyword.literal.pattern, keyword.optional, keyword.literal)
