"""`reduce` finds the part that matters, from valid programs and from text that does not parse."""

import re
import sys

import pytest
from click.testing import CliRunner

from hlo2penguin.cli import _cli
from hlo2penguin.diagnostics import Refused
from hlo2penguin.reduce import command_test, reduce_text, start_text

PROGRAM = """module {
  func.func private @unused(%a: tensor<8xf32>) -> tensor<8xf32> { return %a : tensor<8xf32> }
  func.func private @half(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
    %c = stablehlo.constant dense<0.5> : tensor<8x16xf32>
    %r = stablehlo.multiply %a, %c : tensor<8x16xf32>
    return %r : tensor<8x16xf32>
  }
  func.func public @main(%x: tensor<8x16xf32>, %y: tensor<8x16xf32>, %z: tensor<4xi32>)
      -> (tensor<8x16xf32>, tensor<4xi32>, tensor<16x8xf32>) {
    %0 = stablehlo.add %x, %y {mhlo.frontend_attributes = {a = "b"}} : tensor<8x16xf32>
    %1 = call @half(%0) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %2 = stablehlo.tanh %1 : tensor<8x16xf32>
    %3 = stablehlo.cosine %2 : tensor<8x16xf32>
    %4 = stablehlo.exponential %3 : tensor<8x16xf32>
    %5 = stablehlo.transpose %4, dims = [1, 0] : (tensor<8x16xf32>) -> tensor<16x8xf32>
    %6 = stablehlo.add %z, %z : tensor<4xi32>
    return %4, %6, %5 : tensor<8x16xf32>, tensor<4xi32>, tensor<16x8xf32>
  }
}
"""


def ops(text):
    return re.findall(r"(?:stablehlo|func)\.(\w+)|= (call)", text)


def test_one_op_is_left():
    found = reduce_text(PROGRAM, lambda text: "stablehlo.cosine" in text)
    assert [a or b for a, b in ops(found.text)] == ["func", "cosine"]
    assert "tensor<1x1xf32>" in found.text
    assert "loc" not in found.text
    assert (found.before, found.after, found.complete) == (9, 1, True)


def test_two_ops_that_belong_together_stay_together():
    def fails(text):
        return re.search(r"(%\w+) = stablehlo.tanh .*\n.*stablehlo.cosine \1 ", text) is not None

    found = reduce_text(PROGRAM, fails)
    assert [a or b for a, b in ops(found.text)] == ["func", "tanh", "cosine"]


def test_attributes_and_locations_stay_where_the_test_needs_them():
    located = PROGRAM.replace("%x, %y {", "%x, %y {mhlo.x = 1 : i32, ", 1).replace(
        "tanh %1 : tensor<8x16xf32>", 'tanh %1 : tensor<8x16xf32> loc("here")'
    )
    assert "mhlo.frontend_attributes" in reduce_text(located, lambda text: 'a = "b"' in text).text
    found = reduce_text(located, lambda text: '"here"' in text).text
    assert '"here"' in found
    assert "cosine" not in found


def test_a_constant_becomes_zeros():
    text = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %c = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
      %y = stablehlo.add %x, %c : tensor<4xf32>
      return %y : tensor<4xf32> }"""
    found = reduce_text(text, lambda text: "stablehlo.constant" in text and "add" in text)
    assert "dense<0.000000e+00>" in found.text


def test_text_that_does_not_parse_loses_lines(tmp_path):
    path = tmp_path / "bad.mlir"
    path.write_text(PROGRAM.replace("stablehlo.tanh %1", "stablehlo.tanh %nowhere"))
    text = start_text(str(path))
    found = reduce_text(text, lambda text: "%nowhere" in text)
    assert found.text.strip() == "%2 = stablehlo.tanh %nowhere : tensor<8x16xf32>"


def test_a_program_that_does_not_fail_is_refused():
    with pytest.raises(Refused, match="does not fail") as caught:
        reduce_text(PROGRAM, lambda text: False)
    assert caught.value.code == "H2P024"


def test_the_limit_stops_it():
    found = reduce_text(PROGRAM, lambda text: "stablehlo.cosine" in text, limit=2)
    assert (found.tried, found.complete) == (2, False)


@pytest.mark.parametrize(
    ("command", "expect", "fails"),
    [
        ("grep -q tanh", "", False),
        ("! grep -q tanh", "", True),
        ("grep -c tanh {} && false", "^1", True),
        ("grep -c tanh {} && false", "^7", False),
        ("sleep 5; echo", "", True),
        ("sleep 5; echo", "x", False),
    ],
)
def test_commands(command, expect, fails):
    assert command_test(command, 0.5, expect)(PROGRAM) is fails


def test_the_command_line(tmp_path):
    (tmp_path / "model.mlir").write_text(PROGRAM)
    script = tmp_path / "check.py"
    script.write_text("import sys; sys.exit('stablehlo.cosine' in open(sys.argv[1]).read())")
    arguments = [
        str(tmp_path / "model.mlir"),
        "--test",
        f"{sys.executable} {script}",
        "-o",
        str(tmp_path / "small.mlir"),
    ]
    result = CliRunner().invoke(_cli, ["reduce", *arguments])
    assert result.exit_code == 0, result.output
    assert "9 ops to 1, " in result.stderr
    assert (tmp_path / "small.mlir").read_text().count("stablehlo") == 1


def test_the_command_line_refuses_what_does_not_fail(tmp_path):
    (tmp_path / "model.mlir").write_text(PROGRAM)
    result = CliRunner().invoke(_cli, ["reduce", str(tmp_path / "model.mlir"), "--test", "true"])
    assert result.exit_code == 1
    assert "[H2P024]" in result.stderr
