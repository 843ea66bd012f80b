"""The laws of reading and writing on real vendor programs."""

import ast

import pytest

from hlo2penguin.penguin import Op, diff, read, read_text, verify, write

FILES = {
    "dot_a": (1, "stablehlo"),
    "dot_b": (1, "stablehlo"),
    "dot_c": (1, "stablehlo"),
    "layout_4io": (10, "stablehlo"),
    "layout_531io": (821, "stablehlo"),
    "layout_mhlo_printer": (291, "mhlo"),
    "layout_qwen": (20, "stablehlo"),
}

pytestmark = pytest.mark.corpus


@pytest.fixture(params=FILES)
def path(evidence, request):
    return evidence / "real_output" / f"{request.param}.penguin.py"


def test_writing_what_was_read_gives_the_same_bytes(path):
    text = path.read_bytes().decode()
    assert write(read(path)) == text
    assert read(path) == read_text(text) == read_text(write(read(path)))


def test_every_statement_is_there_and_sound(path):
    ops, printer = FILES[path.name.removesuffix(".penguin.py")]
    function = read(path)
    assert (len(function.ops), function.style.printer) == (ops, printer)
    assert verify(function) == []
    assert {op.form.name for op in function.ops} <= {"dot", "transpose", "memcpy"}
    assert not diff(function, read(path))


def test_ast_sees_the_same_program(path):
    function = read(path)
    calls = [
        node.value
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and node.targets[0].id != "v0"
    ]
    assert len(calls) == len(function.statements)
    for call, statement in zip(calls, function.statements, strict=True):
        keywords = {keyword.arg: keyword.value for keyword in call.keywords}
        assert keywords["id"].value == statement.id
        if isinstance(statement, Op):
            assert [f"v{tensor.var}" for tensor in statement.srcs] == [name.id for name in keywords["srcs"].elts]
            assert [f"v{tensor.var}" for tensor in statement.dsts] == [name.id for name in keywords["dsts"].elts]
            location = {keyword.arg: keyword.value.value for keyword in keywords["dl"].keywords}
            assert location["tensor_op_name"] == statement.location.tensor_op_name
            assert location["hlo_id"] == statement.location.hlo_id
            if "permutation" in keywords:
                assert ast.literal_eval(keywords["permutation"]) == statement.values["permutation"]
            if "frontend_attributes" in keywords:
                assert ast.literal_eval(keywords["frontend_attributes"]) == statement.frontend_attributes
        else:
            assert (keywords["name"].value, ast.literal_eval(keywords["shape"])) == (statement.name, statement.shape)


def test_aliased_outputs_may_have_another_shape_of_the_same_size(evidence):
    function = read(evidence / "real_output" / "layout_mhlo_printer.penguin.py")
    shapes = {tensor.name: tensor.shape for tensor in (*function.inputs, *function.outputs)}
    assert any(shapes[alias.output] != shapes[alias.input] for alias in function.aliases)
