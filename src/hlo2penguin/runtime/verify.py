"""Verification: what the printed text computes against what its source computes, on the same inputs."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from hlo2penguin.diagnostics import Diagnostic, Refused
from hlo2penguin.lift import Lifted, lift
from hlo2penguin.load import load
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder, TensorType
from hlo2penguin.mlir.edit import entry_block, main_function
from hlo2penguin.mlir.parse import bytecode
from hlo2penguin.options import Options
from hlo2penguin.penguin import Function, read
from hlo2penguin.pipeline import Program, convert
from hlo2penguin.runtime.checks import Check, with_checked_results
from hlo2penguin.runtime.compare import Comparison, compare, odd_fraction
from hlo2penguin.runtime.draws import fix_draws
from hlo2penguin.runtime.inputs import DRAWS, Draw, nudged, numpy_dtype, random_inputs
from hlo2penguin.runtime.loss import refuse_losses
from hlo2penguin.runtime.oracle import OracleName, Run, reference_module, runner
from hlo2penguin.runtime.verdict import Verdict
from hlo2penguin.runtime.worker import call
from hlo2penguin.runtime.xla import Engine, provide_devices

__all__ = ["Trial", "verify"]

Arrays = list[np.ndarray[Any, Any]]


@dataclass(slots=True)
class Trial:
    """A program converted and read back, with what it is compared to; each side is compiled once."""

    program: Program
    function: Function
    lifted: Lifted
    reference: ir.Module
    checks: tuple[Check, ...]
    engine: Engine
    oracle: OracleName
    _mine: Run | None = None
    _theirs: Run | None = None

    def inputs(self, seed: int, draw: Draw = "normal") -> list[Arrays]:
        """Random inputs per device, of the text's dtypes."""
        devices = range(len(self.engine.devices))
        return [random_inputs(self.function, seed, draw=draw, device=number) for number in devices]

    def reference_inputs(self, inputs: Sequence[Arrays]) -> list[Arrays]:
        """The same inputs in the dtypes of the source: booleans may be printed as uint8."""
        types = argument_types(self.reference)
        if [type.shape for type in types] != [tensor.shape for tensor in self.function.inputs]:
            printed = [tensor.shape for tensor in self.function.inputs]
            cause = f"the source's inputs are {[type.shape for type in types]}, the text's are {printed}"
            raise Refused(Diagnostic("H2P309", cause))
        booleans = [type.dtype == "i1" for type in types]
        return [
            [array.astype(np.bool_) if boolean else array for array, boolean in zip(arrays, booleans, strict=True)]
            for arrays in inputs
        ]

    def found(self, inputs: Sequence[Arrays]) -> list[Arrays]:
        """What the text computes, per device."""
        self._mine = self._mine or self.engine.compile(self.lifted.module)
        return self._mine(inputs)

    def expected(self, inputs: Sequence[Arrays]) -> list[Arrays]:
        """What the source computes, per device."""
        self._theirs = self._theirs or runner(self.reference, self.oracle, self.engine)
        return self._theirs(self.reference_inputs(inputs))


def argument_types(module: ir.Module) -> list[TensorType]:
    """Types of `@main`'s arguments."""
    main = main_function(module)
    assert main is not None, "a loaded module has a main function"
    decoder = Decoder()
    return [decoder.value(argument) for argument in entry_block(main).arguments]


def prepare_trial(source: Any, options: Options, oracle: OracleName, platform: str | None) -> Trial:
    """Converts, reads back and lifts a program, and makes the module to compare it with. Raises Refused."""
    loaded = load(source)
    checked, checks = with_checked_results(loaded.module)
    subject = checked if checks else source
    program = convert(subject, options, name=loaded.source)
    function = read(program.text, name=loaded.source)
    refuse_losses(subject, options, loaded.source, function)
    lifted = lift(function, constants=program.constants)
    reference = reference_module(checked)
    if fix_draws(reference):
        fix_draws(lifted.module)
    devices = _devices(function, lifted)
    _check_memory(function, devices)
    provide_devices(max(devices, _USUAL_DEVICES))
    engine = Engine(devices, platform)
    return Trial(program, function, lifted, reference, checks, engine, oracle)


def _devices(function: Function, lifted: Lifted) -> int:
    """As many as the collectives speak of; two where they only speak of all, so that they have something to do."""
    everyone = any(op.values.get("replica_groups") == () for op in function.ops)
    return max(lifted.partitions, 2 if everyone else 1)


