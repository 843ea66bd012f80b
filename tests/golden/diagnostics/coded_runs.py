"""Codes of files, of many programs, of running and verifying, and of bugs of this tool."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from coded_models import Problems, model, refused
from coded_programs import ADD, NO_STABLEHLO, gather, one
from refused_programs import CALL, main

from hlo2penguin import DOCUMENTED, Options, convert, read
from hlo2penguin.batch import find_inputs, plan, run_batch
from hlo2penguin.crash import broke_down, worker_died
from hlo2penguin.fusion.codegen import Generator
from hlo2penguin.fusion.dominance import repair
from hlo2penguin.load import load
from hlo2penguin.metrics import Metrics
from hlo2penguin.mlir.context import ir, new_context
from hlo2penguin.mlir.decode import Decoder
from hlo2penguin.mlir.edit import entry_block, main_function
from hlo2penguin.printer import print_program
from hlo2penguin.reduce import reduce_text

# Files, and many programs


def save_below_a_file(folder: Path, _: pytest.MonkeyPatch) -> Problems:
    (folder / "file").write_text("")
    return refused(convert(ADD).save, "file")


def save_beside_another(folder: Path, _: pytest.MonkeyPatch) -> Problems:
    first = one("stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>", "", "tensor<2xf32>")
    convert(first).save("out", "first.py")
    return refused(convert(first.replace("2.0", "3.0")).save, "out", "second.py")


def batch_of_nothing(_: Path, __: pytest.MonkeyPatch) -> Problems:
    return refused(find_inputs, ["nowhere/*.mlir", "nothing"])


def batch_without_dask(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Problems:
    monkeypatch.setitem(sys.modules, "distributed", None)
    (folder / "add.mlir").write_text(ADD)
    return refused(run_batch, plan(["add.mlir"], "out", Options()), jobs=1, dask="tcp://127.0.0.1:1")


def reduce_what_does_not_fail(_: Path, __: pytest.MonkeyPatch) -> Problems:
    return refused(reduce_text, ADD, lambda _: False)


# Fusing, and printing what no program's text can be


def repair_beyond_the_limit(_: Path, __: pytest.MonkeyPatch) -> Problems:
    program = ADD.replace("return", "%z = stablehlo.tanh %y : tensor<4x4xf32>\n  return", 1)
    module = load(program).module
    function = main_function(module)
    assert function is not None
    block = entry_block(function)
    first, second = list(block.operations)[:2]
    second.operation.move_before(first.operation)
    return refused(repair, block, limit=0)


def read_a_hidden_value(_: Path, __: pytest.MonkeyPatch) -> Problems:
    """Called by itself, as no program is known that comes so far."""
    hidden: Any = SimpleNamespace(_results={}, _index=SimpleNamespace(taken={"value"}))
    value: Any = "value"
    return refused(Generator._visible, hidden, value)


def _printed(module: ir.Module) -> Problems:
    return refused(print_program, module, Decoder(), Options(), "mhlo", Metrics(0, 0), ())


def print_a_lost_resource(_: Path, __: pytest.MonkeyPatch) -> Problems:
    op = "stablehlo.constant dense_resource<lost> : tensor<4xf32>"
    return _printed(ir.Module.parse(one(op, "", "tensor<4xf32>"), new_context()))


def print_a_fusion_without_return(_: Path, __: pytest.MonkeyPatch) -> Problems:
    module = ir.Module.parse(one("mhlo.tanh %x : tensor<4xf32>", "%x: tensor<4xf32>", "tensor<4xf32>"), new_context())
    function = main_function(module)
    assert function is not None
    block = entry_block(function)
    operand = block.arguments[0]
    kind = {"FusionKind": ir.StringAttr.get("Elementwise", module.context)}
    with module.context, ir.Location.name("fusion"):
        at = ir.InsertionPoint.at_block_begin(block)
        fusion = ir.Operation.create("mhlo.fusion", [operand.type], [operand], kind, regions=1, ip=at)
        body = fusion.regions[0].blocks.append(operand.type)
        ir.Operation.create("mhlo.tanh", [operand.type], [body.arguments[0]], ip=ir.InsertionPoint(body))
    return _printed(module)


# Running and verifying


def run_without_jax(_: Path, monkeypatch: pytest.MonkeyPatch) -> Problems:
    from hlo2penguin.runtime import xla

    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(xla, "importlib", SimpleNamespace(import_module=absent))
    return refused(xla.Engine)


def run_on_many_devices(_: Path, __: pytest.MonkeyPatch) -> Problems:
    from hlo2penguin.runtime.xla import Engine

    return refused(Engine, 4096, "cpu")


def join_nobody(_: Path, monkeypatch: pytest.MonkeyPatch) -> Problems:
    from hlo2penguin.runtime import xla

    def initialize(*_: object) -> None:
        raise RuntimeError("DEADLINE_EXCEEDED")

    jax = SimpleNamespace(
        config=SimpleNamespace(update=lambda *_: None), distributed=SimpleNamespace(initialize=initialize)
    )
    monkeypatch.setattr(xla, "_jax", lambda: jax)
    return refused(xla.connect, "host:1234", 1, 2)


def run_elsewhere(_: Path, __: pytest.MonkeyPatch) -> Problems:
    from hlo2penguin.runtime.xla import Engine

    return refused(Engine, 1, "tpu")


def compile_an_unknown_call(_: Path, __: pytest.MonkeyPatch) -> Problems:
    from hlo2penguin.runtime.xla import Engine

    return refused(Engine(1, "cpu").compile, load(main(CALL.format("Nobody", ""))).module)


def run_on_other_inputs(_: Path, __: pytest.MonkeyPatch) -> Problems:
    import numpy as np

    from hlo2penguin.runtime.inputs import fitted_inputs

    return refused(fitted_inputs, model(), [np.ones((4, 8), np.int32), np.ones((8, 5), np.float32)], 1, range(1))


def run_on_too_few_devices(_: Path, __: pytest.MonkeyPatch) -> Problems:
    from hlo2penguin.runtime import run

    return refused(run, read(convert(gather()).text, name="penguin.py"), devices=1)


def interpret_on_two_devices(_: Path, __: pytest.MonkeyPatch) -> Problems:
    from hlo2penguin.runtime.oracle import runner

    engine: Any = SimpleNamespace(devices=(0, 1))
    return refused(runner, load(ADD).module, "interpreter", engine)


def run_what_is_no_stablehlo(_: Path, __: pytest.MonkeyPatch) -> Problems:
    from hlo2penguin.runtime.oracle import reference_module

    return refused(reference_module, load(one(NO_STABLEHLO, "%x: tensor<4xf32>", "tensor<4xf32>")).module)


def compare_other_outputs(_: Path, __: pytest.MonkeyPatch) -> Problems:
    import numpy as np

    from hlo2penguin.runtime import verify as _  # noqa: F401

    module = sys.modules["hlo2penguin.runtime.verify"]
    return refused(module._all, ["output0"], [np.ones(2)], [np.ones(2), np.ones(2)])


def verify_without_memory(_: Path, __: pytest.MonkeyPatch) -> Problems:
    from hlo2penguin.runtime import verify as _  # noqa: F401

    return refused(sys.modules["hlo2penguin.runtime.verify"]._check_memory, model(), 1 << 40)


def verify_what_a_profile_drops(_: Path, __: pytest.MonkeyPatch) -> Problems:
    from hlo2penguin.runtime.loss import refuse_losses

    sort = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.compare LT, %b, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
}
"""
    options = Options(profile=DOCUMENTED)
    return refused(refuse_losses, sort, options, "program.mlir", read(convert(sort, options).text))


