"""The explain command: grouped, folded to the terminal, nothing cut off."""

import pytest
from click.testing import CliRunner

from hlo2penguin.cli import _cli
from hlo2penguin.diagnostics import Place
from hlo2penguin.report.explain import Finding, Occurrence, common_root, places_text


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


def test_ops_at_one_position_share_a_line():
    at = [Occurrence(Place("a.py", 7, 3, f"reduce.{n}"), Place("a.py", 9, 1, f"rsqrt.{n}")) for n in (1, 2)]
    alone = Occurrence(Place("a.py", 8, 3, "reduce.3"))
    assert list(places_text([at[0], alone, at[1]], "a.py")) == [
        ("at 7:3, blocked by 9:1, 2 times:", "reduce.1 (rsqrt.1), reduce.2 (rsqrt.2)"),
        ("at 8:3 reduce.3", ""),
    ]
    unknown = [Occurrence(Place(name=f"reduce.{n}"), Place(name="rsqrt.1")) for n in (1, 2)]
    assert [text for text, _ in places_text(unknown, "")] == [
        "at reduce.1, blocked by rsqrt.1",
        "at reduce.2, blocked by rsqrt.1",
    ]


@pytest.mark.parametrize(
    ("files", "root"),
    [
        (["/home/a/lib/x.py"], "/home/a/lib/x.py"),
        (["/home/a/lib/x.py", "/home/a/lib/nn/y.py"], "/home/a/lib/"),
        (["/home/a/library/x.py", "/home/a/lib/y.py"], "/home/a/"),
        (["/a/x.py", "/b/x.py"], ""),
        (["x.py", "/b/x.py"], ""),
        (["x.py", "y.py"], ""),
    ],
)
def test_what_places_have_in_common_is_said_once(files, root):
    found = [Finding("r", "missed", "why", "", (Occurrence(Place(file, 1)),)) for file in files]
    assert common_root(found) == root
    (text, _), *_ = places_text(found[0].occurrences, root)
    assert text == ("at line 1" if len(files) == 1 else f"at {files[0].removeprefix(root)}:1")


def test_that_nothing_fused_is_said_with_what_else_could_be_tried(explain, tmp_path):
    (tmp_path / "tanh.mlir").write_text(
        "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
        "  %y = stablehlo.tanh %x : tensor<4xf32>\n  return %y : tensor<4xf32>\n}"
    )
    assert "--fuse=all" in explain("tanh.mlir")
    assert explain("tanh.mlir", "--fuse=all") == "nothing fused, and nothing came near\n"
