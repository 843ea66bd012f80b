"""Random programs over all forms: reading what was written gives the same program, and `ast` sees the same."""

from __future__ import annotations

import ast
import math

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hlo2penguin.diagnostics import Refused
from hlo2penguin.forms import FORMS
from hlo2penguin.forms.attributes import TENSOR_ATTRIBUTES
from hlo2penguin.forms.callables import CALLABLES
from hlo2penguin.forms.literals import quoted
from hlo2penguin.forms.text import Style, layout
from hlo2penguin.penguin import (
    Alias,
    DebugLocation,
    DependencyEdge,
    Function,
    Op,
    Tensor,
    TensorView,
    diff,
    read_text,
    verify,
    write,
)

STRINGS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["'", '"', "\\", "\n", "\r\n", "\0", "\u2028", "\ud800", "🐧", "\\'", "), id=1, parent=v0", "#"]),
)
NAMES = st.text("abc_.0123456789'\"\\\n é", min_size=1, max_size=8)
INTS = st.integers(-(2**63), 2**63)
SMALL = st.integers(-3, 300)
FLOATS = st.one_of(st.floats(allow_nan=False), st.just(math.nan))
TUPLES = st.lists(SMALL, max_size=5).map(tuple)
PLAIN_DTYPES = ("float32", "float16", "float64", "int8", "int32", "int64", "uint8", "uint64", "bool")
DTYPES = st.sampled_from([*PLAIN_DTYPES, "bfloat16", "float8_e4m3fn", "float8_e5m2_x4"])
LITERALS = {
    "int": INTS,
    "bool": st.booleans(),
    "number": st.one_of(st.booleans(), INTS, FLOATS),
    "fixed6": st.integers(-(10**9), 10**9).map(lambda n: n / 1e6),
    "tuple": TUPLES,
    "bools": st.lists(st.booleans(), max_size=4).map(tuple),
    "list": TUPLES,
    "window": TUPLES,
    "groups": st.lists(TUPLES, max_size=3).map(tuple),
    "shapes": st.lists(TUPLES, max_size=3).map(tuple),
    "empty_list": st.just(()),
    "dtype": DTYPES,
    "callable": st.sampled_from(sorted(CALLABLES)),
    "single": STRINGS,
    "double": STRINGS,
    "raw_string": st.tuples(STRINGS, st.sampled_from("'\"")).map(lambda pair: quoted(*pair)),
    "hint": st.sampled_from(["add", "maximum", "logical_or"]),
    "config": st.dictionaries(STRINGS, st.one_of(STRINGS, st.booleans(), INTS, FLOATS), max_size=3),
}
ATTRIBUTES = st.fixed_dictionaries(
    {}, optional={key: st.booleans() if kind is bool else STRINGS for key, kind in TENSOR_ATTRIBUTES.items()}
)
EVERYTHING = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])


def values_of(draw, form):
    return {
        keyword.name: draw(LITERALS[keyword.literal.name])
        for keyword in form.keywords
        if keyword.fixed is None and (not keyword.optional or draw(st.booleans()))
    }


class _Numbers:
    def __init__(self) -> None:
        self.var = self.id = 0

    def __call__(self) -> tuple[int, int]:
        self.var, self.id = self.var + 1, self.id + 1
        return self.var, self.id


def draw_tensor(draw, function, numbers, **fields) -> Tensor:
    shape = draw(st.lists(st.integers(0, 9), max_size=6).map(tuple))
    view = TensorView(shape, layout(len(shape)), tuple(range(len(shape))))
    tensor = Tensor(*numbers(), draw(NAMES), shape, draw(DTYPES), view, attrs=draw(ATTRIBUTES), **fields)
    function.statements.append(tensor)
    return tensor


def draw_op(draw, function, numbers, form, mhlo) -> Op:
    tensors = st.sampled_from(function.tensors)
    location = None
    if draw(st.integers(0, 4)):
        file = "" if mhlo else draw(STRINGS)
        extra = st.one_of(st.none(), STRINGS)
        location = DebugLocation(
            draw(STRINGS), file, draw(st.integers(0, 99)), 0, draw(st.integers(0, 999)), draw(extra), draw(extra)
        )
    dsts = tuple(draw_tensor(draw, function, numbers) for _ in range(draw(st.integers(0, 2))))
    op = Op(
        *numbers(),
        form,
        tuple(draw(st.lists(tensors, max_size=3))),
        dsts,
        values_of(draw, form),
        location,
        draw(st.dictionaries(STRINGS, STRINGS, max_size=2)) if mhlo else {},
        form.heavy and draw(st.booleans()),
        tuple(draw(st.lists(tensors, max_size=2))) if form.name == "native_kernel" else (),
    )
    function.statements.append(op)
    return op