def _check_memory(function: Function, devices: int) -> None:
    """Inputs are held once by us and once by each engine's devices, results by both sides."""
    sizes = [
        prod(tensor.shape) * numpy_dtype(tensor.dtype).itemsize for tensor in (*function.inputs, *function.outputs)
    ]
    needed = 2 * devices * sum(sizes)
    available = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else needed
    if needed > available:
        cause = f"running the program on {devices} devices takes {needed >> 30} GiB, the machine has {available >> 30}"
        raise Refused(Diagnostic("H2P310", cause))


_USUAL_DEVICES = 8
"""What the CPU of a process that verifies shows at least, as JAX fixes the number when it starts."""


def verify(
    source: Any,
    options: Options | None = None,
    *,
    oracle: OracleName = "xla",
    seed: int = 0,
    bisect: bool = False,
    platform: str | None = "cpu",
    name: str | None = None,
    on_bug: Callable[[Exception], str] | None = None,
) -> Verdict:
    """Converts a program, reads the text back, lifts and runs it, and compares with the source program's own results.

    `source` and `options` are those of `convert`. The source runs as it was imported, without our preparation, on
    XLA or (`oracle="interpreter"`) on StableHLO's reference interpreter, on the same random inputs made from `seed`.
    A program that checks itself is judged by its own expected values. `bisect` looks for the first statement that
    departs where the verdict is `wrong`. Never raises: problems are the verdict. `on_bug` gets an exception that no
    input should cause, and gives the verdict's message.
    """
    task = _Task(source, options or Options(), oracle, seed, bisect, platform, name or _name(source), on_bug)
    return _verdict(task, again=False)


@dataclass(frozen=True, slots=True)
class _Task:
    """The arguments of `verify`."""

    source: Any
    options: Options
    oracle: OracleName
    seed: int
    bisect: bool
    platform: str | None
    name: str
    on_bug: Callable[[Exception], str] | None


def _verdict(task: _Task, again: bool) -> Verdict:
    start = time.perf_counter()
    try:
        verdict = _verify(task, again)
    except Refused as refusal:
        first = refusal.diagnostics[0]
        status = "error" if first.code in _FAULTS else "refused"
        verdict = Verdict(task.name, status, first.code, message=str(first))
    except Exception as error:
        message = task.on_bug(error) if task.on_bug else f"{type(error).__name__}: {error}"
        verdict = Verdict(task.name, "error", "H2P399", message=message)
    return replace(verdict, seconds=time.perf_counter() - start)


def _verify(task: _Task, again: bool) -> Verdict:
    source = bytecode(task.source) if isinstance(task.source, ir.Module) else task.source
    try:
        trial = prepare_trial(source, task.options, task.oracle, task.platform)
    except Refused as refusal:
        if refusal.code != "H2P301" or again or not isinstance(source, str | bytes | os.PathLike):
            raise
        # JAX has started here with fewer devices; in a new process it has not started at all.
        return call(_verdict, replace(task, source=source), True)
    verdict = _judge(trial, task.name, task.seed)
    if task.bisect and verdict.status == "wrong":
        from hlo2penguin.runtime.bisect import first_departure

        return replace(verdict, departure=first_departure(trial, source, task.options, task.seed))
    return verdict


_FAULTS = frozenset({"H2P304", "H2P307", "H2P308", "H2P309"})
"""Refusals that are no verdict on the program: an engine failed, or the two sides cannot be compared."""


def _name(source: Any) -> str:
    if isinstance(source, Path) or (isinstance(source, str) and "\n" not in source):
        return str(source)
    return f"<{type(source).__name__}>"


def _judge(trial: Trial, name: str, seed: int) -> Verdict:
    inputs, expected = _telling_inputs(trial, seed)
    found = trial.found(inputs)
    if trial.checks:
        outputs, note = _self_checked(trial.checks, found[0], expected[0])
    else:
        outputs, note = _worst_of_devices(trial.lifted.outputs, found, expected), ""
    if inputs[0] and not trial.checks and not all(output.ok for output in outputs):
        outputs, note = _allow_amplification(trial, seed, inputs, expected, outputs)
    if not trial.checks:
        note = "; ".join(filter(None, (note, _mostly_odd(outputs))))
    status = "verified" if all(output.ok for output in outputs) else "wrong"
    return Verdict(name, status, "" if status == "verified" else "H2P350", outputs, note=note)


