"""Runs loops and branches at compile time: known values are computed, everything else is copied.

`Unroller` walks blocks the way they would execute. It keeps two tables per value of the walked code: the value that
stands for it in the flat program, and its elements where they are known. Ops whose operands are all known leave no
trace; the constants that copied ops need of them are created on demand, each distinct one once.
"""

from __future__ import annotations

from hlo2penguin.mlir.constants import constant_attribute
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import provenance_name
from hlo2penguin.mlir.edit import i64_array
from hlo2penguin.mlir.kinds import dialect_of
from hlo2penguin.prepare.blocks import Body, Step, bodies_of, inner_operations, step_of, template_of
from hlo2penguin.prepare.folding import FOLDABLE, Known, evaluate
from hlo2penguin.prepare.program import erase_dead, is_dead
from hlo2penguin.prepare.state import PrepareState
from hlo2penguin.prepare.trips import Loop, TooMany, Unproven, trip_count

__all__ = ["Blocked", "TooLarge", "Unroller"]


class Blocked(Exception):
    """A loop or branch inside what is being unrolled cannot be resolved."""

    def __init__(self, op: ir.OpView, unproven: Unproven) -> None:
        super().__init__(unproven.reason)
        self.op, self.unproven = op, unproven


class TooLarge(Exception):
    """Unrolling passes the limit: the sentence says with which counts."""


