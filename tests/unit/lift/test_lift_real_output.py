"""A real dump of the vendor's tool, lifted and run, against its HLO on XLA: 531 inputs, 531 outputs, 15 GB each way."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from lift_programs import engine

from hlo2penguin.lift import lift
from hlo2penguin.load import load
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import entry_block, erase_if_dead, main_function
from hlo2penguin.mlir.manual import copy_module
from hlo2penguin.mlir.results import return_values
from hlo2penguin.penguin import Function, Op, Tensor, read
from hlo2penguin.runtime.oracle import reference_module

pytestmark = pytest.mark.corpus

PART = 512 << 20
"""Bytes of inputs that are run at a time."""
LARGE = 32 << 20
"""Bytes of an output from which on two of its kind are enough; HLO2PENGUIN_STRESS runs them all (some minutes)."""


def size(tensor: Tensor) -> int:
    return 2 * int(np.prod(tensor.shape))


def text_part(function: Function, numbers: Sequence[int]) -> tuple[Function, list[int]]:
    """The text's program for some of its outputs, and the inputs that these need."""
    outputs = [function.outputs[number] for number in numbers]
    needed = {tensor.var for tensor in outputs}
    ops: list[Op] = []
    for op in reversed(function.ops):
        if any(tensor.var in needed for tensor in op.dsts):
            needed.update(tensor.var for tensor in op.srcs)
            ops.insert(0, op)
    inputs = [number for number, tensor in enumerate(function.inputs) if tensor.var in needed]
    part = Function(function.model_type, 0, None, function.style, source=function.source)
    part.inputs, part.outputs = [function.inputs[number] for number in inputs], outputs
    part.statements = [*part.inputs, *ops]
    return part, inputs


def source_part(module: ir.Module, numbers: Sequence[int]) -> tuple[ir.Module, list[int]]:
    """The source program for some of its outputs, and the inputs that these need."""
    module = copy_module(module)
    main = main_function(module)
    assert main is not None
    block = entry_block(main)
    *body, terminator = block.operations
    return_values(main, [terminator.operation.operands[number] for number in numbers])
    for op in reversed(body):
        erase_if_dead(op)
    arguments = list(block.arguments)
    needed = [number for number, value in enumerate(arguments) if next(iter(value.uses), None) is not None]
    for number in reversed(range(len(arguments))):
        if number not in needed:
            block.erase_argument(number)
    kind = ir.FunctionType(ir.TypeAttr(main.operation.attributes["function_type"]).value)
    inputs = [kind.inputs[number] for number in needed]
    main.operation.attributes["function_type"] = ir.TypeAttr.get(
        ir.FunctionType.get(inputs, kind.results, module.context), module.context
    )
    if "arg_attrs" in main.operation.attributes:
        del main.operation.attributes["arg_attrs"]
    assert module.operation.verify()
    return module, needed


def chosen(outputs: list[Tensor]) -> list[int]:
    """All outputs under `LARGE`, and of the larger ones, which repeat layer by layer, the first and last of a shape."""
    large: dict[tuple[int, ...], list[int]] = {}
    for number, tensor in enumerate(outputs):
        if size(tensor) >= LARGE:
            large.setdefault(tensor.shape, []).append(number)
    left_out = set() if os.environ.get("HLO2PENGUIN_STRESS") else {n for same in large.values() for n in same[1:-1]}
    return [number for number in range(len(outputs)) if number not in left_out]


def parts(outputs: list[Tensor], numbers: list[int]) -> Iterator[list[int]]:
    """The numbers in lots of `PART` bytes, as all outputs together do not fit a small machine."""
    part: list[int] = []
    for number in numbers:
        if part and sum(size(outputs[n]) for n in (*part, number)) > PART:
            yield part
            part = []
        part.append(number)
    yield part


def seeded_inputs(function: Function, seed: int) -> list[np.ndarray]:
    """Finite bfloat16 numbers, other ones for each input: each is cut from one sequence at a place of its own."""
    dice = np.random.default_rng(seed)
    longest = max(size(tensor) // 2 for tensor in function.inputs)
    sequence = (dice.integers(0, 1 << 16, longest + (1 << 20), np.uint16) & 0xBFFF).view(ml_dtypes.bfloat16)
    starts = dice.permutation(1 << 20)
    return [
        sequence[start : start + size(tensor) // 2].reshape(tensor.shape)
        for tensor, start in zip(function.inputs, starts, strict=False)
    ]


@pytest.fixture(scope="module")
def dump(evidence: Path) -> tuple[Function, ir.Module]:
    folder = evidence / "real_output"
    function = read(folder / "layout_531io.penguin.py")
    return function, reference_module(load(folder / "layout_531io.hlo.pb").module)


def test_each_output_of_a_dump_comes_from_the_input_that_the_hlo_names(dump: tuple[Function, ir.Module]) -> None:
    function, source = dump
    assert len(function.inputs) == len(function.outputs) == 531
    for number in range(531):
        text, needed = text_part(function, [number])
        assert len(needed) == 1
        assert source_part(source, [number])[1] == needed
        assert lift(text).inputs == (function.inputs[needed[0]].name,)


def test_a_lifted_dump_computes_what_its_hlo_computes(dump: tuple[Function, ir.Module]) -> None:
    function, source = dump
    inputs = seeded_inputs(function, seed=531)
    numbers = chosen(function.outputs)
    moved: set[int] = set()
    for part in parts(function.outputs, numbers):
        text, needed = text_part(function, part)
        module, needed_by_source = source_part(source, part)
        assert needed == needed_by_source
        given = [inputs[number] for number in needed]
        (found,), (expected,) = (engine().compile(m)([given]) for m in (lift(text).module, module))
        for number, mine, theirs, array in zip(part, found, expected, given, strict=True):
            assert mine.dtype == theirs.dtype == ml_dtypes.bfloat16
            assert np.array_equal(mine.view(np.uint16), theirs.view(np.uint16)), function.outputs[number].name
            if not np.array_equal(mine.reshape(-1), array.reshape(-1)):
                moved.add(number)
    # 145 outputs are transposed, 48 of them large ones; the others are their inputs.
    assert len(moved) == 145 - (531 - len(numbers)) // 2
    assert len(numbers) in (439, 531)
