"""MLIR text together with the lines of each op.

The printer alone knows where it puts an op, and tells it in locations only: for the time of one printing every op
carries its number as its location. The module is as before afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hlo2penguin.mlir.context import ir

__all__ = ["Listing", "list_module", "operations"]

_ELEMENTS = 16
"""Elements of a constant from which on its value is left out of the listing."""

_NUMBER = re.compile(r'"op":(\d+):0')
_ALIAS = re.compile(r"^(#loc\d*) = loc\((.*)\)$")
_END = re.compile(r" loc\(([^()]*)\)$")


@dataclass(frozen=True, slots=True)
class Listing:
    """`lines` of the text, and for each op (by its number in `operations`) its first and last line, counted from 0."""

    lines: list[str]
    spans: list[tuple[int, int, int]]


def operations(module: ir.Module) -> list[ir.Operation]:
    """Every op of the module, at any depth, in the order of the text."""
    found: list[ir.Operation] = []

    def visit(op: ir.OpView | ir.Operation) -> ir.WalkResult:
        found.append(op.operation)
        return ir.WalkResult.ADVANCE

    module.operation.walk(visit, ir.WalkOrder.PRE_ORDER)
    return found[1:]


def list_module(module: ir.Module, ops: Sequence[ir.Operation]) -> Listing:
    """The module's text and the lines of `ops`, which are what `operations` gave; linear in the text's length."""
    own = [op.location for op in ops]
    try:
        for number, op in enumerate(ops):
            op.location = ir.Location.file("op", number, 0, module.context)
        located = _text(module, True)
    finally:
        for op, location in zip(ops, own, strict=True):
            op.location = location
    lines = _text(module, False)
    aliases, marked = _split(located)
    spans = _spans(marked, aliases) if len(marked) == len(lines) else []
    return Listing(lines, spans)


def _text(module: ir.Module, located: bool) -> list[str]:
    text = module.operation.get_asm(
        enable_debug_info=located, large_elements_limit=_ELEMENTS, large_resource_limit=0, assume_verified=True
    )
    return text.rstrip("\n").split("\n")


def _split(lines: list[str]) -> tuple[dict[str, int], list[str]]:
    """Op numbers by location alias, and the lines without the aliases' definitions."""
    aliases: dict[str, int] = {}
    rest: list[str] = []
    for line in lines:
        alias = _ALIAS.match(line)
        if alias is None:
            rest.append(line)
        elif number := _NUMBER.fullmatch(alias[2]):
            aliases[alias[1]] = int(number[1])
    return aliases, rest


def _spans(lines: list[str], aliases: dict[str, int]) -> list[tuple[int, int, int]]:
    """An op's location ends its last line; where that begins with a brace, the last open line of its depth began it."""
    spans: list[tuple[int, int, int]] = []
    opened: list[tuple[int, int]] = []
    for index, line in enumerate(lines):
        body = line.lstrip(" ")
        depth = len(line) - len(body)
        first = index
        if body.startswith("}"):
            while opened and opened[-1][0] > depth:
                opened.pop()
            if opened and opened[-1][0] == depth:
                first = opened.pop()[1]
        if body.endswith("{"):
            opened.append((depth, first))
        elif mark := _END.search(line):
            number = _NUMBER.fullmatch(mark[1])
            op = int(number[1]) if number else aliases.get(mark[1])
            if op is not None:
                spans.append((first, index, op))
    return spans
