# ruff: noqa: E501
"""Several conversions at once give the bytes that each gives alone: threads in one process, and processes."""

import hashlib
import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np

from hlo2penguin import Options, convert


def program(number):
    """A program of its own size, shapes and idioms, with constants that are files."""
    n = 3 + number % 5
    values = ", ".join(str(float(i * (number + 1) % 7)) for i in range(n))
    layers = "".join(
        f"""
    %d{i} = stablehlo.dot_general %h{i}, %w, contracting_dims = [1] x [0] : (tensor<{n}x{n}xf32>, tensor<{n}x{n}xf32>) -> tensor<{n}x{n}xf32>
    %l{i} = stablehlo.logistic %d{i} : tensor<{n}x{n}xf32>
    %m{i} = stablehlo.multiply %d{i}, %l{i} : tensor<{n}x{n}xf32>
    %h{i + 1} = stablehlo.add %m{i}, %b : tensor<{n}x{n}xf32>"""
        for i in range(5 + 3 * number)
    )
    return f"""func.func @main(%h0: tensor<{n}x{n}xf32>, %w: tensor<{n}x{n}xf32>) -> tensor<{n}x{n}xf32> {{
    %c = stablehlo.constant dense<[{values}]> : tensor<{n}xf32>
    %b = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<{n}xf32>) -> tensor<{n}x{n}xf32>{layers}
    return %h{5 + 3 * number} : tensor<{n}x{n}xf32>
}}"""


def digest(number):
    converted = convert(program(number), Options(fuse="all"))
    files = "".join(f"{name}{array.tobytes().hex()}" for name, array in sorted(converted.constants.items()))
    remarks = "".join(f"{remark.name}{remark.place}" for remark in converted.remarks)
    return hashlib.sha256((converted.text + files + remarks).encode()).hexdigest()


NUMBERS = [*range(12), *range(11, -1, -1)]


def test_eight_threads():
    alone = {number: digest(number) for number in range(12)}
    assert len(set(alone.values())) == 12
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(digest, NUMBERS)) == [alone[number] for number in NUMBERS]


def hlo(number):
    chain = "".join(f"  v.{i} = f32[{number + 1},4] add(v.{i - 1}, v.{i - 1})\n" for i in range(2, 5 + number))
    return f"HloModule m\nENTRY e {{\n  v.1 = f32[{number + 1},4] parameter(0)\n{chain}  ROOT r.99 = f32[{number + 1},4] tanh(v.{4 + number})\n}}\n"


def test_eight_threads_of_hlo():
    """Native code that may abort then runs in children of one process, one after the other."""
    alone = [convert(hlo(number)).text for number in range(6)]
    assert len(set(alone)) == 6
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(lambda number: convert(hlo(number)).text, [*range(6)] * 3)) == alone * 3


def test_four_processes():
    alone = {number: digest(number) for number in range(12)}
    with ProcessPoolExecutor(4, mp_context=multiprocessing.get_context("spawn")) as processes:
        assert list(processes.map(digest, NUMBERS)) == [alone[number] for number in NUMBERS]


def test_processes_that_write_the_same_program_leave_one_of_theirs(tmp_path):
    with ProcessPoolExecutor(3, mp_context=multiprocessing.get_context("spawn")) as processes:
        done = [processes.submit(convert_and_save, str(tmp_path), number) for number in (0, 1, 2) for _ in range(5)]
        assert all(future.result() for future in done)
    text = (tmp_path / "penguin.py").read_text()
    assert text in [convert(program(number)).text for number in (0, 1, 2)]
    number = next(number for number in (0, 1, 2) if text == convert(program(number)).text)
    for name, array in convert(program(number)).constants.items():
        assert np.load(tmp_path / name).tobytes() == array.tobytes()
    assert {path.name for path in tmp_path.iterdir()} == {"penguin.py", *convert(program(number)).constants}


def convert_and_save(folder, number):
    convert(program(number)).save(folder)
    return True
