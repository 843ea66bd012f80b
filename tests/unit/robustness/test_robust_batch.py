"""A batch that is killed goes on where it stopped."""

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np

COMMAND = "from hlo2penguin import cli; cli.main()"


def program(number):
    values = ", ".join(str(float(number + i)) for i in range(4))
    return f"""func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
  %c = stablehlo.constant dense<[{values}]> : tensor<4xf32>
  %y = stablehlo.add %x, %c : tensor<4xf32>
  return %y : tensor<4xf32>
}}"""


def start(folder):
    command = [sys.executable, "-c", COMMAND, "batch", str(folder / "in"), "--out", str(folder / "out"), "--jobs=1"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_killed_and_started_again(tmp_path):
    (tmp_path / "in").mkdir()
    for number in range(40):
        (tmp_path / "in" / f"{number:02}.mlir").write_text(program(number))
    out = tmp_path / "out"
    first = start(tmp_path)
    deadline = time.monotonic() + 60
    while len(list(out.glob(".hlo2penguin-cache/*.json"))) < 3 and time.monotonic() < deadline:
        time.sleep(0.005)
    first.send_signal(signal.SIGKILL)
    first.communicate()
    for text in out.glob("*.mlir/penguin.py"):
        assert text.read_text().endswith("ir=v0\n")
        assert np.load(text.parent / "constant.1.npy").shape == (4,)
    done = len(list(out.glob(".hlo2penguin-cache/*.json")))

    second = start(tmp_path)
    said, errors = second.communicate(timeout=120)
    assert second.returncode == 0, errors
    results = [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]
    assert [result["status"] for result in results] == ["converted"] * 40
    assert sum(result["cached"] for result in results) >= done >= 3
    assert "40 inputs" in said
    for number in range(40):
        folder = out / f"{number:02}.mlir"
        assert sorted(os.listdir(folder)) == ["constant.1.npy", "penguin.py"]
        assert np.load(folder / "constant.1.npy")[0] == number


def test_a_bug_costs_one_input_and_leaves_its_reproducer(tmp_path, monkeypatch):
    from hlo2penguin import batch, pipeline
    from hlo2penguin.options import Options

    path = tmp_path / "a.mlir"
    path.write_text(program(1))

    def bug(*_):
        raise KeyError("planted")

    monkeypatch.setattr(pipeline, "convert", bug)
    (task,) = batch.plan([str(path)], str(tmp_path / "out"), Options())
    result = batch.perform(task)
    assert (result.status, result.code) == ("error", "H2P099")
    assert result.message.startswith("KeyError: 'planted'; report it with ")
    (found,) = (tmp_path / "out" / batch.CRASHES).iterdir()
    assert (found / "1-a.mlir").read_text() == program(1)
