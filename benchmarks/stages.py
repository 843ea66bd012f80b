"""The stages of a conversion against the MLIR floor F: `Module.parse` plus `str(module)` of the same program."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks import floors
from benchmarks.measure import best, child, command
from benchmarks.models import EXAMPLE, Model, chain, clusters, compile_cache, transformer
from hlo2penguin.load.isolation import isolated
from hlo2penguin.mlir.context import ir, new_context
from hlo2penguin.mlir.hlo_import import stablehlo_of_proto
from hlo2penguin.options import Options
from hlo2penguin.penguin import read_text
from hlo2penguin.pipeline import Program, Session, convert
from hlo2penguin.save import save_files

__all__ = ["measure"]

Measured = tuple[str, float, str, float | None]

ROUNDS = 12
"""Of so many runs the fastest counts: other tenants of a machine slow down single ones, Python more than C++."""


def measure(folder: Path, smoke: bool) -> Iterator[Measured]:
    """All rows: name, value, unit, target."""
    layers, many, length = (1, 2, 2_000) if smoke else (32, 128, 300_000)
    model = transformer(layers, folder)
    count = _operations(model.text)
    floor, rows = _stages(model)
    yield f"F: MLIR parse + print, {model.name}", floor * 1e6 / count, "us/op", None
    yield from rows
    yield from floors.measure(model.text, floor)
    yield from _growth(model, transformer(many, folder), chain(length))
    yield from _fuse_growth(chain(length // 33), chain(length))
    yield from _fuse_growth(clusters(length // 1000), clusters(length // 30))
    yield "memory above the MLIR module, text included", _memory(model, count, folder), "KB/op", 1.5
    yield from _start_up()
    yield from _constants(folder, 1 << (20 if smoke else 30))
    yield from _batch(folder, *((1, 4) if smoke else (10, None)))


def _operations(text: str) -> int:
    session = Session(Options())
    session.load(text)
    session.prepare()
    return sum(1 for _ in session.module.body.operations[0].regions[0].blocks[0].operations)


def _seconds(source: str | bytes, options: Options) -> dict[str, float]:
    """Seconds of each stage of a conversion, and of all of it as `total`."""
    programs: list[Program] = []
    total = best(lambda: programs.append(convert(source, options)), 1)
    return {**programs[0].timing, "total": total}


def _import_seconds(proto: bytes) -> float:
    return best(lambda: stablehlo_of_proto(proto), 1)


def _stages(model: Model) -> tuple[float, list[Measured]]:
    """Seconds of the floor, and the rows of the stages.

    All are taken in turn, so that a slow minute of the machine meets all of them.
    """
    text, proto, context = model.text, model.proto, new_context()
    floor_runs: list[float] = []
    plain: list[dict[str, float]] = []
    fused: list[dict[str, float]] = []
    imported: list[tuple[float, float]] = []
    for _ in range(ROUNDS):
        floor_runs.append(best(lambda: str(ir.Module.parse(text, context)), 2))
        plain.append(_seconds(text, Options(remarks=False)))
        fused.append(_seconds(text, Options(fuse="all", remarks=False)))
        if proto is not None:
            # The importer in memory that is new to its process, as it is where one program is converted.
            alone = isolated(_import_seconds, proto)
            imported.append((alone, _seconds(proto, Options(remarks=False))["total"]))
    floor = min(floor_runs)

    def ratio(runs: list[dict[str, float]], stage: str) -> float:
        return min(run[stage] for run in runs) / floor

    rows: list[Measured] = [
        ("load, StableHLO text", ratio(plain, "load"), "F", None),
        ("prepare", ratio(plain, "prepare"), "F", None),
        ("fuse, all sub-passes", ratio(fused, "fuse"), "F", 0.5),
        ("print", ratio(plain, "print"), "F", 1.2),
        ("convert from StableHLO text", ratio(plain, "total"), "F", 3),
    ]
    if imported:
        alone, whole = (min(seconds) for seconds in zip(*imported, strict=True))
        rows.append(("HLO import alone", alone / floor, "F", None))
        rows.append(("convert from HLO proto, above the HLO import", (whole - alone) / floor, "F", 3))
    printed = convert(text, Options(remarks=False)).text
    rows.append(("read", best(lambda: read_text(printed, "penguin.py"), ROUNDS) / floor, "F", 3))
    return floor, rows


def _growth(model: Model, large: Model, long: Model) -> Iterator[Measured]:
    """Time per op of larger programs, taken in turn; that of the floor tells what the machine's caches have to do."""
    options, context = Options(fuse="all", remarks=False), new_context()
    counts = {each.name: _operations(each.text) for each in (model, large, long)}
    floor_runs: dict[str, list[float]] = {}
    times: dict[str, list[float]] = {}
    for each in (model, large, long, model, large, model, large):
        floor_runs.setdefault(each.name, []).append(best(lambda m=each: str(ir.Module.parse(m.text, context)), 2))
        times.setdefault(each.name, []).append(best(lambda m=each: convert(m.text, options), 2))

    def per_op(seconds: dict[str, list[float]], each: Model) -> float:
        return min(seconds[each.name]) / counts[each.name]

    for each in (large, long):
        name = f"{each.name} against {model.name}"
        yield f"time per op, {name}", per_op(times, each) / per_op(times, model), "x", 1.2
        yield f"the same of the floor F, {name}", per_op(floor_runs, each) / per_op(floor_runs, model), "x", None


