"""What all sub-passes need to know about a function, gathered once: kinds, positions, blocks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import symbol_name
from hlo2penguin.mlir.kinds import kind_of_type

CONTROL = frozenset({"while", "if", "case"})
"""Ops whose regions are walked. Regions of reducers and comparators are scalar programs that stay as they are, and no
sub-pass looks inside an existing fusion."""


def key(op: ir.OpView | ir.Operation) -> ir.Value:
    """What an op that has a result is known by in sets and tables.

    The bindings hash an op by its contents, which edits change, and hand out a new object for each access."""
    return op.operation.results[0]


class _ListsByType(dict[type, tuple[list[ir.OpView], bool]]):
    """Ops' classes to the list of their kind and whether their regions are walked: no name is read per op."""

    def __init__(self, by_kind: dict[str, list[ir.OpView]]) -> None:
        super().__init__()
        self._by_kind = by_kind

    def __missing__(self, view: type) -> tuple[list[ir.OpView], bool]:
        name = kind_of_type(view)
        entry = self[view] = (self._by_kind.setdefault(name, []), name in CONTROL)
        return entry


class FunctionIndex:
    """Ops of one function by kind, in walk order, and their positions within their blocks.

    Positions are read off the block when first asked for, before anything moves; MLIR's own order queries are quadratic
    between moves. A new op gets a position in between, or that of the op whose place it takes.
    """

    def __init__(self, function: ir.OpView) -> None:
        self.function = function
        self.name = symbol_name(function)
        self.taken: set[ir.Value] = set()
        """Results of all ops that are inside fusions made so far."""
        self._blocks: list[list[ir.OpView]] = []
        self._by_kind: dict[str, list[ir.OpView]] = {}
        self._positions: dict[ir.Value, float] | None = None
        self._nested: dict[ir.Value, int] = {}
        self._walk()

    def _walk(self) -> None:
        lists = _ListsByType(self._by_kind)
        pending = [block for region in self.function.operation.regions for block in region.blocks][::-1]
        while pending:
            block = pending.pop()
            ops: list[ir.OpView] = []
            self._blocks.append(ops)
            nested: list[ir.Block] = []
            for op in block.operations:
                ops.append(op)
                found, is_control = lists[type(op)]
                found.append(op)
                if is_control:
                    nested += [block for region in op.operation.regions for block in region.blocks]
            pending += reversed(nested)

    def _measure(self) -> dict[ir.Value, float]:
        positions: dict[ir.Value, float] = {}
        position = 0.0
        for number, ops in enumerate(self._blocks):
            for op in ops:
                position += 1
                try:
                    result = op.operation.result
                except ValueError:  # none or several: asking for their number first would cost more
                    if not len(op.operation.results):
                        continue
                    result = op.operation.results[0]
                positions[result] = position
                if number:
                    self._nested[result] = number
        self._positions = positions
        return positions

    def of(self, kind: str) -> Sequence[ir.OpView]:
        """Ops of `kind` that were in the function when it was indexed, in walk order."""
        return self._by_kind.get(kind, ())

    def untaken(self, kind: str) -> list[ir.OpView]:
        """Those of them that no cluster has taken."""
        return [op for op in self.of(kind) if key(op) not in self.taken] if self.taken else list(self.of(kind))

    def position(self, op: ir.OpView) -> float:
        """Place of an op with results in its block, comparable with places in the same block only."""
        return (self._positions or self._measure())[key(op)]

    def block_number(self, op: ir.OpView | ir.Operation) -> int:
        """Number of the op's block: 0 for the entry block."""
        return self._nested.get(key(op), 0)

    def in_function_body(self, op: ir.OpView) -> bool:
        """Whether the op stands directly in the function, not in a region of another op."""
        return len(self._blocks) == 1 or op.operation.parent == self.function

    def same_block(self, a: ir.OpView, b: ir.OpView) -> bool:
        """Whether both ops, which have results, stand in one block."""
        if len(self._blocks) == 1:
            return True
        if self._positions is None:
            self._measure()
        return self.block_number(a) == self.block_number(b)

    def add(self, op: ir.OpView | ir.Operation, like: ir.OpView, position: float) -> None:
        """Registers an op created in the block of `like`; an op without results needs no place."""
        if not len(op.operation.results):
            return
        new = key(op)
        assert self._positions is not None, "positions are read before anything is created"
        self._positions[new] = position
        self.taken.discard(new)
        if block := self.block_number(like):
            self._nested[new] = block
        else:
            self._nested.pop(new, None)

    def in_order(self, keys: Sequence[ir.Value], ops: Sequence[ir.OpView]) -> list[ir.OpView]:
        """Ops of one block, known by `keys`, in program order; ops in the same place keep the order given."""
        positions = self._positions or self._measure()
        return [ops[number] for number in sorted(range(len(ops)), key=[positions[k] for k in keys].__getitem__)]

    def take(self, keys: Iterable[ir.Value], results: Iterable[ir.Value]) -> None:
        """Records that ops have moved into a fusion: they have no place in the function any more."""
        self.taken.update(results)
        for known in keys:
            del self._positions[known]

    def renumber(self, ops: Sequence[ir.OpView]) -> None:
        """Positions of all ops of one block anew, in the order given."""
        assert self._positions is not None, "positions are read before anything moves"
        for position, op in enumerate(ops):
            for result in op.operation.results[:1]:
                self._positions[result] = float(position)

    def ancestor(self, op: ir.OpView, sibling: ir.OpView) -> ir.OpView | None:
        """The op itself or the op around it that stands in the block of `sibling`; None where there is none."""
        positions = self._positions or self._measure()
        here: ir.OpView | None = op
        while here is not None:
            if len(here.operation.results):
                if key(here) in positions and self.same_block(here, sibling):
                    return here
            elif here.operation.block == sibling.operation.block:
                return here
            parent = here.operation.parent
            here = None if parent is None else parent.operation.opview
            if here is not None and here == self.function:
                return None
        return None
