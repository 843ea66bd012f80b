"""Bugs and native crashes: one line, a reproducer, exit status 1, for every command."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hlo2penguin import cli

ADD = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.add %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
"""
SABOTAGE = """
import os, sys, time
how = sys.argv.pop(1)
from hlo2penguin import cli
from hlo2penguin.printer import program
def broken(op, statements):
    if how == "raise":
        raise KeyError("a bug\\nof two lines")
    if how == "sleep":
        print("ready", flush=True)
        time.sleep(60)
    os.kill(os.getpid(), int(how))
program.EMITTERS["add"] = broken
cli.main()
"""


@pytest.fixture
def broken(tmp_path):
    """Runs the tool with a bug planted in the printer."""
    (tmp_path / "add.mlir").write_text(ADD)

    def run(how, *arguments, **options):
        command = [sys.executable, "-c", SABOTAGE, str(how), *arguments]
        return subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120, **options
        )

    return run


def reproducer(folder):
    (found,) = Path(folder).iterdir()
    return found, json.loads((found / "report.json").read_text())


def test_a_bug_is_one_line_with_the_op_and_leaves_a_reproducer(broken, tmp_path):
    result = broken("raise", "convert", "add.mlir", "--fuse=all", "--crash-dir", "crashes")
    found, report = reproducer(tmp_path / "crashes")
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith(
        "add.mlir:2:8 (add.1): [ERROR] [H2P099] internal error: KeyError: 'a bug\\nof two lines' at stablehlo.add; "
        "report it with "
    )
    assert result.stderr.endswith(f"crashes/{found.name}, which holds the program\n")
    assert (found / "1-add.mlir").read_text() == ADD
    assert report["command"] == "hlo2penguin convert 1-add.mlir --fuse=all --crash-dir crashes"
    assert report["versions"].keys() >= {"hlo2penguin", "jaxlib", "numpy"}
    assert "KeyError" in (found / "traceback.txt").read_text()


@pytest.mark.parametrize("form", ["json", "github"])
def test_a_bug_in_the_form_that_was_asked_for(broken, form):
    result = broken("raise", "convert", "add.mlir", "--diagnostics-format", form)
    if form == "json":
        assert json.loads(result.stderr)["code"] == "H2P099"
    else:
        assert result.stderr.startswith("::error file=add.mlir,line=2,title=H2P099::internal error: KeyError")


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (signal.SIGABRT, "SIGABRT in broken"),
        (signal.SIGSEGV, "SIGSEGV in "),
        (signal.SIGKILL, "SIGKILL: out of memory?"),
    ],
)
def test_a_process_that_dies_is_reported_with_its_input(broken, tmp_path, number, said):
    result = broken(int(number), "convert", "add.mlir", "--crash-dir=crashes")
    found, report = reproducer(tmp_path / "crashes")
    assert result.returncode == 1
    assert result.stderr.startswith("[ERROR] [H2P098] internal error: the process died of SIG")
    assert said.removesuffix(" in broken") in result.stderr
    assert str(found.relative_to(tmp_path)) in result.stderr
    assert (found / "1-add.mlir").read_text() == ADD
    assert report["error"].startswith("the process died of ")


@pytest.mark.parametrize("how", ["raise", int(signal.SIGSEGV)])
def test_standard_input_is_kept_too(broken, tmp_path, how):
    broken(how, "convert", "-", "--crash-dir", "crashes", input=ADD)
    found, report = reproducer(tmp_path / "crashes")
    assert (found / "1-stdin").read_text() == ADD
    assert report["command"].startswith("hlo2penguin convert 1-stdin ")


def test_a_reproducer_that_cannot_be_written(broken, tmp_path):
    (tmp_path / "file").write_text("")
    assert broken("raise", "convert", "add.mlir", "--crash-dir=file/deeper").stderr.endswith(
        "; no reproducer could be written\n"
    )


def test_the_directory_may_come_from_the_environment(broken, tmp_path):
    broken("raise", "convert", "add.mlir", env={**os.environ, "HLO2PENGUIN_CRASH_DIR": "crashes"})
    assert reproducer(tmp_path / "crashes")


def test_an_open_standard_input_that_nobody_reads_does_not_matter(broken):
    read_end, write_end = os.pipe()
    try:
        program = "from hlo2penguin import cli; cli.main()"
        command = [sys.executable, "-c", program, "ops", "--markdown"]
        assert subprocess.run(command, stdin=read_end, capture_output=True, timeout=60, check=True).stdout
    finally:
        os.close(read_end)
        os.close(write_end)


def test_signals_to_the_process_end_it_like_any_other(tmp_path):
    (tmp_path / "add.mlir").write_text(ADD)
    command = [sys.executable, "-c", SABOTAGE, "sleep", "convert", str(tmp_path / "add.mlir")]
    for number in (signal.SIGTERM, signal.SIGKILL):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        process.send_signal(number)
        assert process.wait(timeout=20) == -number
        deadline = time.monotonic() + 10
        while any(is_running(child) for child in children) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not any(is_running(child) for child in children)
        process.communicate()


def is_running(child):
    status = Path(f"/proc/{child}/stat")
    return status.exists() and status.read_text().rsplit(")", 1)[1].split()[0] != "Z"


@pytest.mark.parametrize("command", sorted(cli.COMMANDS))
def test_every_command_takes_a_crash_directory_and_reports_its_bugs(command, tmp_path, monkeypatch, capsys):
    """The bug is planted where every command goes through: its own function."""
    path = tmp_path / "add.mlir"
    path.write_text(ADD)
    module = __import__(f"hlo2penguin.cli.{command}", fromlist=["command"])
    arguments = [command, str(path), "--crash-dir", str(tmp_path / "crashes")]
    arguments += {"batch": ["--out", "out"], "reduce": ["--test", "false"], "diff": [str(path)]}.get(command, [])
    if command == "ops":
        del arguments[1]

    def bug(*_, **__):
        raise ZeroDivisionError("planted")

    monkeypatch.setattr(module.command, "callback", bug)
    with pytest.raises(SystemExit) as left:
        cli.main(arguments)
    assert left.value.code == 1
    assert "[H2P099] internal error: ZeroDivisionError: planted" in capsys.readouterr().err
    assert reproducer(tmp_path / "crashes")[1]["arguments"] == arguments
    shutil.rmtree(tmp_path / "crashes")


def test_the_vendor_command_line_reports_its_bugs_too(tmp_path, monkeypatch, capsys):
    from hlo2penguin import pipeline

    def bug(*_, **__):
        raise ZeroDivisionError("planted")

    monkeypatch.setattr(pipeline, "convert", bug)
    monkeypatch.setenv("HLO2PENGUIN_CRASH_DIR", str(tmp_path / "crashes"))
    (tmp_path / "add.mlir").write_text(ADD)
    with pytest.raises(SystemExit) as left:
        cli.main(["--input", str(tmp_path / "add.mlir"), "--out-dir", str(tmp_path), "--output", "penguin.py"])
    assert left.value.code == 1
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert (reproducer(tmp_path / "crashes")[0] / "1-add.mlir").exists()
