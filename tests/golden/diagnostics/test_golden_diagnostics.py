"""What people see when a program is refused, word by word: `expected/<case>.txt` and `.json`.

Each names the code, the op, the place, the reason, and, where the op itself does not say it, what to do.
HLO2PENGUIN_UPDATE_GOLDENS=1 writes the files anew; read them before you commit them.
"""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from refused_programs import BASE, CORPUS, HLO, MLIR, PENGUIN

from hlo2penguin import convert
from hlo2penguin.cli import _cli

EXPECTED = Path(__file__).parent / "expected"


def said(monkeypatch, folder, name, content, command, *options):
    """What a command writes about a program, as text and as JSON lines."""
    monkeypatch.chdir(folder)
    (folder / name).write_bytes(content)
    texts = []
    for form in ("text", "json"):
        arguments = [command, name, "-o", "out/penguin.py", "--diagnostics-format", form, *options]
        result = CliRunner().invoke(_cli, arguments)
        assert result.exit_code == 1, result.output
        assert result.stdout == ""
        assert not (folder / "out").exists()
        texts.append(result.stderr)
    return texts


def compare(case, texts):
    for suffix, text in zip(("txt", "json"), texts, strict=True):
        path = EXPECTED / f"{case}.{suffix}"
        if os.environ.get("HLO2PENGUIN_UPDATE_GOLDENS"):
            path.write_text(text)
        assert text == path.read_text()
    for line in texts[1].splitlines():
        record = json.loads(line)
        assert record["code"]
        assert record["cause"]
        assert record["place"]["file"] or record["place"]["name"] or record["op"] or record["help"], record
    if "-" in case:
        assert case.split("-")[0] in [json.loads(line)["code"] for line in texts[1].splitlines()]


@pytest.mark.parametrize("case", MLIR)
def test_mlir(case, tmp_path, monkeypatch):
    program, options = MLIR[case]
    compare(case, said(monkeypatch, tmp_path, "program.mlir", program.encode(), "convert", *options))


@pytest.mark.parametrize("case", HLO)
def test_hlo(case, tmp_path, monkeypatch):
    compare(case, said(monkeypatch, tmp_path, "program.hlo", HLO[case].encode(), "convert"))


@pytest.mark.parametrize("case", PENGUIN)
def test_penguin(case, tmp_path, monkeypatch):
    text = convert(BASE, name="base.mlir").text
    part, other = PENGUIN[case]
    assert part in text
    damaged = text.replace(part, other, 1)
    compare(case, said(monkeypatch, tmp_path, "penguin.py", damaged.encode(), "lift"))


@pytest.mark.corpus
@pytest.mark.parametrize("name", CORPUS)
def test_issues(name, corpus, tmp_path, monkeypatch):
    content = (corpus / "issues" / name).read_bytes()
    compare(Path(name).stem, said(monkeypatch, tmp_path, name, content, "convert"))


def test_github_annotations(tmp_path, monkeypatch):
    program, _ = MLIR["NCC_PYP055-ops"]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "program.mlir").write_text(program)
    result = CliRunner().invoke(_cli, ["convert", "program.mlir", "--diagnostics-format=github"])
    assert result.exit_code == 1
    assert result.stderr.splitlines()[0].startswith(
        "::error file=program.mlir,line=2,title=NCC_PYP055::operation stablehlo.cholesky"
    )