def _fuse_growth(small: Model, large: Model) -> Iterator[Measured]:
    options = Options(fuse="all", remarks=False)
    counts = {model.name: _operations(model.text) for model in (small, large)}
    times: dict[str, float] = {}
    for model in (small, small, large, small, small, large, small):
        seconds = _seconds(model.text, options)["fuse"] / counts[model.name]
        times[model.name] = min(seconds, times.get(model.name, seconds))
    yield f"fuse, time per op, {large.name} against {small.name}", times[large.name] / times[small.name], "x", 1.5


_MEMORY = """
import json, re, sys
from hlo2penguin.pipeline import Session
from hlo2penguin.options import Options

def kilobytes(name):
    return int(re.search(name + r":\\s+(\\d+) kB", open("/proc/self/status").read())[1])

session = Session(Options(remarks=False))
session.load(sys.argv[1])
open("/proc/self/clear_refs", "w").write("5")  # the peak counts from here
loaded = kilobytes("VmRSS")
session.prepare(); session.fuse(); printed = session.print()
print(json.dumps({"loaded": loaded, "end": kilobytes("VmHWM")}))
"""


def _memory(model: Model, count: int, folder: Path) -> float:
    path = folder / "memory.mlir"
    path.write_text(model.text)
    peaks = child(_MEMORY, str(path))
    return (peaks["end"] - peaks["loaded"]) / count


def _start_up() -> Iterator[Measured]:
    python, tool = sys.executable, str(Path(sys.executable).with_name("hlo2penguin"))
    empty = command(python, "-c", "pass")
    yield (
        "import hlo2penguin, above an empty interpreter",
        command(python, "-c", "import hlo2penguin") - empty,
        "s",
        0.05,
    )
    yield "hlo2penguin --help", command(tool, "--help"), "s", 0.15
    example = str(EXAMPLE.with_name("mlp.mlir"))
    yield "hlo2penguin convert, MLP example", command(tool, "convert", "-q", example), "s", 0.5


def _constants(folder: Path, size: int) -> Iterator[Measured]:
    """A weight of `size` bytes to `.npy`, against numpy writing the same bytes to the same disk."""
    array = np.arange(size // 4, dtype=np.float32)

    def write() -> None:
        with open(folder / "raw.bin", "wb") as file:
            array.tofile(file)
            file.flush()
            os.fsync(file.fileno())

    raw = best(write, 4)
    written = best(lambda: save_files({"weight.npy": array}, str(folder)), 4)
    yield f"constant of {size >> 20} MB to .npy, against a raw write", written / raw, "x disk", 1.5


def _batch(folder: Path, copies: int, limit: int | None) -> Iterator[Measured]:
    """A compile cache by two processes against one, nothing remembered."""
    tool, cache = str(Path(sys.executable).with_name("hlo2penguin")), compile_cache(folder, copies, limit)
    if cache is None:
        return

    def run(jobs: int) -> float:
        out = str(folder / f"batch{jobs}")
        return command(tool, "batch", str(cache), "--out", out, "--no-cache", "--jobs", str(jobs), repeat=1)

    serial = run(1)
    yield "batch, two processes against one", run(2) / serial, "x", 0.6
