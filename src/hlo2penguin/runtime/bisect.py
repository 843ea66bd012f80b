"""The first statement whose value is not what the source program has at the op that it stands for.

Both sides are run with every value as a result: the text's statements on one, the ops of the prepared source (flat,
not fused) on the other. They are matched by what a debug location keeps of an op: its name and its HLO id.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hlo2penguin.lift import lift
from hlo2penguin.load import load
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder
from hlo2penguin.mlir.edit import entry_block, main_function
from hlo2penguin.mlir.results import return_values
from hlo2penguin.options import Options
from hlo2penguin.penguin.model import Op
from hlo2penguin.pipeline import Session
from hlo2penguin.runtime.checks import with_checked_results
from hlo2penguin.runtime.compare import Comparison, compare
from hlo2penguin.runtime.draws import fix_draws
from hlo2penguin.runtime.inputs import DRAWS
from hlo2penguin.runtime.oracle import reference_module, runner
from hlo2penguin.runtime.verdict import Departure
from hlo2penguin.runtime.verify import Trial

__all__ = ["first_departure"]

Key = tuple[str, int, int]
"""Name in the debug location, HLO id, number of the result."""


def first_departure(trial: Trial, source: Any, options: Options, seed: int) -> Departure | None:
    """The first departing statement, None where each by itself agrees (the difference is one of fusion in XLA)."""
    every = lift(trial.function, constants=trial.program.constants, every_value=True)
    fix_draws(every.module)
    statements = _last_statements(trial.function.ops)
    keys, reference = _every_value(source, options)
    inputs = trial.inputs(seed, DRAWS[0])
    found = trial.engine.compile(every.module)(inputs)[0]
    expected = runner(reference, "xla", trial.engine)(trial.reference_inputs(inputs))[0]
    values = dict(zip(keys, expected, strict=True))
    by_name = dict(zip(every.outputs, found, strict=True))
    for key, op in statements.items():
        name = op.dsts[key[2]].name
        if key not in values or values[key].shape != by_name[name].shape:
            continue
        comparison = compare(name, by_name[name], values[key])
        if not comparison.ok:
            return _departure(op, key, comparison)
    return None


def _departure(op: Op, key: Key, comparison: Comparison) -> Departure:
    return Departure(comparison.name, op.form.name, op.line, key[0], key[1], comparison)


def _last_statements(ops: Sequence[Op]) -> dict[Key, Op]:
    """The statement that gives each source op's results: the last of those that one op is printed as."""
    found: dict[Key, Op] = {}
    for op in ops:
        if op.location is None or op.form.name == "fusion" or not op.location.hlo_id:
            continue
        for number in range(len(op.dsts)):
            key = (op.location.tensor_op_name, op.location.hlo_id, number)
            found.pop(key, None)
            found[key] = op
    return found


def _every_value(source: Any, options: Options) -> tuple[list[Key], ir.Module]:
    """The prepared source with every op's results returned, and their keys in that order."""
    checked, checks = with_checked_results(load(source).module)
    session = Session(options)
    session.load(checked if checks else source)
    session.prepare()
    main = main_function(session.module)
    assert main is not None, "preparation leaves a main function"
    decoder = Decoder()
    values: dict[Key, ir.Value] = {}
    for op in entry_block(main).operations:
        where = decoder.location(op.operation.location)
        if not where.hlo_id:
            continue
        for number, result in enumerate(op.operation.results):
            if decoder.value(result).is_static:
                values[f"{where.op_name}_{where.instruction}", where.hlo_id, number] = result
    return_values(main, list(values.values()))
    reference = reference_module(session.module)
    fix_draws(reference)
    return list(values), reference
