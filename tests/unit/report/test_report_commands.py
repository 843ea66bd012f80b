"""`report` and `view` on the command line."""

import json

import pytest
from click.testing import CliRunner
from report_programs import GATED, TWICE, UNSUPPORTED

from hlo2penguin.cli import _cli


def run(*arguments: str):
    return CliRunner().invoke(_cli, list(arguments))


@pytest.fixture
def gated(tmp_path):
    path = tmp_path / "gated.mlir"
    path.write_text(GATED)
    return str(path)


@pytest.fixture
def refused(tmp_path):
    path = tmp_path / "refused.mlir"
    path.write_text(UNSUPPORTED)
    return str(path)


def test_report_writes_one_file(gated, tmp_path):
    out = tmp_path / "out" / "report.html"
    result = run("report", gated, "--fuse", "all", "-o", str(out))
    assert result.exit_code == 0, result.output
    assert [path.name for path in out.parent.iterdir()] == ["report.html"]
    assert "DotLogistic" in out.read_text()


def test_report_as_json(gated):
    result = run("report", gated, "--format", "json", "-o", "-")
    assert json.loads(result.stdout)["version"] == 1


def test_a_refused_program_gets_a_report_and_status_1(refused, tmp_path):
    out = tmp_path / "report.html"
    result = run("report", refused, "-o", str(out))
    assert result.exit_code == 1
    assert "1 problem" in result.stderr
    assert "stablehlo.cholesky" in out.read_text()


def test_report_that_cannot_be_written(gated):
    result = run("report", gated, "-o", "/proc/nowhere/report.html")
    assert result.exit_code == 1
    assert "H2P020" in result.stderr


def test_view_writes_graphs_and_mapping(gated, tmp_path):
    out = tmp_path / "g" / "graph.json"
    result = run("view", gated, "-o", str(out))
    assert result.exit_code == 0, result.output
    assert sorted(path.name for path in out.parent.iterdir()) == ["graph.json", "graph.sync.json"]
    collection = json.loads(out.read_text())
    assert list(collection) == ["label", "graphs"]
    assert json.loads((out.parent / "graph.sync.json").read_text())["mappingEntries"]


def test_view_of_a_refused_program(refused, tmp_path):
    out = tmp_path / "graph.json"
    result = run("view", refused, "-o", str(out))
    assert result.exit_code == 1
    assert "NCC_PYP055" in result.stderr
    assert len(json.loads(out.read_text())["graphs"]) == 3


def test_view_to_standard_output():
    result = CliRunner().invoke(_cli, ["view", "-", "-o", "-"], input=TWICE)
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["label"] == "<stdin>"


def test_view_of_nothing(tmp_path):
    result = run("view", str(tmp_path / "none.mlir"), "-o", str(tmp_path / "g.json"))
    assert result.exit_code == 1
    assert list(tmp_path.iterdir()) == []
