"""What all sub-passes need to know about a function, gathered once: kinds, positions, blocks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cmp_to_key
from typing import NamedTuple

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import symbol_name
from hlo2penguin.mlir.kinds import kind_of_type

CONTROL = frozenset({"while", "if", "case"})
"""Ops whose regions are walked. Regions of reducers and comparators are scalar programs that stay as they are, and no
sub-pass looks inside an existing fusion."""


FEW = 64
"""Up to so many ops are put in order by comparing, more by reading all positions."""


def key(op: ir.OpView | ir.Operation) -> ir.Value:
    """What an op that has a result is known by in sets and tables.

    The bindings hash an op by its contents, which edits change, and hand out a new object for each access."""
    return op.operation.results[0]


class _KindList(NamedTuple):
    """Ops of one kind in walk order, and their numbers in the walk; `is_control` says that their regions are walked."""

    ops: list[ir.OpView]
    numbers: list[int]
    is_control: bool


class _ListsByType(dict[type, _KindList | None]):
    """Ops' classes to the list of their kind, None for kinds that nobody wants: no name is read per op."""

    def __init__(self, by_kind: dict[str, _KindList | None], anchors: Collection[str]) -> None:
        super().__init__()
        self._by_kind = by_kind
        self._anchors = anchors

    def __missing__(self, view: type) -> _KindList | None:
        name = kind_of_type(view)
        is_control = name in CONTROL
        wanted = is_control or name in self._anchors
        entry = self[view] = self._by_kind.setdefault(name, _KindList([], [], is_control) if wanted else None)
        return entry


class FunctionIndex:
    """Ops of the kinds `anchors`, in walk order, and the positions of all ops within their blocks.

    Ops of other kinds are passed over: to hold an op costs more than to look at it.

    MLIR answers order queries fast only while nothing moves: a move makes it count the block again. So clusters are put
    in order when they are collected, and positions are read off the blocks at most once and kept up from then on.
    """

    def __init__(self, function: ir.OpView, anchors: Collection[str]) -> None:
        self.function = function
        self.name = symbol_name(function)
        self.taken: set[ir.Value] = set()
        """Results of all ops that are inside fusions made so far: these ops have no place in the function any more."""
        self._blocks: list[ir.Block] = []
        self._by_kind: dict[str, _KindList | None] = {}
        self._known: dict[ir.Value, float] | None = None
        self._nested: dict[ir.Value, int] = {}
        self._walk(anchors)

    def _walk(self, anchors: Collection[str]) -> None:
        lists = _ListsByType(self._by_kind, anchors)
        pending = [block for region in self.function.operation.regions for block in region.blocks][::-1]
        walked = 0
        while pending:
            block = pending.pop()
            self._blocks.append(block)
            nested: list[ir.Block] = []
            for op in block.operations:
                walked += 1
                if (entry := lists[type(op)]) is not None:
                    ops, numbers, is_control = entry
                    ops.append(op)
                    numbers.append(walked)
                    if is_control:
                        nested += [block for region in op.operation.regions for block in region.blocks]
            pending += reversed(nested)

    def of(self, *kinds: str) -> list[ir.OpView]:
        """Ops of these anchors in walk order, as of indexing, without those that clusters have taken."""
        found = [entry for kind in kinds if (entry := self._by_kind.get(kind)) is not None]
        ops = [op for entry in found for op in entry.ops]
        if len(found) > 1:
            numbers = [number for entry in found for number in entry.numbers]
            ops = [ops[place] for place in sorted(range(len(ops)), key=numbers.__getitem__)]
        return [op for op in ops if key(op) not in self.taken] if self.taken else ops

    def has(self, kind: str) -> bool:
        """Whether the function had an op of `kind` when it was indexed."""
        return kind in self._by_kind

    def in_function_body(self, op: ir.OpView) -> bool:
        """Whether the op stands directly in the function, not in a region of another op."""
        return len(self._blocks) == 1 or op.operation.parent == self.function

    def same_block(self, a: ir.OpView, b: ir.OpView) -> bool:
        """Whether both ops, which have results, stand in one block."""
        return len(self._blocks) == 1 or self.block_number(a) == self.block_number(b)

    def block_number(self, op: ir.OpView | ir.Operation) -> int:
        """Number of the block of an op with results: 0 for the entry block."""
        return self._nested.get(key(op), 0) if self._positions else 0

    def in_order(self, ops: Sequence[ir.OpView]) -> list[ir.OpView]:
        """Ops of one block in program order. Only for collection, while nothing moves."""
        if len(ops) > FEW or self._known is not None:
            positions = self._positions
            return sorted(ops, key=lambda op: positions[key(op)])
        return sorted(ops, key=cmp_to_key(_compare))

    def position(self, op: ir.OpView) -> float:
        """Place of an op with results in its block, comparable with places in the same block only."""
        return self._positions[key(op)]

    @property
    def _positions(self) -> dict[ir.Value, float]:
        if self._known is None:
            self._known = {}
            position = 0.0
            for number, block in enumerate(self._blocks):
                for op in block.operations:
                    position += 1
                    try:
                        result = op.operation.result
                    except ValueError:  # none or several: asking how many first would cost more
                        if not len(op.operation.results):
                            continue
                        result = op.operation.results[0]
                    self._known[result] = position
                    if number:
                        self._nested[result] = number
        return self._known

    def add(self, op: ir.OpView | ir.Operation, like: ir.OpView, shift: float = 0.0) -> None:
        """Registers an op created in the place of `like`, or less than one place away from it."""
        if self._known is None or not len(op.operation.results):
            return
        new = key(op)
        self._known[new] = self._known[key(like)] + shift
        self.taken.discard(new)
        if block := self.block_number(like):
            self._nested[new] = block
        else:
            self._nested.pop(new, None)

    def renumber(self, ops: Sequence[ir.OpView]) -> None:
        """Positions of all ops of one block anew, in the order given."""
        positions = self._positions
        for position, op in enumerate(ops):
            for result in op.operation.results[:1]:
                positions[result] = float(position)

    def ancestor(self, op: ir.OpView, sibling: ir.OpView) -> ir.OpView | None:
        """The op itself or the op around it that stands in the block of `sibling`; None where there is none."""
        here = op
        while here != self.function:
            if len(here.operation.results):
                known = key(here)
                if known in self._positions and known not in self.taken and self.same_block(here, sibling):
                    return here
            elif here.operation.block == sibling.operation.block:
                return here
            parent = here.operation.parent
            if parent is None:
                return None
            here = parent.operation.opview
        return None


def _compare(a: ir.OpView, b: ir.OpView) -> int:
    return -1 if a.operation.is_before_in_block(b.operation) else 1
