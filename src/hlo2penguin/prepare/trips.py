"""How often a `while` loop runs, proven from the constants that its condition depends on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder
from hlo2penguin.mlir.edit import definition
from hlo2penguin.prepare.blocks import Body, Step
from hlo2penguin.prepare.folding import FOLDABLE, Known, evaluate

__all__ = ["ControlSlice", "Loop", "TooMany", "Unproven", "trip_count"]

Lookup = Callable[[ir.Value], Known | None]


@dataclass(frozen=True, slots=True)
class Unproven:
    """Why a trip count or a predicate is not known; `op` is what stands in the way, where it is an op."""

    reason: str
    op: ir.OpView | None = None


@dataclass(frozen=True, slots=True)
class TooMany:
    """The loop runs more than this many times."""

    at_least: int


@dataclass(slots=True)
class ControlSlice:
    """The steps of condition and body that the condition's value depends on, and where their inputs come from."""

    carried: set[int] = field(default_factory=set[int])
    captured: set[ir.Value] = field(default_factory=set[ir.Value])
    condition: list[Step] = field(default_factory=list[Step])
    body: list[Step] = field(default_factory=list[Step])
    blocker: Unproven | None = None


@dataclass(slots=True)
class Loop:
    """A `while` op with its blocks; the control slice is found on first use."""

    op: ir.OpView
    condition: Body
    body: Body
    slice: ControlSlice | None = None


def trip_count(
    loop: Loop, inits: list[Known | None], lookup: Lookup, limit: int, decoder: Decoder
) -> int | TooMany | Unproven:
    """The number of iterations from initial values `inits` (None: unknown).

    `lookup` gives the value of what the loop's blocks capture. Loops of one integer that moves by a constant step
    towards a constant bound are counted in closed form, others by running their control at most `limit` times.
    """
    if loop.slice is None:
        loop.slice = _slice(loop)
    control = loop.slice
    if control.blocker is not None:
        return control.blocker
    env: dict[ir.Value, Known] = {}
    for value in control.captured:
        if (known := lookup(value)) is None:
            reason = f"its condition depends on {_named(value)}, which is not known at compile time"
            return Unproven(reason, definition(value))
        env[value] = known
    start: dict[int, Known] = {}
    for index in control.carried:
        if (known := inits[index]) is None:
            return Unproven(f"its condition depends on carried value {index}, whose start is not known at compile time")
        start[index] = known
    closed = _Counted(loop, start, env, decoder).trips()
    return closed if closed is not None else _simulate(loop, start, env, limit, decoder)


def _named(value: ir.Value) -> str:
    source = definition(value)
    if source is not None:
        return f"the result of `{source.operation.name}`"
    return f"argument {value.arg_number}" if isinstance(value, ir.BlockArgument) else "a value"


# The control slice


def _slice(loop: Loop) -> ControlSlice:
    found = ControlSlice()
    conditions = _trace(loop.condition, [loop.condition.returns[0]], found)
    steps: set[int] = set()
    traced: set[int] = set()
    while found.blocker is None and (waiting := found.carried - traced):
        traced |= waiting
        steps |= _trace(loop.body, [loop.body.returns[index] for index in waiting], found)
    found.condition = [step for number, step in enumerate(loop.condition.steps) if number in conditions]
    found.body = [step for number, step in enumerate(loop.body.steps) if number in steps]
    return found


def _trace(body: Body, values: list[ir.Value], found: ControlSlice) -> set[int]:
    """Numbers of the steps that `values` depend on; carried and captured inputs are added to `found`."""
    arguments = {value: index for index, value in enumerate(body.arguments)}
    producers = {value: number for number, step in enumerate(body.steps) for value in step.results}
    steps: set[int] = set()
    pending = list(values)
    while pending:
        value = pending.pop()
        if value in arguments:
            found.carried.add(arguments[value])
        elif (number := producers.get(value)) is None:
            found.captured.add(value)
        elif number not in steps:
            step = body.steps[number]
            steps.add(number)
            if step.kind not in FOLDABLE or len(step.results) != 1:
                found.blocker = Unproven(f"its condition depends on the result of `{step.op.operation.name}`", step.op)
                return steps
            pending.extend(step.operands)
    return steps


# Counting