# Bugs


def raise_a_bug(folder: Path, _: pytest.MonkeyPatch) -> Problems:
    (folder / "program.mlir").write_text(ADD)
    try:
        raise KeyError("shape")
    except KeyError as error:
        return (broke_down(error, ["convert", "program.mlir"], "crashes"),)


def lose_a_worker(folder: Path, _: pytest.MonkeyPatch) -> Problems:
    (folder / "program.mlir").write_text(ADD)
    how = "the worker died 2 times: the process ended with code -11"
    return (worker_died(how, ["convert", "program.mlir"], "crashes"),)


CASES = {
    "H2P020-file": save_below_a_file,
    "H2P021-nothing": batch_of_nothing,
    "H2P022-dask": batch_without_dask,
    "H2P023-constants": save_beside_another,
    "H2P024-reduce": reduce_what_does_not_fail,
    "H2P240-order": repair_beyond_the_limit,
    "H2P241-hidden": read_a_hidden_value,
    "H2P300-jax": run_without_jax,
    "H2P301-devices": run_on_many_devices,
    "H2P302-join": join_nobody,
    "H2P303-platform": run_elsewhere,
    "H2P304-compile": compile_an_unknown_call,
    "H2P305-inputs": run_on_other_inputs,
    "H2P306-devices": run_on_too_few_devices,
    "H2P307-interpreter": interpret_on_two_devices,
    "H2P308-stablehlo": run_what_is_no_stablehlo,
    "H2P309-outputs": compare_other_outputs,
    "H2P310-memory": verify_without_memory,
    "H2P311-profile": verify_what_a_profile_drops,
    "H2P098-died": lose_a_worker,
    "H2P099-raised": raise_a_bug,
    "NCC_PYP003-resource": print_a_lost_resource,
    "NCC_PYP052-return": print_a_fusion_without_return,
}
"""Code and word to what gives it, in an empty directory."""