class Unroller:
    """Unrolls the loops of one function, one top-level op at a time. Originals are erased by `finish`."""

    def __init__(self, state: PrepareState) -> None:
        self.state = state
        self.decoder = state.decoder
        self.limit = state.options.unroll_limit
        self.count = 0
        self.dry = False
        self._env: dict[ir.Value, ir.Value | None] = {}
        self._known: dict[ir.Value, Known] = {}
        self._constants: dict[tuple[ir.Type, bytes], ir.Value] = {}
        self._bodies: dict[ir.Operation, list[Body]] = {}
        self._loops: dict[ir.Operation, Loop] = {}
        self._emitted: list[ir.Operation] = []
        self._hoisted: set[ir.Value] = set()
        self._doomed: list[ir.OpView] = []
        self._point: ir.InsertionPoint | None = None
        self._before: ir.OpView | None = None

    def unroll(self, op: ir.OpView) -> None:
        """Replaces a `while`, `if` or `case` by what it executes.

        Raises Blocked or TooLarge, and then changes nothing.
        """
        step = step_of(op, self.decoder)
        self._begin(op)
        start = self.count
        try:
            self.dry = True
            self._control(step)
            if self.count > self.limit:
                raise TooLarge(f"{self.count - start:,} operations after unrolling, {self.limit:,} are allowed")
            self.count, self.dry = start, False
            self._begin(op)
            self._control(step)
        except (Blocked, TooLarge):
            self.count, self.dry = start, False
            for emitted in reversed(self._emitted):
                emitted.erase()
            raise
        for result in step.results:
            if next(iter(result.uses), None) is not None:
                result.replace_all_uses_with(self._value(result, op.operation.location))
        self._drop_dead()
        self._doomed.append(op)

    def finish(self) -> None:
        """Erases the ops that were unrolled, and what only they used."""
        feeders: dict[ir.Operation, None] = {}
        for op in self._doomed:
            for reader in (op.operation, *inner_operations(op.operation)):
                for operand in reader.operands:
                    if isinstance(operand, ir.OpResult) and operand.owner.parent == op.operation.parent:
                        feeders[operand.owner] = None
        doomed = {op.operation for op in self._doomed}
        for op in reversed(self._doomed):
            op.operation.erase()
        self._doomed.clear()
        erase_dead(feeder.opview for feeder in feeders if feeder not in doomed)

    def _begin(self, op: ir.OpView) -> None:
        """Forgets what was learnt about code that may be gone by now."""
        self._env, self._known, self._constants, self._hoisted, self._emitted = {}, {}, {}, set(), []
        self._before, self._point = op, ir.InsertionPoint(op)

    def _drop_dead(self) -> None:
        for op in reversed(self._emitted):
            if op.name.partition(".")[2] in FOLDABLE and is_dead(op.opview):
                op.erase()

    # Values

    def _lookup(self, value: ir.Value) -> Known | None:
        known = self._known.get(value)
        if known is not None or value in self._env:
            return known
        self._learn(value)
        return self._known.get(value)

    def _learn(self, value: ir.Value) -> None:
        """Evaluates what an op outside the loop computes, where it is a chain of known integers."""
        pending = [value]
        while pending:
            here = pending[-1]
            if here in self._env:
                pending.pop()
                continue
            step = step_of(here.owner.opview, self.decoder) if isinstance(here, ir.OpResult) else None
            foldable = step is not None and step.foldable
            waiting = [v for v in step.operands if v not in self._env] if step is not None and foldable else []
            if waiting:
                pending.extend(waiting)
                continue
            pending.pop()
            self._env[here] = here
            if step is not None and foldable:
                self._evaluate(step)

    def _evaluate(self, step: Step) -> bool:
        """Computes the step where its operands are known; says whether it could."""
        operands = [self._lookup(operand) for operand in step.operands]
        known = [operand for operand in operands if operand is not None]
        value = None
        if len(known) == len(operands):
            value = evaluate(step.op, known, step.type, self.decoder)
        if value is None:
            self._known.pop(step.results[0], None)
            return False
        self._known[step.results[0]] = value
        return True

    def _value(self, value: ir.Value, location: ir.Location) -> ir.Value:
        """What stands for `value` in the flat program; a known one that has no op yet becomes a constant."""
        found = self._env.get(value, value)
        if found is None:
            found = self._env[value] = self._constant(self._known[value], value.type, location)
        return found

    def _constant(self, array: Known, type: ir.Type, location: ir.Location) -> ir.Value:
        key = (type, array.tobytes())
        found = self._constants.get(key)
        if found is None:
            assert self._before is not None
            name = f"{dialect_of(self._before)}.constant"
            found = self._emit(name, [type], [], {"value": constant_attribute(array, type)}, location).result
            self._constants[key] = found
        return found

    def _bind(self, target: ir.Value, value: ir.Value | None, known: Known | None) -> None:
        self._env[target] = value
        if known is None:
            self._known.pop(target, None)
        else:
            self._known[target] = known

    def _current(self, value: ir.Value) -> tuple[ir.Value | None, Known | None]:
        known = self._lookup(value)
        return self._env.get(value, value), known

    # Execution

    def _run(self, body: Body) -> None:
        for step in body.steps:
            if step.kind in ("while", "if", "case"):
                self._control(step)
            elif step.fixed:
                self._once(step)
            elif step.foldable and self._evaluate(step) and step.type.size <= 1:
                self._env[step.results[0]] = None
            else:
                self._copy(step)

    def _control(self, step: Step) -> None:
        if step.kind == "while":
            self._while(step)
        else:
            self._branch(step)

    def _while(self, step: Step) -> None:
        loop = self._loop(step)
        inits = [self._lookup(operand) for operand in step.operands]
        trips = trip_count(loop, inits, self._lookup, self.limit, self.decoder)
        if isinstance(trips, Unproven):
            raise Blocked(step.op, trips)
        if isinstance(trips, TooMany):
            raise TooLarge(f"more than {trips.at_least:,} iterations, {self.limit:,} operations are allowed")
        carried = [self._current(operand) for operand in step.operands]
        start = self.count
        for _ in range(min(trips, 1) if self.dry else trips):
            for argument, (value, known) in zip(loop.body.arguments, carried, strict=True):
                self._bind(argument, value, known)
            self._run(loop.body)
            carried = [self._current(value) for value in loop.body.returns]
            if self.count > self.limit and not self.dry:
                raise TooLarge(f"more than {self.limit:,} operations after unrolling, {self.limit:,} are allowed")
        if self.dry and trips:
            per_iteration = self.count - start
            self.count = start + per_iteration * trips
            if self.count > self.limit:
                raise TooLarge(
                    f"{trips:,} iterations of {per_iteration:,} operations are {per_iteration * trips:,} operations"
                    f" after unrolling, {self.limit:,} are allowed"
                )
            carried = [(value, known if trips == 1 else None) for value, known in carried]
        for result, (value, known) in zip(step.results, carried, strict=True):
            self._bind(result, result if value is None and known is None else value, known)

    def _loop(self, step: Step) -> Loop:
        key = step.op.operation
        if key not in self._loops:
            condition, body = bodies_of(step.op, self.decoder)
            self._loops[key] = Loop(step.op, condition, body)
        return self._loops[key]

    def _branch(self, step: Step) -> None:
        selector = self._lookup(step.operands[0])
        if selector is None:
            what = "predicate" if step.kind == "if" else "index"
            raise Blocked(step.op, Unproven(f"its {what} is not known at compile time"))
        key = step.op.operation
        if key not in self._bodies:
            self._bodies[key] = bodies_of(step.op, self.decoder)
        branches = self._bodies[key]
        chosen = int(selector.reshape(()))
        if step.kind == "if":
            chosen = 0 if chosen else 1
        elif not 0 <= chosen < len(branches):
            chosen = len(branches) - 1
        self._run(branches[chosen])
        for result, value in zip(step.results, branches[chosen].returns, strict=True):
            self._bind(result, *self._current(value))

    # Emission

    def _once(self, step: Step) -> None:
        """A step that is the same in every execution is created at most once."""
        result = step.results[0]
        if result in self._hoisted:
            return
        if step.foldable and self._evaluate(step) and step.type.size <= 1:
            self._env[result] = None
        else:
            self._copy(step)
        self._hoisted.add(result)

    def _copy(self, step: Step) -> None:
        self.count += not step.fixed
        if self.dry:
            for result in step.results:
                self._env[result] = result
            return
        if step.kind == "dynamic_slice" and (starts := self._starts(step)) is not None:
            self._static_slice(step, starts)
            return
        template = template_of(step, self._located)
        operands = [self._value(operand, template.location) for operand in step.operands]
        if template.regions or template.attributes is None:
            made = self._clone(step, operands)
        else:
            made = self._emit(template.name, template.results, operands, template.attributes, template.location)
        for result, new in zip(step.results, made.results, strict=True):
            self._env[result] = new

    def _emit(
        self,
        name: str,
        results: list[ir.Type],
        operands: list[ir.Value],
        attributes: dict[str, ir.Attribute],
        location: ir.Location,
    ) -> ir.Operation:
        made = ir.Operation.create(
            name, results=results, operands=operands, attributes=attributes, loc=location, ip=self._point
        )
        self._emitted.append(made)
        return made

    def _clone(self, step: Step, operands: list[ir.Value]) -> ir.Operation:
        """A copy of an op with regions; values that its regions capture are replaced too."""
        template = template_of(step, self._located)
        captured = [self._value(value, template.location) for _, _, value in template.captures]
        made = step.op.operation.clone(self._point).operation
        made.location = template.location
        self._emitted.append(made)
        for position, operand in enumerate(operands):
            made.operands[position] = operand
        if template.captures:
            inner = inner_operations(made)
            for (number, position, _), value in zip(template.captures, captured, strict=True):
                inner[number].operands[position] = value
        return made

    def _located(self, step: Step) -> ir.Location:
        """Where copies of the step come from; one without an instruction of its own stands for the loop's."""
        location = step.op.operation.location
        where = self.decoder.location(location)
        assert self._before is not None
        loop = self.decoder.location(self._before.operation.location)
        if where.instruction or not loop.instruction:
            return location
        child = location.child_loc if isinstance(location, ir.NameLoc) else location
        mark = provenance_name(where.op_name, f"{step.kind}.{loop.hlo_id}", loop.hlo_id)
        return ir.Location.name(mark, child, location.context)

    def _starts(self, step: Step) -> list[int] | None:
        known = [self._lookup(operand) for operand in step.operands[1:]]
        shape = self.decoder.value(step.operands[0]).shape
        if any(start is None for start in known):
            return None
        starts = [int(start.reshape(())) for start in known if start is not None]
        return [min(max(at, 0), n - k) for at, n, k in zip(starts, shape, step.type.shape, strict=True)]

    def _static_slice(self, step: Step, starts: list[int]) -> None:
        """A dynamic slice at known places (clamped as the op says) is a slice."""
        template = template_of(step, self._located)
        dialect = dialect_of(step.op)
        context = step.op.operation.context
        limits = [at + extent for at, extent in zip(starts, step.type.shape, strict=True)]
        bounds = {"start_indices": starts, "limit_indices": limits, "strides": [1] * len(starts)}
        attributes = {name: i64_array(values, dialect, context) for name, values in bounds.items()}
        source = self._value(step.operands[0], template.location)
        made = self._emit(f"{dialect}.slice", template.results, [source], attributes, template.location)
        self._env[step.results[0]] = made.result
