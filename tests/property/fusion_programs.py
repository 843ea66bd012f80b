"""Random StableHLO programs that mix the fusion idioms, and their values on XLA."""

from __future__ import annotations

import random
from collections import defaultdict
from functools import cache
from typing import Any

import numpy as np

from hlo2penguin.mlir.context import ir, new_context

MATRIX, SQUARE, FLAT, ROW = "tensor<4x6xf32>", "tensor<6x6xf32>", "tensor<24xf32>", "tensor<4xf32>"
TALL, SCALAR, INDEX = "tensor<8x6xf32>", "tensor<f32>", "tensor<i32>"
BF16, INTEGER, BOOLEAN = "tensor<4x6xbf16>", "tensor<4x6xi32>", "tensor<4x6xi1>"
INPUTS = {"x": MATRIX, "y": MATRIX, "w": SQUARE, "v": ROW, "n": INTEGER, "z": SCALAR, "k": INDEX}
UNARY = ("negate", "exponential", "tanh", "logistic", "abs", "cosine", "sqrt", "log", "cbrt", "floor")
BINARY = ("add", "multiply", "subtract", "maximum", "minimum", "divide")


class Program:
    """A function under construction.

    `spelled_out` writes expm1 and log1p as what the expanders make of them; `runnable` leaves out what XLA does not
    take, reducers that read values from outside.
    """

    def __init__(self, seed: int, *, spelled_out: bool = False, runnable: bool = False) -> None:
        self._random = random.Random(seed)
        self._lines: list[str] = []
        self._pool: defaultdict[str, list[str]] = defaultdict(list)
        self._spelled_out = spelled_out
        self._runnable = runnable
        for name, type in INPUTS.items():
            self._pool[type].append(f"%{name}")

    @classmethod
    def text(cls, seed: int, *, spelled_out: bool = False, runnable: bool = False) -> str:
        """The program of `seed`."""
        program = cls(seed, spelled_out=spelled_out, runnable=runnable)
        idioms = [getattr(program, name) for name in dir(cls) if name.startswith("idiom_")]
        for _ in range(program._random.randint(3, 14)):
            program._random.choice(idioms)()
        return program._finished()

    def _finished(self) -> str:
        returned = [(name, type) for type, names in sorted(self._pool.items()) for name in names]
        chosen = self._random.sample(returned, k=min(len(returned), self._random.randint(1, 5)))
        arguments = ", ".join(f"%{name}: {type}" for name, type in INPUTS.items())
        types = ", ".join(type for _, type in chosen)
        results = ", ".join(name for name, _ in chosen)
        body = "\n  ".join([*self._lines, f"return {results} : {types}"])
        return f"func.func @main({arguments}) -> ({types}) {{\n  {body}\n}}\n"

    def _pick(self, type: str) -> str:
        names = self._pool[type]
        return self._random.choice(names[-6:] if self._random.random() < 0.7 else names)

    def _emit(self, type: str, text: str, *, keep: bool = True) -> str:
        name = f"%{len(self._lines)}"
        self._lines.append(f"{name} = {text}")
        if keep or self._random.random() < 0.1:
            self._pool[type].append(name)
        return name

    def _op(self, type: str, kind: str, *operands: str, keep: bool = True) -> str:
        return self._emit(type, f"stablehlo.{kind} {', '.join(operands)} : {type}", keep=keep)

    def _float_type(self) -> str:
        type = self._random.choice((MATRIX, MATRIX, ROW, FLAT, BF16))
        return type if self._pool[type] else ROW

    def idiom_unary(self) -> None:
        type = self._float_type()
        self._op(type, self._random.choice(UNARY), self._pick(type))

    def idiom_binary(self) -> None:
        type = self._float_type()
        self._op(type, self._random.choice(BINARY), self._pick(type), self._pick(type))

    def idiom_integers(self) -> None:
        kind = self._random.choice(("add", "multiply", "xor", "and", "maximum"))
        self._op(INTEGER, kind, self._pick(INTEGER), self._pick(INTEGER))

    def idiom_predicate(self) -> None:
        operands = f"{self._pick(MATRIX)}, {self._pick(MATRIX)}"
        flag = self._emit(BOOLEAN, f"stablehlo.compare LT, {operands} : ({MATRIX}, {MATRIX}) -> {BOOLEAN}")
        flag = self._op(BOOLEAN, "not", flag)
        self._emit(MATRIX, f"stablehlo.select {flag}, {operands} : {BOOLEAN}, {MATRIX}")

    def idiom_convert(self) -> None:
        source, target = self._random.choice(((MATRIX, BF16), (BF16, MATRIX), (INTEGER, MATRIX), (BOOLEAN, MATRIX)))
        if self._pool[source]:
            self._emit(target, f"stablehlo.convert {self._pick(source)} : ({source}) -> {target}")

    def idiom_flatten(self) -> None:
        self._emit(FLAT, f"stablehlo.reshape {self._pick(MATRIX)} : ({MATRIX}) -> {FLAT}")

    def idiom_log_sum_exp(self) -> None:
        type, twist = self._float_type(), self._random.random()
        a, b = self._pick(type), self._pick(type)
        top = self._op(type, "maximum", a, b, keep=False)
        first = self._op(type, "exponential", self._op(type, "subtract", a, top, keep=False), keep=False)
        second = self._op(type, "exponential", self._op(type, "subtract", b, top, keep=False), keep=twist < 0.2)
        log = self._op(type, "log", self._op(type, "add", first, second, keep=False), keep=False)
        self._op(type, "add", *((log, top) if twist > 0.8 else (top, log)))
        if twist < 0.1:
            self._op(type, "add", top, log)

    def _dot(self, *, keep: bool) -> str:
        operands = f"{self._pick(MATRIX)}, {self._pick(SQUARE)}"
        text = f"stablehlo.dot_general {operands}, contracting_dims = [1] x [0] : ({MATRIX}, {SQUARE}) -> {MATRIX}"
        return self._emit(MATRIX, text, keep=keep)

    def idiom_gate(self) -> None:
        twist = self._random.random()
        dot = self._dot(keep=twist < 0.4)
        if twist < 0.2:
            self._op(MATRIX, "negate", dot)
        sigmoid = self._op(MATRIX, "logistic", dot, keep=False)
        if twist < 0.1:
            self._op(MATRIX, "logistic", dot)
        factor = self._pick(MATRIX) if twist > 0.8 else dot
        self._op(MATRIX, "multiply", *self._random.sample((sigmoid, factor), k=2))

    def idiom_reshaped_gate(self) -> None:
        flat = self._emit(FLAT, f"stablehlo.reshape {self._dot(keep=False)} : ({MATRIX}) -> {FLAT}", keep=False)
        sigmoid = self._op(FLAT, "logistic", flat, keep=False)
        self._op(FLAT, "multiply", *self._random.sample((sigmoid, flat), k=2))

    def _reduce(self, value: str, kind: str, init: str) -> str:
        applies = f"applies stablehlo.{kind} across dimensions = [1] : ({MATRIX}, {SCALAR}) -> {ROW}"
        return self._emit(ROW, f"stablehlo.reduce({value} init: {init}) {applies}")

    def idiom_norm(self) -> None:
        a = self._pick(MATRIX)
        square = self._op(MATRIX, "multiply", a, self._random.choice((a, self._pick(MATRIX))), keep=False)
        self._op(ROW, self._random.choice(("sqrt", "sqrt", "rsqrt")), self._reduce(square, "add", "%z"))

    def idiom_reduce(self) -> None:
        self._reduce(self._pick(MATRIX), self._random.choice(("add", "maximum")), "%z")

    def idiom_compound_reduce(self) -> None:
        other = "%b" if self._runnable else "%z"
        self._emit(
            ROW,
            f"stablehlo.reduce({self._pick(MATRIX)} init: %z) across dimensions = [1] : ({MATRIX}, {SCALAR}) -> {ROW} "
            f"reducer(%a: {SCALAR}, %b: {SCALAR}) {{ %s = stablehlo.add %a, %b : {SCALAR} "
            f"%c = stablehlo.maximum %s, {other} : {SCALAR} stablehlo.return %c : {SCALAR} }}",
        )

    def idiom_concatenate(self) -> None:
        a, b = self._pick(MATRIX), self._pick(MATRIX)
        self._emit(TALL, f"stablehlo.concatenate {a}, {b}, dim = 0 : ({MATRIX}, {MATRIX}) -> {TALL}")

    def idiom_case(self) -> None:
        """Branches that read values from outside, with an idiom of their own inside."""
        n, dot, other = len(self._lines), self._dot(keep=False), self._pick(MATRIX)
        applies = f"applies stablehlo.add across dimensions = [1] : ({MATRIX}, {SCALAR}) -> {ROW}"
        first = [
            f"%a{n} = stablehlo.logistic {dot} : {MATRIX}",
            f"%b{n} = stablehlo.multiply {other}, {other} : {MATRIX}",
            f"%c{n} = stablehlo.reduce(%b{n} init: %z) {applies}",
            f"%d{n} = stablehlo.sqrt %c{n} : {ROW}",
            f'"stablehlo.return"(%a{n}, %d{n}) : ({MATRIX}, {ROW}) -> ()',
        ]
        second = f'"stablehlo.return"({other}, {self._pick(ROW)}) : ({MATRIX}, {ROW}) -> ()'
        branches = f"({{ {' '.join(first)} }}, {{ {second} }})"
        self._lines.append(f'%{n + 1}:2 = "stablehlo.case"(%k) {branches} : ({INDEX}) -> ({MATRIX}, {ROW})')
        self._pool[MATRIX].append(f"%{n + 1}#0")
        self._pool[ROW].append(f"%{n + 1}#1")

    def idiom_expm1(self) -> None:
        self._precise("exponential_minus_one", lambda x, one: ("subtract", "exponential", x, one))

    def idiom_log1p(self) -> None:
        self._precise("log_plus_one", lambda x, one: ("log", "add", x, one))

    def _precise(self, kind: str, spell: Any) -> None:
        type = self._float_type()
        x = self._pick(type)
        if not self._spelled_out:
            # Three lines in either spelling, so that names and draws agree.
            self._lines += [f"%{len(self._lines) + n} = stablehlo.constant dense<1.0> : {type}" for n in range(2)]
            self._op(type, kind, x)
            return
        name = len(self._lines)
        outer, inner, x, one = spell(x, f"%{name}")
        self._lines.append(f"%{name} = stablehlo.constant dense<1.0> : {type}")
        if inner == "exponential":
            self._lines.append(f"%{name + 1} = stablehlo.{inner} {x} : {type}")
            self._op(type, outer, f"%{name + 1}", one)
        else:
            self._lines.append(f"%{name + 1} = stablehlo.{inner} {x}, {one} : {type}")
            self._op(type, outer, f"%{name + 1}")


def parse(text: str) -> ir.Module:
    """The module in a context of its own."""
    return ir.Module.parse(text, new_context())


@cache
def _engine() -> Any:
    from hlo2penguin.runtime.xla import Engine

    return Engine()


def values(module: ir.Module, seed: int) -> list[np.ndarray[Any, Any]]:
    """Results of `@main` on random inputs."""
    generator = np.random.default_rng(seed)
    inputs = []
    for type in INPUTS.values():
        shape = [int(extent) for extent in type[len("tensor<") : -1].split("x")[:-1]]
        if "i32" in type:
            inputs.append(np.asarray(generator.integers(-9, 9, shape), np.int32))
        else:
            inputs.append(np.asarray(generator.normal(size=shape), np.float32))
    return _engine().compile(module)([inputs])[0]
