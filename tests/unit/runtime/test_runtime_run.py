import builtins
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hlo2penguin as h2p
from hlo2penguin.runtime import run

ADD = """
func.func @main(%a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
  %c = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %0 = stablehlo.add %a, %b : tensor<3xf32>
  %1 = stablehlo.multiply %0, %c : tensor<3xf32>
  return %1 : tensor<3xf32>
}
"""
REDUCE = """
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
A, B = np.array([1, 2, 3], np.float32), np.array([4, 5, 6], np.float32)


@pytest.fixture
def saved(tmp_path: Path) -> str:
    return h2p.convert(ADD).save(str(tmp_path))


def test_a_path_a_text_and_a_model_run_alike(saved: str) -> None:
    expected = ((A + B) * A).tolist()
    assert run(saved, [A, B])[0].tolist() == expected
    program = h2p.convert(ADD)
    assert run(program.text, [A, B], constants=program.constants)[0].tolist() == expected
    assert h2p.run(h2p.read(saved), [A, B])[0].tolist() == expected


def test_random_inputs_follow_the_seed(saved: str) -> None:
    assert run(saved, seed=1)[0].tolist() == run(saved, seed=1)[0].tolist()
    assert run(saved, seed=1)[0].tolist() != run(saved, seed=2)[0].tolist()


def test_several_devices_in_one_process() -> None:
    text = h2p.convert(REDUCE).text
    stack = np.arange(8, dtype=np.float32).reshape(4, 2)
    (found,) = run(text, [stack])
    assert found.tolist() == [stack.sum(0).tolist()] * 4
    (shared,) = run(text, [stack[0]], devices=4)
    assert shared.tolist() == [(4 * stack[0]).tolist()] * 4


def test_too_few_devices_are_refused() -> None:
    text = h2p.convert(REDUCE).text
    with pytest.raises(h2p.Refused) as caught:
        run(text, devices=2)
    assert caught.value.code == "H2P306"
    with pytest.raises(h2p.Refused) as caught:
        run(text, devices=64)
    assert caught.value.code == "H2P301"


def test_an_absent_platform_is_refused(saved: str) -> None:
    with pytest.raises(h2p.Refused) as caught:
        run(saved, platform="tpu")
    assert caught.value.code == "H2P303"


def test_without_jax_the_extra_is_named(saved: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def absent(name: str, *args: Any) -> Any:
        if name.partition(".")[0] == "jax":
            raise ImportError(name)
        return real(name, *args)

    monkeypatch.setattr("hlo2penguin.runtime.xla.importlib.import_module", absent)
    with pytest.raises(h2p.Refused) as caught:
        run(saved)
    assert caught.value.code == "H2P300"
    assert "hlo2penguin[run]" in str(caught.value)


CHILD = """
import sys
import numpy as np
from hlo2penguin.runtime import run
path, port, number = sys.argv[1:]
data = np.full((2, 2), [1, 2], np.float32)
found = run(path, [data], coordinator=f"localhost:{port}", process_id=int(number), num_processes=2)
assert found[0].tolist() == [[2, 4]], found
"""


def test_processes_that_show_more_devices_than_they_use(tmp_path: Path) -> None:
    """Two devices in two processes of which each shows several (the flag of this folder's conftest)."""
    path = h2p.convert(REDUCE.replace("[[0, 1, 2, 3]]", "[[0, 1]]").replace("1x4", "1x2")).save(str(tmp_path))
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    children = [subprocess.Popen([sys.executable, "-c", CHILD, path, str(port), str(n)]) for n in range(2)]
    try:
        assert [child.wait(timeout=240) for child in children] == [0, 0]
    finally:
        for child in children:
            child.kill()
