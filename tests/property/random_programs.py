"""Well-typed StableHLO programs at random, from a source of choices: hypothesis shrinks them, a seed repeats them.

Every family that the printer knows has a rule. Values stay mostly finite, as NaN agrees with everything.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

T = TypeVar("T")

FLOATS = ("f32", "bf16", "f16")
SIGNED = ("i8", "i16", "i32", "i64")
UNSIGNED = ("ui8", "ui16", "ui32", "ui64")
INTEGERS = (*SIGNED, *UNSIGNED)
SMALL_FLOATS = ("f8E4M3FN", "f8E5M2", "f8E3M4", "f8E4M3", "f8E4M3B11FNUZ", "f8E4M3FNUZ", "f8E5M2FNUZ")
DTYPES = (*FLOATS, *INTEGERS, "i1", *SMALL_FLOATS)
WIDTH = {"f32": 32, "bf16": 16, "f16": 16, **{name: int(name.strip("ui")) for name in INTEGERS}}

FLOAT_UNARY = (
    *("abs", "cbrt", "ceil", "cosine", "exponential", "floor", "log", "logistic", "negate"),
    *("round_nearest_afz", "round_nearest_even", "rsqrt", "sign", "sine", "sqrt", "tan", "tanh"),
)
INTEGER_UNARY = ("negate", "sign", "abs")
BINARY = ("add", "subtract", "multiply", "maximum", "minimum")
REDUCERS = ("add", "maximum", "minimum", "multiply")


class Choices(Protocol):
    """Where a program's choices come from."""

    def pick(self, options: Sequence[T]) -> T:
        """One of `options`; the first is the simplest."""
        ...

    def number(self, low: int, high: int) -> int:
        """An integer from `low` to `high`, both included."""
        ...


@dataclass(frozen=True, slots=True)
class Value:
    """A value of the program under construction."""

    name: str
    shape: tuple[int, ...]
    dtype: str

    @property
    def type(self) -> str:
        return tensor(self.shape, self.dtype)


def tensor(shape: Sequence[int], dtype: str) -> str:
    """MLIR spelling of a tensor type."""
    return f"tensor<{''.join(f'{extent}x' for extent in shape)}{dtype}>"


def _list(numbers: Sequence[int]) -> str:
    return f"[{', '.join(map(str, numbers))}]"


