"""StableHLO's reference interpreter as the oracle. As it aborts on ops that it lacks, it gets a process of its own."""

from __future__ import annotations

import functools
import os
import tempfile
from collections.abc import Sequence
from typing import Any

import numpy as np

from hlo2penguin.diagnostics import Diagnostic, Refused
from hlo2penguin.mlir.constants import NUMPY_DTYPES
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.parse import bytecode
from hlo2penguin.runtime.worker import Died, Worker

__all__ = ["interpret"]

Arrays = list[np.ndarray[Any, Any]]


def interpret(module: ir.Module, inputs: Sequence[np.ndarray[Any, Any]]) -> Arrays:
    """`@main`'s results by the reference interpreter. Raises Refused (H2P307) where it stops."""
    sent = [(array.shape, array.dtype.name, array.tobytes()) for array in inputs]
    worker = _worker()
    with tempfile.NamedTemporaryFile(prefix="hlo2penguin-") as log:
        try:
            worker.send(bytecode(module), sent, log.name)
            found: list[tuple[tuple[int, ...], str, bytes]] = worker.receive()
        except (Died, OSError) as death:
            _worker.cache_clear()
            worker.close()
            said = log.read().decode(errors="replace").strip() or str(death).strip()
            reason = said.splitlines()[-1].removeprefix("LLVM ERROR: ").partition(" However,")[0]
            cause = f"the reference interpreter cannot run the program: {reason}"
            raise Refused(Diagnostic("H2P307", cause, "use the oracle xla")) from None
    return [_array(*entry) for entry in found]


@functools.cache
def _worker() -> Worker:
    """The interpreter's process, kept until it dies: starting one takes longer than most programs."""
    return Worker(_evaluate, daemon=True)


_BY_NAME = {dtype.name: dtype for dtype in NUMPY_DTYPES.values()}


def _array(shape: tuple[int, ...], dtype: str, data: bytes) -> np.ndarray[Any, Any]:
    return np.frombuffer(data, _BY_NAME[dtype]).reshape(shape)


def _evaluate(
    program: bytes, inputs: Sequence[tuple[tuple[int, ...], str, bytes]], log: str
) -> list[tuple[tuple[int, ...], str, bytes]]:
    """In the child. Arrays travel as bytes, as ml_dtypes do not pickle everywhere; what the interpreter says goes to
    `log`, as it says it last when it aborts."""
    with open(log, "ab") as file:
        os.dup2(file.fileno(), 2)
    from hlo2penguin.mlir.interpreter import evaluate

    results = evaluate(program, [_array(*entry) for entry in inputs])
    return [(array.shape, array.dtype.name, np.ascontiguousarray(array).tobytes()) for array in results]
