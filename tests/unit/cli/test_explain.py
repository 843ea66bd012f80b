"""The explain command: grouped, folded to the terminal, nothing cut off."""

import pytest
from click.testing import CliRunner

from hlo2penguin.cli import _cli


def _norm(name, root):
    return f"""
  %p{name} = stablehlo.multiply %x, %x : tensor<4x8xf32>
  %s{name} = stablehlo.reduce(%p{name} init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %{name} = stablehlo.{root} %s{name} : tensor<4xf32>"""


NORM = f"""func.func @main(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {{
  %zero = stablehlo.constant dense<0.0> : tensor<f32>{_norm("a", "sqrt")}{_norm("b", "rsqrt")}{_norm("c", "rsqrt")}
  return %a, %b, %c : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}}
"""


@pytest.fixture
def explain(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "norm.mlir").write_text(NORM)

    def run(*arguments, columns=80, **environment):
        return CliRunner(env={"COLUMNS": str(columns), **environment}).invoke(_cli, ["explain", *arguments]).stdout

    return run


def test_equal_reasons_are_told_once_with_every_place(explain):
    lines = explain("norm.mlir").splitlines()
    assert lines[0] == "norm.mlir"
    missed = lines.index("missed fuseMulRedSqrt, 2 places")
    assert lines[missed + 2 : missed + 4] == [
        "    at 8:25 reduce.6, blocked by 10:8 rsqrt.7",
        "    at 12:25 reduce.9, blocked by 14:8 rsqrt.10",
    ]
    assert lines[-1] == "1 cluster, 2 near misses"


def test_every_place_is_whole_at_any_width(explain):
    for columns in (30, 80, 200):
        text = explain("norm.mlir", columns=columns)
        assert max(map(len, text.splitlines())) <= columns
        folded = " ".join(text.split())
        assert "at 8:25 reduce.6, blocked by 10:8 rsqrt.7" in folded
        assert "…" not in text


def test_rule_and_place_choose(explain):
    assert explain("norm.mlir", "--rule", "expm1") == "nothing fused, and nothing came near\n"
    assert "missed" not in explain("norm.mlir", "--at", "norm.mlir:3")
    assert "1 near miss\n" in explain("norm.mlir", "--at", "norm.mlir:10")


def test_a_pipe_gets_no_colours(explain):
    assert "\x1b" not in explain("norm.mlir")


def test_colours_on_a_terminal_unless_the_environment_says_no(explain):
    assert "\x1b[32mfused" in explain("norm.mlir", FORCE_COLOR="1", TERM="xterm", NO_COLOR="")
    assert "\x1b[32m" not in explain("norm.mlir", FORCE_COLOR="1", TERM="xterm", NO_COLOR="1")