@dataclass(slots=True)
class Builder:
    """A program under construction: its lines, and the values that later ops may use."""

    choices: Choices
    expanders: bool
    lines: list[str] = field(default_factory=list[str])
    pool: list[Value] = field(default_factory=list[Value])
    inputs: list[Value] = field(default_factory=list[Value])

    # Values

    def shape(self, low: int = 0, high: int = 4) -> tuple[int, ...]:
        rank = self.choices.number(low, high)
        extents = (2, 3, 4, 1, 5, 0) if self.choices.number(0, 15) == 15 else (2, 3, 4, 1, 5)
        return tuple(self.choices.pick(extents) for _ in range(rank))

    def input(self, shape: tuple[int, ...], dtype: str) -> Value:
        value = Value(f"%arg{len(self.inputs)}", shape, dtype)
        self.inputs.append(value)
        self.pool.append(value)
        return value

    def emit(self, shape: Sequence[int], dtype: str, text: str) -> Value:
        value = Value(f"%{len(self.lines)}", tuple(shape), dtype)
        self.lines.append(f"{value.name} = {text}")
        self.pool.append(value)
        return value

    def value(self, dtypes: Sequence[str], low: int = 0, high: int = 8) -> Value:
        """A value of one of the dtypes and of such a rank: one that is there, else a new input or a constant."""
        found = [v for v in self.pool if v.dtype in dtypes and low <= len(v.shape) <= high]
        if found and self.choices.number(0, 9):
            return self.choices.pick(found[::-1])
        return self.fresh(self.shape(low, min(high, 4)), self.choices.pick(dtypes))

    def like(self, other: Value, dtype: str | None = None) -> Value:
        """A value of the same shape."""
        dtype = dtype or other.dtype
        found = [v for v in self.pool if v.shape == other.shape and v.dtype == dtype]
        if found and self.choices.number(0, 5):
            return self.choices.pick(found[::-1])
        return self.fresh(other.shape, dtype)

    def fresh(self, shape: tuple[int, ...], dtype: str) -> Value:
        if len(self.inputs) < 6 and self.choices.number(0, 1):
            return self.input(shape, dtype)
        return self.constant(shape, dtype)

    def constant(self, shape: tuple[int, ...], dtype: str, value: str | None = None) -> Value:
        element = value or self.choices.pick(self._elements(dtype))
        size = math.prod(shape)
        if value is None and 1 < size <= 120 and self.choices.number(0, 1):
            options = self._elements(dtype)
            flat = [options[(index * 7 + index // 3) % len(options)] for index in range(size)]
            element = _nested(flat, shape)
        return self.emit(shape, dtype, f"stablehlo.constant dense<{element if size else ''}> : {tensor(shape, dtype)}")

    @staticmethod
    def _elements(dtype: str) -> list[str]:
        if dtype == "i1":
            return ["true", "false"]
        if dtype in UNSIGNED:
            return ["1", "0", "2", "100", str(2 ** WIDTH[dtype] - 1)]
        if dtype in SIGNED:
            return ["1", "0", "-1", "100", str(-(2 ** (WIDTH[dtype] - 1)))]
        return ["1.0", "0.0", "-0.0", "0.5", "-1.25", "3.0"]

    def scalar(self, dtype: str, value: str) -> Value:
        return self.constant((), dtype, value)

    # Elementwise

    def unary(self) -> None:
        x = self.value((*FLOATS, *INTEGERS))
        names = FLOAT_UNARY if x.dtype in FLOATS else INTEGER_UNARY if x.dtype in SIGNED else ("not",)
        self.emit(x.shape, x.dtype, f"stablehlo.{self.choices.pick(names)} {x.name} : {x.type}")

    def expander(self) -> None:
        x = self.value(FLOATS)
        name = self.choices.pick(
            ("exponential_minus_one", "log_plus_one") if self.expanders else ("exponential", "log")
        )
        self.emit(x.shape, x.dtype, f"stablehlo.{name} {x.name} : {x.type}")

    def binary(self) -> None:
        x = self.value((*FLOATS, *INTEGERS))
        names = (*BINARY, "divide", "power", "atan2", "remainder") if x.dtype in FLOATS else BINARY
        self.emit(x.shape, x.dtype, f"stablehlo.{self.choices.pick(names)} {x.name}, {self.like(x).name} : {x.type}")

    def bits(self) -> None:
        x = self.value(("i1", *INTEGERS))
        names = ("and", "or", "xor") if x.dtype == "i1" else ("and", "or", "xor", "shift_left", "shift_right_logical")
        self.emit(x.shape, x.dtype, f"stablehlo.{self.choices.pick(names)} {x.name}, {self.like(x).name} : {x.type}")

    def compare(self) -> None:
        x = self.value((*FLOATS, *INTEGERS))
        y = self.like(x)
        direction = self.choices.pick(("EQ", "NE", "LT", "LE", "GT", "GE"))
        result = tensor(x.shape, "i1")
        self.emit(
            x.shape, "i1", f"stablehlo.compare {direction}, {x.name}, {y.name} : ({x.type}, {y.type}) -> {result}"
        )

    def select(self) -> None:
        x = self.value(DTYPES)
        y, p = self.like(x), self.like(x, "i1")
        self.emit(x.shape, x.dtype, f"stablehlo.select {p.name}, {x.name}, {y.name} : {p.type}, {x.type}")

    def clamp(self) -> None:
        x = self.value((*FLOATS, "i32"))
        low, high = (self.constant(x.shape, x.dtype, v if x.dtype == "i32" else f"{v}.0") for v in ("-1", "2"))
        self.emit(x.shape, x.dtype, f"stablehlo.clamp {low.name}, {x.name}, {high.name} : {x.type}")

    def convert(self) -> None:
        x = self.value(DTYPES)
        target = self.choices.pick([t for t in DTYPES if _converts(x.dtype, t)])
        self.emit(x.shape, target, f"stablehlo.convert {x.name} : ({x.type}) -> {tensor(x.shape, target)}")

    def bitcast(self) -> None:
        x = self.value(tuple(WIDTH))
        target = self.choices.pick([t for t in WIDTH if WIDTH[t] == WIDTH[x.dtype] and t not in FLOATS])
        self.emit(x.shape, target, f"stablehlo.bitcast_convert {x.name} : ({x.type}) -> {tensor(x.shape, target)}")

    def reduce_precision(self) -> None:
        x = self.value(("f32",))
        self.emit(x.shape, x.dtype, f"stablehlo.reduce_precision {x.name}, format = e5m7 : {x.type}")

    # Shapes

    def reshape(self) -> None:
        x = self.value(DTYPES)
        size = math.prod(x.shape)
        halves = [(2, size // 2)] if size and size % 2 == 0 else []
        shape = self.choices.pick([(size,), (1, size), (size, 1, 1), *halves, *([()] if size == 1 else [])])
        self.emit(shape, x.dtype, f"stablehlo.reshape {x.name} : ({x.type}) -> {tensor(shape, x.dtype)}")

    def transpose(self) -> None:
        x = self.value(DTYPES, 1)
        shift = self.choices.number(0, len(x.shape) - 1)
        order = [*range(shift, len(x.shape)), *range(shift)][::-1]
        shape = [x.shape[axis] for axis in order]
        text = f"stablehlo.transpose {x.name}, dims = {_list(order)} : ({x.type}) -> {tensor(shape, x.dtype)}"
        self.emit(shape, x.dtype, text)

    def broadcast(self) -> None:
        x = self.value(DTYPES, 0, 3)
        front = self.choices.pick((2, 1, 3))
        behind = self.choices.number(0, 1)
        shape = [front, *(extent if extent != 1 else self.choices.pick((1, 3)) for extent in x.shape), *[2] * behind]
        dims = range(1, len(x.shape) + 1)
        text = f"stablehlo.broadcast_in_dim {x.name}, dims = {_list(dims)} : ({x.type}) -> {tensor(shape, x.dtype)}"
        self.emit(shape, x.dtype, text)

    def slice(self) -> None:
        x = self.value(DTYPES, 1)
        starts = [self.choices.number(0, max(extent - 1, 0)) for extent in x.shape]
        limits = [self.choices.number(start, extent) for start, extent in zip(starts, x.shape, strict=True)]
        strides = [self.choices.number(1, 2) for _ in x.shape]
        bounds = ", ".join(f"{a}:{b}:{c}" for a, b, c in zip(starts, limits, strides, strict=True))
        shape = [-(-(b - a) // c) for a, b, c in zip(starts, limits, strides, strict=True)]
        self.emit(shape, x.dtype, f"stablehlo.slice {x.name} [{bounds}] : ({x.type}) -> {tensor(shape, x.dtype)}")

    def pad(self) -> None:
        x = self.value((*FLOATS, "i32"), 1)
        low = [self.choices.number(0, 2) for _ in x.shape]
        high = [self.choices.number(0, 1) for _ in x.shape]
        inner = [self.choices.number(0, 1) for _ in x.shape]
        shape = [
            a + b + extent + max(extent - 1, 0) * c for a, b, c, extent in zip(low, high, inner, x.shape, strict=True)
        ]
        value = self.scalar(x.dtype, "0" if x.dtype == "i32" else "0.0")
        amounts = f"low = {_list(low)}, high = {_list(high)}, interior = {_list(inner)}"
        types = f"({x.type}, {value.type}) -> {tensor(shape, x.dtype)}"
        self.emit(shape, x.dtype, f"stablehlo.pad {x.name}, {value.name}, {amounts} : {types}")

    def concatenate(self) -> None:
        x = self.value(DTYPES, 1)
        parts = [x, *(self.like(x) for _ in range(self.choices.number(1, 2)))]
        axis = self.choices.number(0, len(x.shape) - 1)
        shape = list(x.shape)
        shape[axis] *= len(parts)
        names, types = ", ".join(v.name for v in parts), ", ".join(v.type for v in parts)
        self.emit(
            shape, x.dtype, f"stablehlo.concatenate {names}, dim = {axis} : ({types}) -> {tensor(shape, x.dtype)}"
        )

    def reverse(self) -> None:
        x = self.value(DTYPES, 1)
        self.emit(x.shape, x.dtype, f"stablehlo.reverse {x.name}, dims = [{len(x.shape) - 1}] : {x.type}")

    def iota(self) -> None:
        shape, dtype = self.shape(1, 3), self.choices.pick(("f32", "i32", "bf16", "ui8", "i64"))
        axis = self.choices.number(0, len(shape) - 1)
        self.emit(shape, dtype, f"stablehlo.iota dim = {axis} : {tensor(shape, dtype)}")

    def dynamic_slice(self) -> None:
        x = self.value(DTYPES, 1)
        starts = [self.value(("i32",), 0, 0) for _ in x.shape]
        sizes = [self.choices.number(0, extent) for extent in x.shape]
        names, types = ", ".join(v.name for v in starts), ", ".join(v.type for v in starts)
        result = tensor(sizes, x.dtype)
        text = f"stablehlo.dynamic_slice {x.name}, {names}, sizes = {_list(sizes)} : ({x.type}, {types}) -> {result}"
        self.emit(sizes, x.dtype, text)

    def dynamic_update_slice(self) -> None:
        x = self.value(DTYPES, 1)
        part = self.fresh(tuple(min(extent, 2) for extent in x.shape), x.dtype)
        starts = [self.value(("i32",), 0, 0) for _ in x.shape]
        names, types = ", ".join(v.name for v in starts), ", ".join(v.type for v in starts)
        types = f"({x.type}, {part.type}, {types}) -> {x.type}"
        text = f"stablehlo.dynamic_update_slice {x.name}, {part.name}, {names} : {types}"
        self.emit(x.shape, x.dtype, text)

    # Contractions, reductions, indexing

    def dot(self) -> None:
        x = self.value(FLOATS, 2, 3)
        batch = len(x.shape) - 2
        y = self.fresh((*x.shape[:batch], x.shape[-1], self.choices.pick((2, 3))), x.dtype)
        shape = (*x.shape[:-1], y.shape[-1])
        batching = "batching_dims = [0] x [0], " if batch else ""
        contracting = f"contracting_dims = [{batch + 1}] x [{batch}]"
        types = f"({x.type}, {y.type}) -> {tensor(shape, x.dtype)}"
        self.emit(shape, x.dtype, f"stablehlo.dot_general {x.name}, {y.name}, {batching}{contracting} : {types}")

    def convolution(self) -> None:
        dtype = self.choices.pick(("f32", "bf16"))
        x = self.fresh((1, self.choices.pick((4, 5)), self.choices.pick((4, 6)), 2), dtype)
        w = self.fresh((2, 2, 2, 3), dtype)
        stride = self.choices.number(1, 2)
        shape = (1, (x.shape[1] - 2) // stride + 1, (x.shape[2] - 2) // stride + 1, 3)
        text = (
            f"stablehlo.convolution({x.name}, {w.name}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
            f"window = {{stride = [{stride}, {stride}]}} "
            "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} "
            f": ({x.type}, {w.type}) -> {tensor(shape, dtype)}"
        )
        self.emit(shape, dtype, text)

    def reduce(self) -> None:
        x = self.value((*FLOATS, "i32", "i1"), 1)
        name = self.choices.pick(("and", "or") if x.dtype == "i1" else REDUCERS)
        axes = [axis for axis in range(len(x.shape)) if self.choices.number(0, 1)] or [0]
        shape = [extent for axis, extent in enumerate(x.shape) if axis not in axes]
        first = self.scalar(x.dtype, _identity(name, x.dtype))
        types = f"({x.type}, {first.type}) -> {tensor(shape, x.dtype)}"
        dims = f"across dimensions = {_list(axes)}"
        text = f"stablehlo.reduce({x.name} init: {first.name}) applies stablehlo.{name} {dims} : {types}"
        self.emit(shape, x.dtype, text)

    def reduce_window(self) -> None:
        x = self.value(("f32", "bf16", "i32"), 2, 3)
        name = self.choices.pick(("add", "maximum"))
        window = [min(2, extent) or 1 for extent in x.shape]
        shape = [max(extent - size + 1, 0) for extent, size in zip(x.shape, window, strict=True)]
        first = self.scalar(x.dtype, _identity(name, x.dtype))
        scalar = first.type
        text = (
            f'"stablehlo.reduce_window"({x.name}, {first.name}) <{{window_dimensions = array<i64: '
            f"{', '.join(map(str, window))}>}}> ({{ ^bb0(%l: {scalar}, %r: {scalar}): "
            f"%s = stablehlo.{name} %l, %r : {scalar} stablehlo.return %s : {scalar} }}) "
            f": ({x.type}, {scalar}) -> {tensor(shape, x.dtype)}"
        )
        self.emit(shape, x.dtype, text)

    def sort(self) -> None:
        x = self.value(("f32", "i32", "bf16"), 1)
        axis = self.choices.number(0, len(x.shape) - 1)
        scalar = tensor((), x.dtype)
        direction = self.choices.pick(("LT", "GT"))
        text = (
            f'"stablehlo.sort"({x.name}) <{{dimension = {axis} : i64, is_stable = true}}> ({{ '
            f"^bb0(%l: {scalar}, %r: {scalar}): %c = stablehlo.compare {direction}, %l, %r : ({scalar}, {scalar}) -> "
            f"tensor<i1> stablehlo.return %c : tensor<i1> }}) : ({x.type}) -> {x.type}"
        )
        self.emit(x.shape, x.dtype, text)

    def gather(self) -> None:
        x = self.fresh(
            (self.choices.pick((3, 5)), self.choices.pick((2, 4))), self.choices.pick(("f32", "i32", "bf16"))
        )
        count = self.choices.pick((2, 1, 3))
        at = self.constant((count, 1), "i32", _nested([str(n % x.shape[0]) for n in range(count)], (count, 1)))
        shape = (count, x.shape[1])
        numbers = "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1"
        text = (
            f'"stablehlo.gather"({x.name}, {at.name}) <{{dimension_numbers = #stablehlo.gather<{numbers}>, '
            f"slice_sizes = array<i64: 1, {x.shape[1]}>}}> : ({x.type}, {at.type}) -> {tensor(shape, x.dtype)}"
        )
        self.emit(shape, x.dtype, text)

    def scatter(self) -> None:
        x = self.fresh((self.choices.pick((3, 5)), self.choices.pick((2, 4))), self.choices.pick(("f32", "i32")))
        at = self.constant((2, 1), "i32", "[[0], [2]]")
        updates = self.fresh((2, x.shape[1]), x.dtype)
        scalar = tensor((), x.dtype)
        name = self.choices.pick(("add", "maximum"))
        numbers = (
            "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
            "index_vector_dim = 1"
        )
        text = (
            f'"stablehlo.scatter"({x.name}, {at.name}, {updates.name}) <{{scatter_dimension_numbers = '
            f"#stablehlo.scatter<{numbers}>, unique_indices = true}}> ({{ ^bb0(%l: {scalar}, %r: {scalar}): "
            f"%s = stablehlo.{name} %l, %r : {scalar} stablehlo.return %s : {scalar} }}) "
            f": ({x.type}, {at.type}, {updates.type}) -> {x.type}"
        )
        self.emit(x.shape, x.dtype, text)

    # Custom calls, collectives, idioms that fuse

    def erf(self) -> None:
        x = self.value(("f32",))
        call = f"@mhlo.erf({x.name}) {{mhlo.attributes = {{}}, mhlo.version = 1 : i64}}"
        self.emit(x.shape, x.dtype, f"stablehlo.custom_call {call} : ({x.type}) -> {x.type}")

    def barrier(self) -> None:
        x = self.value(DTYPES)
        self.emit(x.shape, x.dtype, f"stablehlo.optimization_barrier {x.name} : {x.type}")

    def gate(self) -> None:
        x = self.value(("f32",), 2, 2)
        y = self.fresh((x.shape[1], 2), "f32")
        shape = (x.shape[0], 2)
        out = tensor(shape, "f32")
        types = f"({x.type}, {y.type}) -> {out}"
        dot = self.emit(
            shape, "f32", f"stablehlo.dot_general {x.name}, {y.name}, contracting_dims = [1] x [0] : {types}"
        )
        sigmoid = self.emit(shape, "f32", f"stablehlo.logistic {dot.name} : {out}")
        self.emit(shape, "f32", f"stablehlo.multiply {dot.name}, {sigmoid.name} : {out}")

    def norm(self) -> None:
        x = self.value(("f32",), 2, 3)
        zero = self.scalar("f32", "0.0")
        square = self.emit(x.shape, "f32", f"stablehlo.multiply {x.name}, {x.name} : {x.type}")
        shape = x.shape[:-1]
        dims = f"across dimensions = [{len(x.shape) - 1}]"
        types = f"({x.type}, tensor<f32>) -> {tensor(shape, 'f32')}"
        total = self.emit(
            shape, "f32", f"stablehlo.reduce({square.name} init: {zero.name}) applies stablehlo.add {dims} : {types}"
        )
        self.emit(shape, "f32", f"stablehlo.sqrt {total.name} : {total.type}")

    def log_sum_exp(self) -> None:
        a = self.value(("f32",))
        b = self.like(a)

        def op(name: str, *operands: Value) -> Value:
            names = ", ".join(v.name for v in operands)
            return self.emit(a.shape, "f32", f"stablehlo.{name} {names} : {a.type}")

        top = op("maximum", a, b)
        parts = [op("exponential", op("subtract", v, top)) for v in (a, b)]
        op("add", top, op("log", op("add", *parts)))

    # The whole

    def text(self, outputs: int) -> str:
        """The program, with `outputs` of its values returned and an alias where an input has an output's type."""
        chosen = [self.choices.pick(self.pool[::-1]) for _ in range(outputs)]
        arguments = [f"{v.name}: {v.type}" for v in self.inputs]
        if self.choices.number(0, 1):
            pairs = [(i, j) for i, v in enumerate(self.inputs) for j, out in enumerate(chosen) if v.type == out.type]
            if pairs:
                index, output = pairs[0]
                arguments[index] += f" {{tf.aliasing_output = {output} : i32}}"
        types = ", ".join(v.type for v in chosen)
        body = "\n  ".join([*self.lines, f"return {', '.join(v.name for v in chosen)} : {types}"])
        return f"func.func public @main({', '.join(arguments)}) -> ({types}) {{\n  {body}\n}}\n"


RULES: tuple[Callable[[Builder], None], ...] = (
    *(Builder.unary, Builder.binary, Builder.expander, Builder.bits, Builder.compare, Builder.select, Builder.clamp),
    *(Builder.convert, Builder.bitcast, Builder.reduce_precision, Builder.reshape, Builder.transpose),
    *(Builder.broadcast, Builder.slice, Builder.pad, Builder.concatenate, Builder.reverse, Builder.iota),
    *(Builder.dynamic_slice, Builder.dynamic_update_slice, Builder.dot, Builder.convolution, Builder.reduce),
    *(Builder.reduce, Builder.reduce_window, Builder.sort, Builder.gather, Builder.scatter, Builder.erf),
    *(Builder.barrier, Builder.gate, Builder.norm, Builder.log_sum_exp),
)


def program(choices: Choices, *, expanders: bool) -> str:
    """A program; `expanders` lets ops in that only a fusion pass with everything on can print."""
    builder = Builder(choices, expanders)
    builder.input(builder.shape(1, 3), choices.pick(DTYPES))
    for _ in range(choices.number(1, 12)):
        choices.pick(RULES)(builder)
    return builder.text(choices.number(1, 4))


def _nested(flat: Sequence[str], shape: Sequence[int]) -> str:
    if not shape:
        return flat[0]
    step = len(flat) // shape[0]
    return f"[{', '.join(_nested(flat[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0]))}]"


def _converts(source: str, target: str) -> bool:
    """Whether the conversion is defined for every value: floats to integers are not, out of range."""
    if source in (*FLOATS, *SMALL_FLOATS):
        return target in (*FLOATS, *SMALL_FLOATS, "i1")
    return True


def _identity(reducer: str, dtype: str) -> str:
    if dtype == "i1":
        return "true" if reducer == "and" else "false"
    if dtype == "i32":
        return {"add": "0", "multiply": "1", "maximum": str(-(2**31)), "minimum": str(2**31 - 1)}[reducer]
    if reducer in ("add", "multiply"):
        return "0.0" if reducer == "add" else "1.0"
    infinity = {"f32": "7F800000", "bf16": "7F80", "f16": "7C00"}[dtype]
    negative = {"f32": "FF800000", "bf16": "FF80", "f16": "FC00"}[dtype]
    return f"0x{negative if reducer == 'maximum' else infinity}"
