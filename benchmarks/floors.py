"""What the bindings alone cost for the work of a stage: below these no stage can come in Python."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.measure import best
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import entry_block, main_function
from hlo2penguin.options import Options
from hlo2penguin.pipeline import Session

__all__ = ["measure"]


def measure(text: str, floor: float) -> Iterator[tuple[str, float, str, None]]:
    """Rows in units of `floor`: what `prepare` and `print` ask of each op, and nothing done with the answers."""
    session = Session(Options(remarks=False))
    session.load(text)
    session.prepare()
    main = main_function(session.module)
    assert main is not None
    block = entry_block(main)
    yield "bindings alone: one walk", best(lambda: _walk(block)) / floor, "F", None
    yield "bindings alone: a location for each op (prepare)", best(lambda: _locate(block)) / floor, "F", None
    yield "bindings alone: what a statement says (print)", best(lambda: _read(block)) / floor, "F", None


def _walk(block: ir.Block) -> None:
    for _ in block.operations:
        pass


def _locate(block: ir.Block) -> None:
    context = block.owner.operation.context
    for op in block.operations:
        operation = op.operation
        location = operation.location
        if type(location) is ir.NameLoc:
            operation.location = ir.Location.name(location.name_str, location.child_loc, context)


def _read(block: ir.Block) -> None:
    for op in block.operations:
        operation = op.operation
        for value in operation.operands[:]:
            hash(value)
        for value in operation.results[:]:
            hash(value)
            hash(value.type)
        for name in operation.attributes:
            operation.attributes[name]
        location = operation.location
        if type(location) is ir.NameLoc:
            _ = location.name_str
            place = location.child_loc
            if type(place) is ir.FileLineColLoc:
                _ = place.filename, place.start_line
