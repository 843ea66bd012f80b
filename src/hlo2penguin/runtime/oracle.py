"""What a source program computes: its own module, as imported, run by XLA or by StableHLO's reference interpreter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np

from hlo2penguin.diagnostics import Diagnostic, Place, Refused
from hlo2penguin.mlir.context import ir, run_passes
from hlo2penguin.mlir.edit import functions, nested_operations
from hlo2penguin.mlir.fusions import inline_fusions
from hlo2penguin.mlir.kinds import dialect_of, kind
from hlo2penguin.mlir.manual import address_partitions, copy_module, drop_aliases
from hlo2penguin.mlir.parse import Problem, problems_of
from hlo2penguin.options import Options
from hlo2penguin.prepare import manual_computation
from hlo2penguin.prepare.inline import run as inline_calls
from hlo2penguin.prepare.state import PrepareState
from hlo2penguin.runtime.calls import replace_known_calls
from hlo2penguin.runtime.interpreter import interpret
from hlo2penguin.runtime.xla import Engine

__all__ = ["OracleName", "Run", "reference_module", "runner"]

OracleName = Literal["xla", "interpreter"]
"""Which engine runs the source program."""

Run = Callable[[Sequence[Sequence[np.ndarray[Any, Any]]]], list[list[np.ndarray[Any, Any]]]]
"""From inputs per device to results per device."""


def reference_module(module: ir.Module) -> ir.Module:
    """A copy of an imported module in StableHLO that XLA can take.

    Calls that XLA lacks get their definitions, manual computations over all of `@main` become one device's program,
    collectives are addressed by partition. Nothing else is done to it.
    """
    module = copy_module(module)
    operations = [op for function in functions(module) for op in nested_operations(function)]
    dialects = {dialect_of(op) for op in operations}
    if any(kind(op) == "fusion" for op in operations):
        inline_fusions(module)
    if "mhlo" in dialects:
        try:
            run_passes(module, "hlo-legalize-to-stablehlo")
        except ir.MLIRError as error:
            raise Refused(map(_unwritable, problems_of(error))) from error
    if "sdy" in dialects or _has_manual_calls(operations):
        _localize(module)
    replace_known_calls(module)
    address_partitions(module)
    drop_aliases(module)
    return module


def _unwritable(problem: Problem) -> Diagnostic:
    where = problem.where
    cause = f"the program cannot be written in StableHLO: {problem.message}"
    return Diagnostic("H2P308", cause, "", Place(where.file, where.line, where.column, where.op_name), problem.op)


def _has_manual_calls(operations: Sequence[ir.OpView]) -> bool:
    names = ("xla.sdy.", "SPMDFullToShard")
    targets = (op.operation.attributes.get("call_target_name") for op in operations if kind(op) == "custom_call")
    return any(ir.StringAttr(target).value.startswith(names) for target in targets if target is not None)


def _localize(module: ir.Module) -> None:
    from hlo2penguin.mlir.decode import Decoder

    state = PrepareState(Options(), Decoder(), [], [])
    inline_calls(module, state)
    manual_computation.run(module, state)
    if state.problems:
        raise Refused(state.problems)


def runner(module: ir.Module, oracle: OracleName, engine: Engine) -> Run:
    """What runs a reference module: from inputs per device to results per device.

    Raises Refused: H2P304 here, where XLA cannot compile it, or H2P307 from the run, where the interpreter stops.
    """
    if oracle == "xla":
        return engine.compile(module)
    if len(engine.devices) > 1:
        cause = "the reference interpreter runs programs of one device"
        raise Refused(Diagnostic("H2P307", cause, "use the oracle xla"))
    return lambda inputs: [interpret(module, inputs[0])]
