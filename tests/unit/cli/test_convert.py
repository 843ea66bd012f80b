"""The convert command: where output goes, exit status, atomicity."""

import json

import pytest
from click.testing import CliRunner

from hlo2penguin.cli import _cli

ADD = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.add %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
"""
WEIGHTS = """
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %w = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %y = stablehlo.add %x, %w : tensor<3xf32>
  return %y : tensor<3xf32>
}
"""
TWO_PROBLEMS = """
func.func @main(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %y = stablehlo.cholesky %x, lower = true : tensor<4x4xf32>
  %z = "stablehlo.triangular_solve"(%x, %x) <{left_side = true, lower = true,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}>
    : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y, %z : tensor<4x4xf32>, tensor<4x4xf32>
}
"""


@pytest.fixture
def tool(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(*arguments, input=None):
        return CliRunner().invoke(_cli, ["convert", *arguments], input=input)

    return run


def write(path, text):
    path.write_text(text)
    return str(path)


def test_text_goes_to_standard_output_by_default(tool, tmp_path):
    result = tool(write(tmp_path / "add.mlir", ADD))
    assert result.exit_code == 0
    assert result.stdout.endswith("v0.id=4\nir=v0\n")


def test_standard_input(tool):
    assert tool("-", input=ADD).stdout.endswith("ir=v0\n")


def test_constants_stand_beside_the_text(tool, tmp_path):
    result = tool(write(tmp_path / "w.mlir", WEIGHTS), "-o", "out/penguin.py")
    assert result.exit_code == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["constant.1.npy", "penguin.py"]
    assert 'init=weight_load("constant.1.npy")' in (tmp_path / "out" / "penguin.py").read_text()


def test_constants_in_a_directory_of_their_own(tool, tmp_path):
    tool(write(tmp_path / "w.mlir", WEIGHTS), "-o", "out/penguin.py", "--emit-dir", "data")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["penguin.py"]
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["constant.1.npy"]


def test_a_refusal_names_every_problem_and_leaves_no_file(tool, tmp_path):
    result = tool(write(tmp_path / "bad.mlir", TWO_PROBLEMS), "-o", "out/penguin.py")
    assert result.exit_code == 1
    assert "stablehlo.cholesky" in result.stderr
    assert "stablehlo.triangular_solve" in result.stderr
    assert "Traceback" not in result.output
    assert not (tmp_path / "out").exists()


def test_a_refusal_keeps_the_old_file(tool, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "penguin.py").write_text("old")
    assert tool(write(tmp_path / "bad.mlir", TWO_PROBLEMS), "-o", "out/penguin.py").exit_code == 1
    assert (tmp_path / "out" / "penguin.py").read_text() == "old"


def test_json_diagnostics_are_one_object_a_line(tool, tmp_path):
    result = tool(write(tmp_path / "bad.mlir", TWO_PROBLEMS), "--diagnostics-format=json")
    records = [json.loads(line) for line in result.stderr.splitlines()]
    assert [record["code"] for record in records] == ["NCC_PYP055", "NCC_PYP055"]
    assert records[0]["place"]["file"].endswith("bad.mlir")
    assert records[0]["place"]["line"] == 3
    assert all(record["help"] for record in records)


def test_github_diagnostics_annotate_the_line(tool, tmp_path):
    result = tool(write(tmp_path / "bad.mlir", TWO_PROBLEMS), "--diagnostics-format=github")
    assert result.stderr.startswith("::error file=")
    assert ",line=3," in result.stderr.splitlines()[0]


def test_output_that_is_a_directory_is_refused(tool, tmp_path):
    (tmp_path / "out").mkdir()
    result = tool(write(tmp_path / "add.mlir", ADD), "-o", "out")
    assert result.exit_code == 1
    assert "Is a directory" in result.stderr
    assert list((tmp_path / "out").iterdir()) == []


def test_wrong_usage_is_exit_status_2(tool, tmp_path):
    assert tool(write(tmp_path / "add.mlir", ADD), "--fuse=sometimes").exit_code == 2
    assert tool().exit_code == 2


def test_ir_after_a_stage_goes_to_standard_error(tool, tmp_path):
    result = tool(write(tmp_path / "add.mlir", ADD), "--print-ir-after=prepare")
    assert "IR after prepare" in result.stderr
    assert "stablehlo.add" in result.stderr
    assert "IR after load" not in result.stderr


def test_timing_names_each_stage(tool, tmp_path):
    lines = tool(write(tmp_path / "add.mlir", ADD), "--timing").stderr.splitlines()
    assert [line.split()[0] for line in lines] == ["load", "prepare", "fuse", "print"]


def test_parts_of_a_split_input_convert_on_their_own(tool, tmp_path):
    result = tool(write(tmp_path / "parts.mlir", f"{ADD}// -----\n{TWO_PROBLEMS}// -----\n{ADD}"), "--split-input-file")
    assert result.exit_code == 1
    first, second, third = result.stdout.split("// -----\n")
    assert first == third
    assert first.endswith("ir=v0\n")
    assert "[NCC_PYP055]" in second


def test_same_bytes_whatever_ran_before(tool, tmp_path):
    path = write(tmp_path / "w.mlir", WEIGHTS)
    first = tool(path).stdout
    tool(write(tmp_path / "add.mlir", ADD))
    assert tool(path).stdout == first