@st.composite
def functions(draw) -> Function:
    """Programs that the writer can spell; they need not make sense."""
    mhlo = draw(st.booleans())
    function = Function(
        draw(st.sampled_from([None, "memory-bound", "compute-bound"])),
        draw(st.integers(0, 2**70)),
        draw(st.one_of(st.none(), STRINGS)),
        Style("mhlo" if mhlo else "stablehlo", draw(st.sampled_from([",", ", "])), draw(st.sampled_from(["()", "[]"]))),
        draw(st.booleans()),
    )
    numbers = _Numbers()
    for index in range(draw(st.integers(1, 3))):
        function.inputs.append(draw_tensor(draw, function, numbers))
        if draw(st.booleans()):
            function.parameters.add(index)
    draw_tensor(draw, function, numbers, init=draw(STRINGS))
    draw_tensor(draw, function, numbers, value=draw(LITERALS["number"]))
    ops = [
        draw_op(draw, function, numbers, FORMS[name], mhlo)
        for name in draw(st.lists(st.sampled_from(sorted(FORMS)), max_size=5))
    ]
    for index, op in enumerate(ops, 1):
        if draw(st.integers(0, 3)) == 0:
            function.edges.append(DependencyEdge(draw(st.sampled_from(ops[:index])).var, op.var))
    names = st.sampled_from([tensor.name for tensor in function.tensors])
    for _ in range(draw(st.integers(0, 2))):
        function.aliases.append(Alias(draw(names), draw(names), draw(st.sampled_from(["must", "may"]))))
    function.outputs.extend(draw(st.lists(st.sampled_from(function.tensors), max_size=3)))
    function.next_id = draw(st.integers(0, 10**6))
    return function


def typed(value):
    """A value with its types, so that `True`, `1` and `1.0`, and `0.0` and `-0.0`, differ."""
    if isinstance(value, dict):
        return {key: typed(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return tuple(typed(item) for item in value)
    return type(value).__name__, repr(value)


def without_unseen_style(function: Function, text: str) -> Function:
    """A text without locations or lists does not tell its style; the usual one is read then."""
    read_style = read_text(text).style
    tells = {
        "printer": "DebugLocation(" in text,
        "list_separator": read_style.list_separator != ",",
        "window_brackets": read_style.window_brackets != "()",
    }
    style = function.style
    function.style = Style(
        style.printer if tells["printer"] else "stablehlo",
        style.list_separator if tells["list_separator"] else ",",
        style.window_brackets if tells["window_brackets"] else "()",
    )
    return function


@EVERYTHING
@given(functions())
def test_reading_gives_back_what_was_written(function):
    text = write(function)
    again = read_text(text)
    assert write(again) == text
    assert again == without_unseen_style(function, text)
    for one, other in zip(function.statements, again.statements, strict=True):
        if isinstance(one, Op):
            assert typed(one.values) == typed(other.values)
        else:
            assert typed(one.value) == typed(other.value)


@EVERYTHING
@given(functions())
def test_ast_sees_the_same_statements(function):
    text = write(function)
    body = [node for node in ast.parse(text).body if not isinstance(node, ast.Import)]
    marks = len(function.inputs) + len(function.outputs) + len(function.aliases) + len(function.edges)
    kernels = sum(1 for op in function.ops if op.aliases)
    assert len(body) == 2 + len(function.statements) + marks + kernels + 2
    calls = [node.value for node in body if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)][1:]
    for call, statement in zip(calls, function.statements, strict=True):
        keywords = {keyword.arg: keyword.value for keyword in call.keywords}
        assert len(keywords) == len(call.keywords)
        if isinstance(statement, Tensor):
            assert keywords["name"].value == statement.name
            continue
        assert call.func.attr == statement.form.constructor.name
        heavy = {"op"} if statement.heavy_keyword else set()
        fixed = {keyword.name for keyword in statement.form.keywords if keyword.fixed is not None}
        ends = {"dl"} if statement.location else set()
        frontend = {"frontend_attributes"} if statement.frontend_attributes else set()
        assert keywords.keys() == {"srcs", "dsts", "id", "parent", *statement.values, *heavy, *fixed, *ends, *frontend}
        for name, value in statement.values.items():
            literal = statement.form._by_name[name].literal.name
            if literal in ("int", "bool", "tuple", "list", "window", "groups", "shapes", "single", "double", "fixed6"):
                assert plain(ast.literal_eval(keywords[name])) == value
        if statement.location is not None:
            location = {keyword.arg: keyword.value.value for keyword in keywords["dl"].keywords}
            assert location["tensor_op_name"] == statement.location.tensor_op_name


def plain(value):
    return tuple(plain(item) for item in value) if isinstance(value, list | tuple) else value


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(functions(), st.data())
def test_no_change_of_a_byte_is_read_as_something_else(function, data):
    """A damaged text is refused, or it is the one spelling of another program."""
    text = write(function)
    at = data.draw(st.integers(0, len(text) - 1))
    piece = data.draw(st.sampled_from(["", " ", "'", '"', ")", "\\", "0", ",", "\n", "v1", "=", "é"]))
    damaged = text[:at] + piece + text[at + data.draw(st.integers(0, 2)) :]
    try:
        again = read_text(damaged)
    except Refused:
        return
    assert write(again) == damaged


@settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(functions())
def test_verifying_and_comparing_never_fail(function):
    assert isinstance(verify(function), list)
    assert diff(function, read_text(write(function))) == []
