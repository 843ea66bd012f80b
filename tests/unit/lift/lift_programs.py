"""Programs composed op by op, run through the lift."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from hlo2penguin.forms import FORMS
from hlo2penguin.lift import lift
from hlo2penguin.lift.statement import ELEMENT_TYPES
from hlo2penguin.mlir.constants import NUMPY_DTYPES
from hlo2penguin.penguin.model import DebugLocation, Function, Op, Tensor, TensorView
from hlo2penguin.runtime.xla import Engine

TEXT_DTYPES = {NUMPY_DTYPES[element]: name for name, element in ELEMENT_TYPES.items()}


@functools.cache
def engine(devices: int = 1) -> Engine:
    return Engine(devices, "cpu")


class Program:
    """A Penguin program under construction; inputs carry the arrays that it will be run on."""

    def __init__(self) -> None:
        self.function = Function("memory-bound", 0, None)
        self.arrays: list[np.ndarray] = []
        self._next = 0

    def _number(self) -> int:
        self._next += 1
        return self._next

    def tensor(self, shape: tuple[int, ...], dtype: str = "float32", **more: Any) -> Tensor:
        number = self._number()
        view = TensorView(shape, "", tuple(range(len(shape))))
        tensor = Tensor(number, number, f"t.{number}", shape, dtype, view, **more)
        self.function.statements.append(tensor)
        return tensor

    def input(self, array: Any) -> Tensor:
        array = np.asarray(array)
        tensor = self.tensor(array.shape, TEXT_DTYPES[array.dtype])
        self.function.inputs.append(tensor)
        self.arrays.append(array)
        return tensor

    def constant(self, value: Any, shape: tuple[int, ...] = (), dtype: str = "float32") -> Tensor:
        return self.tensor(shape, dtype, value=value)

    def op(self, form: str, srcs: list[Tensor], dsts: list[Tensor], **values: Any) -> list[Tensor]:
        number = self._number()
        location = DebugLocation(f"_{form}.{number}", "model.py", number, 0, number)
        op = Op(number, number, FORMS[form], tuple(srcs), tuple(dsts), values, location, line=number)
        self.function.statements.append(op)
        return dsts

    def run(self, *outputs: Tensor, **options: Any) -> list[np.ndarray]:
        self.function.outputs[:] = outputs
        lifted = lift(self.function, **options)
        return engine().compile(lifted.module)([self.arrays])[0]


def evaluate(form: str, arrays: list[Any], *results: tuple[tuple[int, ...], str], **values: Any) -> list[np.ndarray]:
    """The destinations of one statement over `arrays`."""
    program = Program()
    srcs = [program.input(array) for array in arrays]
    dsts = program.op(form, srcs, [program.tensor(*result) for result in results], **values)
    return program.run(*dsts)