def _simulate(
    loop: Loop, start: dict[int, Known], captured: dict[ir.Value, Known], limit: int, decoder: Decoder
) -> int | TooMany | Unproven:
    control = loop.slice
    assert control is not None
    env = dict(captured)
    carried = dict(start)
    for count in range(limit + 1):
        env.update((loop.condition.arguments[index], value) for index, value in carried.items())
        if (stuck := _run(control.condition, env, decoder)) is not None:
            return stuck
        if not bool(env[loop.condition.returns[0]]):
            return count
        env.update((loop.body.arguments[index], value) for index, value in carried.items())
        if (stuck := _run(control.body, env, decoder)) is not None:
            return stuck
        carried = {index: env[loop.body.returns[index]] for index in carried}
    return TooMany(limit)


def _run(steps: list[Step], env: dict[ir.Value, Known], decoder: Decoder) -> Unproven | None:
    for step in steps:
        value = evaluate(step.op, [env[operand] for operand in step.operands], step.type, decoder)
        if value is None:
            reason = f"its condition depends on a `{step.op.operation.name}` that is not evaluated here"
            return Unproven(reason, step.op)
        env[step.results[0]] = value
    return None


@dataclass(frozen=True, slots=True)
class _Counted:
    """A loop `while (i DIR bound) i += step` under examination."""

    loop: Loop
    start: dict[int, Known]
    captured: dict[ir.Value, Known]
    decoder: Decoder

    def trips(self) -> int | None:
        """Iterations in closed form; None for any other loop, or where the integer would wrap."""
        condition = self.loop.condition
        compares = [step for step in self._control.condition if step.kind != "constant"]
        if len(compares) != 1 or compares[0].kind != "compare" or condition.returns[0] != compares[0].results[0]:
            return None
        left, right = compares[0].operands
        direction = str(self.decoder.get(compares[0].op, "comparison_direction"))
        if (bound := self._invariant(right, condition)) is None:
            left, right = right, left
            direction = _MIRRORED[direction]
            bound = self._invariant(right, condition)
        index = _index(condition, left)
        if bound is None or index is None or (first := _integer(self.start[index])) is None:
            return None
        if not (step := self._step(index)):
            return None
        trips = _trips(first, bound, step, direction)
        limits = np.iinfo(self.start[index].dtype)
        return trips if trips is not None and limits.min <= first + trips * step <= limits.max else None

    @property
    def _control(self) -> ControlSlice:
        assert self.loop.slice is not None
        return self.loop.slice

    def _invariant(self, value: ir.Value, body: Body) -> int | None:
        """The one integer that `value` is in every iteration."""
        if value in self.captured:
            return _integer(self.captured[value])
        for step in (*self._control.condition, *self._control.body):
            if step.kind == "constant" and step.results[0] == value:
                return _integer(evaluate(step.op, [], step.type, self.decoder))
        index = _index(body, value)
        if index is None or self.loop.body.returns[index] != self.loop.body.arguments[index]:
            return None
        return _integer(self.start[index])

    def _step(self, index: int) -> int | None:
        """By how much carried value `index` moves per iteration, where that is a constant."""
        body = self.loop.body
        argument, result = body.arguments[index], body.returns[index]
        producer = next((step for step in self._control.body if step.results[0] == result), None)
        if producer is None or producer.kind not in ("add", "subtract"):
            return None
        left, right = producer.operands
        if producer.kind == "add" and right == argument:
            left, right = right, left
        moved = self._invariant(right, body) if left == argument else None
        return -moved if moved is not None and producer.kind == "subtract" else moved


_MIRRORED = {"LT": "GT", "GT": "LT", "LE": "GE", "GE": "LE", "EQ": "EQ", "NE": "NE"}


def _index(body: Body, value: ir.Value) -> int | None:
    return next((index for index, argument in enumerate(body.arguments) if argument == value), None)


def _integer(value: Known | None) -> int | None:
    return int(value.reshape(())) if value is not None and value.size == 1 and value.dtype.kind in "iu" else None


def _trips(first: int, bound: int, step: int, direction: str) -> int | None:
    if direction == "NE":
        distance = bound - first
        return distance // step if distance % step == 0 and distance // step >= 0 else None
    if direction in ("LE", "GE"):
        bound += 1 if direction == "LE" else -1
    if direction in ("LT", "LE"):
        return 0 if first >= bound else -(-(bound - first) // step) if step > 0 else None
    if direction in ("GT", "GE"):
        return 0 if first <= bound else -(-(first - bound) // -step) if step < 0 else None
    return None
