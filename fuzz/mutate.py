"""Mutations that know the language: most of their texts still parse, so that what lies behind the parser is reached.

Each takes a text and a random generator. Bytes, and one text in four, are left to libFuzzer's own mutations.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

__all__ = ["MUTATORS", "mlir", "penguin"]

Step = Callable[[str, random.Random], str]

_FAMILIES = (
    "abs cosine cbrt ceil exponential exponential_minus_one floor is_finite log log_plus_one logistic negate not "
    "popcnt round_nearest_afz round_nearest_even rsqrt sign sine sqrt tan tanh reshape transpose convert "
    "optimization_barrier",
    "add atan2 divide maximum minimum multiply power remainder subtract and or xor shift_left shift_right_logical "
    "shift_right_arithmetic compare concatenate complex",
    "all_reduce all_gather reduce_scatter all_to_all collective_permute collective_broadcast",
    "reduce reduce_window scan map sort",
)
_SIBLINGS = {name: family.split() for family in _FAMILIES for name in family.split()}
_DTYPES = (
    *("f32", "bf16", "f16", "f64", "i1", "i4", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"),
    *("f8E4M3FN", "f8E5M2", "f8E8M0FNU", "complex<f32>", "!quant"),
)
_NUMBERS = tuple(map(str, (0, 1, -1, 2, 3, 7, 127, 128, 255, 65535, 2**31 - 1, 2**32, 2**63 - 1, -(2**63))))
_STRINGS = ('"', "\\", "\\n", "\\22", "\\00", "'", "{", "}", "é", "\U0001f600", "weight_load(", "../x", "#", ", id=")
_OP = re.compile(r"(stablehlo|mhlo|chlo)\.([a-z_0-9]+)")
_TYPE = re.compile(r"tensor<([^<>]*(?:<[^<>]*>)?[^<>]*)>")
_NUMBER = re.compile(r"(?<![\w.%])-?\d+(?![\w.])")
_VALUE = re.compile(r"%[\w#]+")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')


def _swap(pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], str], text: str, dice: random.Random) -> str:
    """One occurrence of a pattern replaced."""
    found = list(pattern.finditer(text))
    if not found:
        return text
    match = dice.choice(found)
    return text[: match.start()] + replacement(match) + text[match.end() :]


def _op(text: str, dice: random.Random) -> str:
    return _swap(_OP, lambda m: f"{m[1]}.{dice.choice(_SIBLINGS.get(m[2], [m[2]]))}", text, dice)


def _type(text: str, dice: random.Random) -> str:
    """One type changed wherever it stands, so that uses agree with definitions."""
    found = sorted(set(_TYPE.findall(text)))
    if not found:
        return text
    old = dice.choice(found)
    *dims, dtype = old.split("x") if "<" not in old else (old,)
    match dice.randrange(4):
        case 0:
            dtype = dice.choice(_DTYPES)
        case 1 if dims:
            dims[dice.randrange(len(dims))] = dice.choice(("0", "1", "2", "3", "?", "1000000"))
        case 2:
            dims.insert(dice.randrange(len(dims) + 1), "1")
        case _:
            dims = dims[1:]
    return text.replace(f"tensor<{old}>", f"tensor<{'x'.join([*dims, dtype])}>")


def _number(text: str, dice: random.Random) -> str:
    return _swap(_NUMBER, lambda m: dice.choice([*_NUMBERS, str(int(m[0]) + 1), str(int(m[0]) - 1)]), text, dice)


def _value(text: str, dice: random.Random) -> str:
    values = _VALUE.findall(text)
    return _swap(_VALUE, lambda _: dice.choice(values), text, dice) if values else text


def _string(text: str, dice: random.Random) -> str:
    def damaged(match: re.Match[str]) -> str:
        inside = match[1]
        at = dice.randrange(len(inside) + 1)
        return f'"{inside[:at]}{dice.choice(_STRINGS)}{inside[at:]}"'

    return _swap(_STRING, damaged, text, dice)


def _line(text: str, dice: random.Random) -> str:
    """A line dropped, doubled or moved."""
    lines = text.split("\n")
    at, to = dice.randrange(len(lines)), dice.randrange(len(lines))
    line = lines.pop(at)
    if dice.random() < 0.6:
        lines[to:to] = [line] if dice.random() < 0.5 else [line, line]
    return "\n".join(lines)


def _renamed_copy(text: str, dice: random.Random) -> str:
    """An op doubled under a name of its own, for values with several uses and dead ones."""
    return _swap(
        re.compile(r"^( *)(%\w+)( = .*)$", re.MULTILINE),
        lambda m: f"{m[0]}\n{m[1]}{m[2]}_{dice.randrange(10**6)}{m[3]}",
        text,
        dice,
    )


def _token(text: str, dice: random.Random) -> str:
    """Two tokens of the text exchanged."""
    tokens = re.compile(r"\w+|[^\w\s]")
    spans = [m.span() for m in tokens.finditer(text)]
    if len(spans) < 2:
        return text
    (a, b), (c, d) = sorted(dice.sample(spans, 2))
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


_MLIR: tuple[Step, ...] = (_op, _op, _type, _type, _type, _number, _value, _string, _line, _renamed_copy, _token)
_PENGUIN_VALUE = re.compile(r"\bv\d+\b")
_PENGUIN_WORD = re.compile(r"(?<=')[\w.]+(?=')|np\.\w+|m\d\.\w+|float\w+|u?int\d+|True|False|None")


def _variable(text: str, dice: random.Random) -> str:
    values = _PENGUIN_VALUE.findall(text)
    return _swap(_PENGUIN_VALUE, lambda _: dice.choice(values), text, dice) if values else text


def _word(text: str, dice: random.Random) -> str:
    words = _PENGUIN_WORD.findall(text)
    return _swap(_PENGUIN_WORD, lambda _: dice.choice(words), text, dice) if words else text


def _number_everywhere(text: str, dice: random.Random) -> str:
    """An extent changed in every shape at once."""
    found = _NUMBER.findall(text)
    if not found:
        return text
    old, new = dice.choice(found), dice.choice(_NUMBERS)
    return re.sub(rf"(?<=[(,\[]){re.escape(old)}(?=[,)\]])", new, text)


_PENGUIN: tuple[Step, ...] = (_number, _number_everywhere, _variable, _word, _string, _line, _token)


def _mutated(steps: tuple[Step, ...], text: str, dice: random.Random) -> str:
    for _ in range(dice.choice((1, 1, 2, 3, 6))):
        text = dice.choice(steps)(text, dice)
    return text


def mlir(text: str, dice: random.Random) -> str:
    """MLIR or HLO text, mutated."""
    return _mutated(_MLIR, text, dice)


def penguin(text: str, dice: random.Random) -> str:
    """Penguin text, mutated."""
    return _mutated(_PENGUIN, text, dice)


MUTATORS: dict[str, Callable[[str, random.Random], str]] = {
    "load_text": mlir,
    "load_hlo_text": mlir,
    "convert": mlir,
    "read": penguin,
    "lift": penguin,
}
"""Harness to the mutation of its texts; the other harnesses take bytes."""
