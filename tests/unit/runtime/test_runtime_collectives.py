"""Every collective in one program, on eight devices, against numpy alone."""

import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import hlo2penguin as h2p
from hlo2penguin.runtime import verify

DEVICES = 8
HALVES = ((0, 1, 2, 3), (4, 5, 6, 7))
ACROSS = ((0, 4), (1, 5), (2, 6), (3, 7))
BACKWARDS = ((7, 6, 5, 4, 3, 2, 1, 0),)
PARITY = ((0, 2, 4, 6), (1, 3, 5, 7))
RING = tuple((device, (device + 1) % DEVICES) for device in range(DEVICES))


def dense(rows: tuple[tuple[int, ...], ...]) -> str:
    return f"dense<{[list(row) for row in rows]}> : tensor<{len(rows)}x{len(rows[0])}xi64>"


SUM = """({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %o = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %o : tensor<f32>
  })"""
ALL_FIVE = f"""
func.func @main(%x: tensor<16x4xf32>)
    -> (tensor<16x4xf32>, tensor<16x4xf32>, tensor<32x4xf32>, tensor<4x4xf32>, tensor<1x16xf32>) {{
  %a = "stablehlo.all_reduce"(%x) {SUM} {{replica_groups = {dense(HALVES)}}} : (tensor<16x4xf32>) -> tensor<16x4xf32>
  %y = stablehlo.multiply %a, %x : tensor<16x4xf32>
  %p = "stablehlo.collective_permute"(%y) {{source_target_pairs = {dense(RING)}}}
    : (tensor<16x4xf32>) -> tensor<16x4xf32>
  %g = "stablehlo.all_gather"(%p) {{all_gather_dim = 0 : i64, replica_groups = {dense(ACROSS)}}}
    : (tensor<16x4xf32>) -> tensor<32x4xf32>
  %s = "stablehlo.reduce_scatter"(%g) {SUM} {{scatter_dimension = 0 : i64, replica_groups = {dense(BACKWARDS)}}}
    : (tensor<32x4xf32>) -> tensor<4x4xf32>
  %t = "stablehlo.all_to_all"(%s) {{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 4 : i64,
    replica_groups = {dense(PARITY)}}} : (tensor<4x4xf32>) -> tensor<1x16xf32>
  return %a, %p, %g, %s, %t
    : tensor<16x4xf32>, tensor<16x4xf32>, tensor<32x4xf32>, tensor<4x4xf32>, tensor<1x16xf32>
}}
"""


def group_of(groups: tuple[tuple[int, ...], ...], device: int) -> tuple[int, ...]:
    return next(group for group in groups if device in group)


def by_numpy(x: np.ndarray) -> list[np.ndarray]:
    """What each collective gives, device by device; whole numbers small enough for exact sums."""
    everyone = range(DEVICES)
    reduced = np.stack([sum(x[member] for member in group_of(HALVES, device)) for device in everyone])
    sent = reduced * x
    permuted = np.empty_like(sent)
    for source, target in RING:
        permuted[target] = sent[source]
    gathered = np.stack([np.concatenate(permuted[list(group_of(ACROSS, device))]) for device in everyone])
    parts = np.split(gathered.sum(0), DEVICES)
    scattered = np.stack([parts[BACKWARDS[0].index(device)] for device in everyone])
    exchanged: list[np.ndarray] = []
    for device in everyone:
        group = group_of(PARITY, device)
        place = group.index(device)
        exchanged.append(np.concatenate([scattered[member][place : place + 1] for member in group], axis=1))
    return [reduced, permuted, gathered, scattered, np.stack(exchanged)]


CHILD = """
import sys
from pathlib import Path
import numpy as np
from hlo2penguin.runtime import run

path, data, coordinator, number, processes = sys.argv[1:]
number, processes = int(number), int(processes)
arrays = np.load(data)
together = {"coordinator": coordinator, "process_id": number, "num_processes": processes} if processes > 1 else {}
found = run(path, [arrays["input"]], devices=8, **together)
share = 8 // processes
for name, array in zip("apgst", found, strict=True):
    want = arrays[name][number * share : (number + 1) * share]
    assert array.dtype == want.dtype and array.shape == want.shape, (name, array.shape)
    np.testing.assert_array_equal(array, want, name)
"""


@pytest.mark.parametrize("processes", [1, 2])
def test_all_collectives_give_what_numpy_says(processes: int, tmp_path: Path) -> None:
    path = h2p.convert(ALL_FIVE).save(str(tmp_path))
    assert {op.form.name for op in h2p.read(path).ops} == {
        *("all_reduce", "binary", "collective_permute", "all_gather", "reduce_scatter", "all_to_all")
    }
    x = np.random.default_rng(5).integers(-4, 5, (DEVICES, 16, 4)).astype(np.float32)
    expected = dict(zip("apgst", by_numpy(x), strict=True))
    data = tmp_path / "data.npz"
    np.savez(data, input=x, **expected)
    with socket.socket() as free:
        free.bind(("localhost", 0))
        coordinator = f"localhost:{free.getsockname()[1]}"
    command = [sys.executable, "-c", CHILD, path, str(data), coordinator]
    children = [subprocess.Popen([*command, str(number), str(processes)]) for number in range(processes)]
    try:
        assert [child.wait(timeout=240) for child in children] == [0] * processes
    finally:
        for child in children:
            child.kill()


@pytest.mark.parametrize("fuse", ["none", "all"])
def test_all_collectives_verify(fuse: str) -> None:
    verdict = verify(ALL_FIVE, h2p.Options(fuse=fuse))
    assert verdict.status == "verified", verdict.message
    assert [output.max_ulp for output in verdict.outputs] == [0] * 5
