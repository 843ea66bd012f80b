"""Bugs and native crashes: one line, a reproducer, exit status 1, for every command."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from hlo2penguin import cli, convert
from hlo2penguin.save import finish

ADD = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.add %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
"""
SABOTAGE = """
import os, sys, time
how = sys.argv.pop(1)
from hlo2penguin import cli, convert
from hlo2penguin.save import finish
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


IN_WORKERS = """
import os
from hlo2penguin import cli, convert
from hlo2penguin.save import finish
from hlo2penguin.printer import program
def broken(op, statements):
    if os.environ["HOW"] == "raise":
        raise KeyError("a bug")
    os.kill(os.getpid(), int(os.environ["HOW"]))
program.EMITTERS["add"] = broken
if __name__ == "__main__":
    cli.main()
"""


@pytest.mark.parametrize("how", ["raise", str(int(signal.SIGSEGV))])
@pytest.mark.parametrize("command", ["verify", "batch", "batch --verify"])
def test_commands_with_workers_leave_a_reproducer_for_each_bug(tmp_path, command, how):
    """The workers import the file again, and so have the bug too."""
    (tmp_path / "broken.py").write_text(IN_WORKERS)
    (tmp_path / "add.mlir").write_text(ADD)
    line = [*command.split(), "add.mlir", "--fuse=all", "--crash-dir=crashes"]
    line += ["--out=out"] if "batch" in command else []
    result = subprocess.run(
        [sys.executable, "broken.py", *line],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "HOW": how},
    )
    found, report = reproducer(tmp_path / "crashes")
    assert result.returncode == 1
    assert result.stderr == ""
    (said,) = [line for line in result.stdout.splitlines() if "add.mlir" in line]
    assert ("KeyError: 'a bug' at stablehlo.add" if how == "raise" else "the process ended with code -11") in said
    assert said.endswith(f"report it with crashes/{found.name}, which holds the program")
    assert (found / "1-add.mlir").read_text() == ADD
    assert report["command"] == f"hlo2penguin {'convert' if command == 'batch' else 'verify'} 1-add.mlir"
    assert "fuse='all'" in report["options"]
    if how == "raise":
        assert "KeyError" in (found / "traceback.txt").read_text()


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


@pytest.mark.parametrize("arguments", [[], ["--crash-dir"], ["convert", "--crash-dir"]])
def test_a_command_line_without_a_command_is_wrong_usage(arguments):
    command = [sys.executable, "-m", "hlo2penguin", *arguments]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode in (0, 2)
    assert "Traceback" not in result.stderr
    assert re.search("Usage:|requires an argument", result.stdout + result.stderr)


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


KILLS = 200 if os.environ.get("HLO2PENGUIN_STRESS") else 10
WITH_CONSTANTS = """func.func @main(%x: tensor<200x200xf32>) -> tensor<200x200xf32> {{
  %i = stablehlo.iota dim = 0 : tensor<200x200xf32>
  %c = stablehlo.constant dense<{value}> : tensor<2x200xf32>
  %d = stablehlo.slice %c [0:1, 0:200] : (tensor<2x200xf32>) -> tensor<1x200xf32>
  %e = stablehlo.broadcast_in_dim %d, dims = [0, 1] : (tensor<1x200xf32>) -> tensor<200x200xf32>
  %y = stablehlo.{op} %x, %e : tensor<200x200xf32>
  return %y : tensor<200x200xf32>
}}
"""


def test_convert_killed_at_random_moments(tmp_path):
    """The whole command, and the process that it starts, again and again into one directory."""
    commands, whole, out = [], {}, tmp_path / "out" / "penguin.py"
    for number, op in ((1, "add"), (2, "multiply")):
        data = np.arange(400, dtype=np.float32).reshape(2, 200) * number
        path = tmp_path / f"{number}.mlir"
        value = np.array2string(data, separator=",", threshold=999)
        path.write_text(WITH_CONSTANTS.format(value=value, op=op))
        commands.append([sys.executable, "-m", "hlo2penguin", "convert", str(path), "-o", str(out)])
        program = convert(str(path))
        whole[program.text] = program.constants
        assert program.constants
    dice, killed = random.Random(3), 0
    for number in range(KILLS):
        process = subprocess.Popen(
            commands[number % 2], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        time.sleep(dice.uniform(0.0, 1.0))
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()  # until nobody holds its output any more
        killed += process.returncode == -signal.SIGKILL
        finish(str(out))
        if out.exists():
            for name, array in whole[out.read_text()].items():
                assert np.array_equal(np.load(out.parent / name), array)
    assert killed > 0
    subprocess.run(commands[0], check=True)
    (text,) = [text for text in whole if text == out.read_text()]
    assert {path.name for path in out.parent.iterdir()} == {"penguin.py", *whole[text]}


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
