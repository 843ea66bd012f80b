"""Whole programs: from the model of a Penguin text to a StableHLO module with one `@main`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hlo2penguin.diagnostics import Diagnostic, Place, Refused
from hlo2penguin.lift import collective, contraction, custom_call, elementwise, indexing, reduction, shape
from hlo2penguin.lift.custom_call import REFUSED
from hlo2penguin.lift.fusion import Expansion, expansions
from hlo2penguin.lift.statement import LiftFunction, Statement, Unliftable, element_type
from hlo2penguin.mlir.build import Array, Builder
from hlo2penguin.mlir.constants import NUMPY_DTYPES
from hlo2penguin.mlir.context import ir, new_context
from hlo2penguin.mlir.decode import TensorType
from hlo2penguin.mlir.parse import bytecode
from hlo2penguin.mlir.portable import portable_artifact
from hlo2penguin.penguin.constants import load_constant
from hlo2penguin.penguin.model import DebugLocation, Function, Op, Tensor

__all__ = ["LIFTS", "Lifted", "lift"]

LIFTS: dict[str, LiftFunction] = {
    name: function
    for family in (elementwise, shape, contraction, reduction, indexing, collective, custom_call)
    for name, function in family.LIFTS.items()
}
"""Lift of every form by name, but for those of `REFUSED` and fusion headers."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """A StableHLO module in a context of its own.

    `inputs` and `outputs` are the text's names for `@main`'s arguments and results, `partitions` how many devices its
    collectives speak of at least.
    """

    module: ir.Module
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    partitions: int = 1

    @property
    def text(self) -> str:
        """The module as MLIR text."""
        return self.module.operation.get_asm(assume_verified=True)

    @property
    def bytecode(self) -> bytes:
        """The module as MLIR bytecode."""
        return bytecode(self.module)

    def portable(self, version: str | None = None) -> bytes:
        """A StableHLO portable artifact, for the given or the current StableHLO version (`"1.9.0"`).

        Raises Refused where the version is not one, or lacks an op of the program.
        """
        try:
            return portable_artifact(self.module, version)
        except ValueError as error:
            cause = f"no artifact for StableHLO {version or 'current'}: {str(error).splitlines()[0]}"
            raise Refused(Diagnostic("H2P228", cause, "versions look like 1.9.0")) from error


def lift(
    function: Function,
    directory: str | os.PathLike[str] | None = None,
    *,
    literal: bool = False,
    constants: Mapping[str, np.ndarray[Any, Any]] | None = None,
    every_value: bool = False,
) -> Lifted:
    """Gives a Penguin program its meaning as StableHLO.

    Constants come from `constants` (file name to array) or from the `.npy` files in `directory`, by default the one
    that holds the text. `literal` follows
    the bodies under the tags Expm1 and Log1p instead of taking them for the functions they name. `every_value` makes
    each statement's destinations results of `@main`, before the program's own outputs. Dependency edges say nothing
    about values and leave no trace.

    Raises Refused with every statement that cannot be lifted.
    """
    if directory is None and os.path.isfile(function.source):
        directory = os.path.dirname(function.source) or "."
    return _Program(function, directory, constants or {}, literal, every_value).lift()


class _Consequence(Unliftable):
    """A statement uses what an earlier problem left without a value: nothing to report."""

    def __init__(self) -> None:
        super().__init__("", "")


@dataclass(slots=True)
class _Program:
    function: Function
    directory: str | os.PathLike[str] | None
    constants: Mapping[str, np.ndarray[Any, Any]]
    literal: bool
    every_value: bool
    values: dict[int, Array] = field(default_factory=dict[int, Array])
    arrays: dict[int, np.ndarray[Any, Any]] = field(default_factory=dict[int, np.ndarray[Any, Any]])
    locations: dict[DebugLocation | None, ir.Location] = field(
        default_factory=dict["DebugLocation | None", ir.Location]
    )
    broken: set[int] = field(default_factory=set[int])
    problems: list[Diagnostic] = field(default_factory=list[Diagnostic])

    def lift(self) -> Lifted:
        with new_context() as context:
            unknown = ir.Location.unknown(context)
            self.locations[None] = unknown
            module = ir.Module.create(unknown)
            main, block = self._main(module, unknown)
            builder = Builder(ir.InsertionPoint(block), unknown)
            self._body(builder)
            self._stop_at_problems()
            outputs = self._outputs()
            results = self._results(builder, outputs)
            self._stop_at_problems()
            self._finish(main, builder, outputs, results)
            partitions = collective.partition_count(self.function.ops)
            if partitions > 1:
                module.operation.attributes["mhlo.num_partitions"] = builder.i32(partitions)
            self._verify(module, block)
        return Lifted(module, _names(self.function.inputs), _names(outputs), partitions)

    def _stop_at_problems(self) -> None:
        if self.problems:
            raise Refused(self.problems)

    def _main(self, module: ir.Module, location: ir.Location) -> tuple[ir.Operation, ir.Block]:
        context = location.context
        main = ir.Operation.create(
            "func.func",
            attributes={
                "sym_name": ir.StringAttr.get("main", context),
                "sym_visibility": ir.StringAttr.get("public", context),
                "function_type": ir.TypeAttr.get(ir.FunctionType.get([], [], context), context),
            },
            regions=1,
            loc=location,
            ip=ir.InsertionPoint(module.body),
        )
        types = Builder(ir.InsertionPoint(module.body), location)
        kinds: list[tuple[Tensor, TensorType]] = []
        made: list[ir.Type] = []
        for tensor in self.function.inputs:
            try:
                kinds.append((tensor, kind := _type(tensor)))
                made.append(types.type(kind.shape, kind.dtype))
            except (Unliftable, OverflowError) as problem:
                self._refuse(problem, tensor.name, 0)
        self._stop_at_problems()
        block = main.regions[0].blocks.append(
            *made,
            arg_locs=[ir.Location.name(tensor.name, context=context) for tensor, _ in kinds],
        )
        for (tensor, kind), value in zip(kinds, block.arguments, strict=True):
            self.values[tensor.var] = Array(value, kind.shape, kind.dtype)
        return main, block

    def _body(self, b: Builder) -> None:
        ops = self.function.ops
        special = {} if self.literal else expansions(ops, self._ones(ops))
        for op in ops:
            if op.form.name == "fusion":
                continue
            b.location = self._location(op.location, b.location.context)
            try:
                self._statement(b, op, special)
            except (Unliftable, OverflowError) as problem:
                self._refuse(problem, op.dsts[0].name if op.dsts else "", op.line, op.form.name)

    def _statement(self, b: Builder, op: Op, special: Mapping[int, Expansion | None]) -> None:
        if op.var in special:
            if (expansion := special[op.var]) is not None:
                source = self._use(b, expansion.source)
                self._bind(b, op, [b.elementwise(expansion.op, source)])
            return
        if reason := REFUSED.get(op.form.name):
            raise Unliftable("H2P220", f"{op.form.name} has no meaning here: {reason}")
        results = tuple(_type(tensor) for tensor in op.dsts)
        args = [self._use(b, tensor) for tensor in op.srcs]
        channel = op.dsts[0].id if op.dsts else op.id
        statement = Statement(op.form.name, op.values, tuple(args), results, channel)
        try:
            self._bind(b, op, LIFTS[op.form.name](b, statement))
        except (IndexError, ValueError, ZeroDivisionError) as error:
            raise Unliftable("H2P222", f"the statement's keywords do not fit together: {error}") from error

    def _use(self, b: Builder, tensor: Tensor) -> Array:
        """The value of a tensor; a constant is written where it is first used."""
        found = self.values.get(tensor.var)
        if found is None and tensor.is_constant:
            found = self.values[tensor.var] = self._constant(b, tensor)
        if tensor.var in self.broken:
            raise _Consequence()
        if found is None:
            raise Unliftable("H2P226", f"{tensor.name} is used before any statement gives it a value")
        return found

    def _constant(self, b: Builder, tensor: Tensor) -> Array:
        """One value is written as a scalar and a broadcast, as frontends do: XLA fuses that form better."""
        kind = _type(tensor)
        if tensor.value is None:
            return b.constant(self._array(tensor), kind.shape, kind.dtype)
        return b.broadcast(b.constant(tensor.value, (), kind.dtype), [], kind.shape)

    def _bind(self, b: Builder, op: Op, values: Sequence[Array]) -> None:
        if len(values) != len(op.dsts):
            raise Unliftable("H2P221", f"{op.form.name} has {len(values)} destinations, the statement {len(op.dsts)}")
        for tensor, value in zip(op.dsts, values, strict=True):
            kind = _type(tensor)
            if value.dtype == "i1" and kind.dtype == "ui8":
                value = b.convert(value, "ui8")
            if value.type != kind:
                found = f"{value.dtype} {value.shape}"
                raise Unliftable("H2P222", f"{tensor.name} is declared {kind.dtype} {kind.shape}, its value is {found}")
            self.values[tensor.var] = value

    def _array(self, tensor: Tensor) -> np.ndarray[Any, Any]:
        found = self.arrays.get(tensor.var)
        if found is None:
            found = self.arrays[tensor.var] = self._load(tensor)
        return found

    def _load(self, tensor: Tensor) -> np.ndarray[Any, Any]:
        name = tensor.init or ""
        dtype = NUMPY_DTYPES[element_type(tensor.dtype)]
        if name in self.constants:
            data = self.constants[name]
            data = data.view(dtype) if data.dtype.kind == "V" and data.dtype.itemsize == dtype.itemsize else data
        elif self.directory is not None:
            data = load_constant(tensor, self.directory, self.function.source)
        else:
            raise Unliftable(
                "H2P225", f"constant {name} is not at hand", "give the directory that holds the .npy files"
            )
        if data.shape != tensor.shape or data.dtype != dtype:
            raise Unliftable("H2P225", f"{name} holds {data.dtype} {data.shape}, the text says {dtype} {tensor.shape}")
        return data

    def _ones(self, ops: Sequence[Op]) -> frozenset[int]:
        """Variables of the constants that are 1 all over, among the sources of two-operand statements."""
        candidates = {t.var: t for op in ops if op.form.name == "binary" for t in op.srcs if t.is_constant}
        return frozenset(var for var, tensor in candidates.items() if self._is_one(tensor))

    def _is_one(self, tensor: Tensor) -> bool:
        if tensor.value is not None:
            return tensor.value == 1
        try:
            return bool(np.all(self._array(tensor) == np.asarray(1, NUMPY_DTYPES[element_type(tensor.dtype)])))
        except Unliftable:
            return False

    def _outputs(self) -> list[Tensor]:
        if not self.every_value:
            return self.function.outputs
        written = {tensor.var: tensor for op in self.function.ops for tensor in op.dsts if tensor.var in self.values}
        return [*written.values(), *self.function.outputs]

    def _results(self, b: Builder, outputs: Sequence[Tensor]) -> list[Array]:
        found: list[Array] = []
        for tensor in outputs:
            try:
                found.append(self._use(b, tensor))
            except (Unliftable, OverflowError) as problem:
                self._refuse(problem, tensor.name, tensor.line)
        return found

    def _finish(self, main: ir.Operation, b: Builder, outputs: Sequence[Tensor], results: Sequence[Array]) -> None:
        values = [array.value for array in results]
        ir.Operation.create("func.return", operands=values, loc=b.location, ip=b.ip)
        arguments = [value.type for value in main.regions[0].blocks[0].arguments]
        kind = ir.FunctionType.get(arguments, [value.type for value in values], b.context)
        main.attributes["function_type"] = ir.TypeAttr.get(kind, b.context)
        aliases = _aliased_outputs(self.function, outputs)
        inputs: list[dict[str, ir.Attribute]] = []
        for tensor in self.function.inputs:
            entry = {"jax.arg_info": b.string(tensor.name)}
            if tensor.name in aliases:
                entry["tf.aliasing_output"] = b.i32(aliases[tensor.name])
            inputs.append(entry)
        info = [{"jax.result_info": b.string(tensor.name)} for tensor in outputs]
        for name, entries in (("arg_attrs", inputs), ("res_attrs", info)):
            dicts = [ir.DictAttr.get(entry, b.context) for entry in entries]
            main.attributes[name] = ir.ArrayAttr.get(dicts, b.context)

    def _location(self, place: DebugLocation | None, context: ir.Context) -> ir.Location:
        found = self.locations.get(place)
        if found is None and place is not None:
            line = min(place.line, _LAST_LINE)
            inner = ir.Location.file(place.file, line, place.column, context) if place.file else None
            found = ir.Location.name(place.tensor_op_name, inner, context)
            self.locations[place] = found
        return found or self.locations[None]

    def _verify(self, module: ir.Module, block: ir.Block) -> None:
        """Statements whose keywords contradict their tensors' types are found by MLIR's verifier."""
        try:
            module.operation.verify()
        except ir.MLIRError as error:
            # An op belongs to the first statement at or after it: that statement's values come last.
            written = ((op, self.values.get(tensor.var)) for op in self.function.ops for tensor in op.dsts)
            owners = ((op, array.value.owner) for op, array in written if array is not None)
            statements = {owner.operation: op for op, owner in owners if not isinstance(owner, ir.Block)}
            messages: list[str] = []
            for operation in block.operations:
                try:
                    operation.operation.verify()
                except ir.MLIRError as inner:
                    messages.append(inner.error_diagnostics[0].message)
                if messages and (op := statements.get(operation.operation)) is not None:
                    self._refuse(Unliftable("H2P222", messages[0]), op.dsts[0].name, op.line, op.form.name)
                    messages.clear()
            raise Refused(self.problems or Diagnostic("H2P222", str(error))) from error

    def _refuse(self, problem: Exception, name: str, line: int, form: str = "") -> None:
        if isinstance(problem, _Consequence):
            return
        place = Place(self.function.source, line, name=name)
        if isinstance(problem, Unliftable):
            diagnostic = Diagnostic(problem.code, problem.cause, problem.help, place, form)
        else:
            diagnostic = Diagnostic("H2P222", f"a number does not fit its dtype: {problem}", "", place, form)
        self.problems.append(diagnostic)


_LAST_LINE = 2**31 - 1
"""Where MLIR stops to count."""


def _type(tensor: Tensor) -> TensorType:
    return TensorType(tensor.shape, element_type(tensor.dtype))


def _names(tensors: Sequence[Tensor]) -> tuple[str, ...]:
    return tuple(tensor.name for tensor in tensors)


def _aliased_outputs(function: Function, outputs: Sequence[Tensor]) -> dict[str, int]:
    """Input name to the number of the output that shares its storage; one each, as XLA demands."""
    numbers = {tensor.name: number for number, tensor in enumerate(outputs)}
    found: dict[str, int] = {}
    for alias in function.aliases:
        if alias.output in numbers and alias.input not in found:
            found[alias.input] = numbers[alias.output]
    return found