def _telling_inputs(trial: Trial, seed: int) -> tuple[list[Arrays], list[Arrays]]:
    """Inputs on which the source's results are finite, or those with the fewest that are not, and the results.

    NaN that agrees with NaN shows little, and what overflows differs with the order of a sum.
    """
    best: tuple[float, list[Arrays], list[Arrays]] | None = None
    for draw in DRAWS if trial.function.inputs else DRAWS[:1]:
        inputs = trial.inputs(seed, draw)
        expected = trial.expected(inputs)
        odd = sum(odd_fraction(array) for arrays in expected for array in arrays)
        if best is None or odd < best[0]:
            best = odd, inputs, expected
        if odd == 0:
            break
    assert best is not None
    return best[1], best[2]


_AMPLIFIED = 4
"""How many times farther apart the two sides may be than a change of the inputs' last bits moves the source."""


_NUDGES = 6
"""How many such changes are tried: what one of them does to a single number may be little by chance."""


def _allow_amplification(
    trial: Trial, seed: int, inputs: list[Arrays], expected: list[Arrays], outputs: tuple[Comparison, ...]
) -> tuple[tuple[Comparison, ...], str]:
    """Deep networks amplify rounding: what a change of the inputs' last bits does, another order of a sum does too."""
    judged = outputs
    for number in range(_NUDGES):
        step = 1 if number % 2 == 0 else -1
        moved = trial.expected([nudged(arrays, seed + number, step) for arrays in inputs])
        drifts = _worst_of_devices(trial.lifted.outputs, moved, expected)
        judged = tuple(
            replace(output, ok=output.ok or _within(output, drift))
            for output, drift in zip(judged, drifts, strict=True)
        )
        if all(output.ok for output in judged):
            break
    rescued = [output.name for output, before in zip(judged, outputs, strict=True) if output.ok and not before.ok]
    note = f"within what the last bits of the inputs change in the source: {_first_three(rescued)}" if rescued else ""
    return judged, note


def _first_three(names: Sequence[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _mostly_odd(outputs: Sequence[Comparison]) -> str:
    """What a `verified` is worth where no draw of inputs gives numbers."""
    odd = [output.name for output in outputs if output.odd_fraction > 0.5]
    return f"mostly NaN or infinite, which agrees easily: {_first_three(odd)}" if odd else ""


def _within(output: Comparison, drift: Comparison) -> bool:
    return (
        output.max_abs <= _AMPLIFIED * drift.max_abs
        and output.nan_mismatches <= _AMPLIFIED * drift.nan_mismatches
        and output.inf_mismatches <= _AMPLIFIED * drift.inf_mismatches
    )


def _worst_of_devices(
    names: Sequence[str], found: Sequence[Arrays], expected: Sequence[Arrays]
) -> tuple[Comparison, ...]:
    devices = [_all(names, mine, theirs) for mine, theirs in zip(found, expected, strict=True)]
    return tuple(max(column, key=lambda c: (not c.ok, c.max_ulp)) for column in zip(*devices, strict=True))


def _all(names: Iterable[str], found: Arrays, expected: Arrays) -> list[Comparison]:
    if len(found) != len(expected):
        raise Refused(Diagnostic("H2P309", f"the source has {len(expected)} outputs, the text {len(found)}"))
    return [compare(name, mine, theirs) for name, mine, theirs in zip(names, found, expected, strict=True)]


def _self_checked(checks: Sequence[Check], found: Arrays, source: Arrays) -> tuple[tuple[Comparison, ...], str]:
    """Each check's pair of results. Where the source misses the expected value too, agreement with it decides."""
    outputs: list[Comparison] = []
    note = ""
    for number, check in enumerate(checks):
        mine, expected = found[2 * number : 2 * number + 2]
        result = compare(check.name, mine, expected, check.tolerance)
        theirs = compare(check.name, source[2 * number], source[2 * number + 1], check.tolerance)
        same_target = compare(check.name, expected, source[2 * number + 1])
        if not same_target.ok:
            result = same_target
        elif not result.ok and not theirs.ok:
            result = compare(check.name, mine, source[2 * number])
            note = f"the source misses its own expected value on XLA too, by {theirs.max_ulp:g} units in the last place"
        outputs.append(result)
    return tuple(outputs), note
