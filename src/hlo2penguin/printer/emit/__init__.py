"""One emitter per op kind, one file per family. An emitter reads the op and fills a form."""

from __future__ import annotations

from collections.abc import Callable

from hlo2penguin.printer.emit import (
    collective,
    contraction,
    control,
    custom_call,
    elementwise,
    fusion,
    indexing,
    reduction,
    shape,
)
from hlo2penguin.printer.statement import Op, Statements, Unsupported

__all__ = ["BY_SIGNATURE", "EMITTERS", "Emitter", "unsupported"]

Emitter = Callable[[Op, Statements], None]

EMITTERS: dict[str, Emitter] = {}
for _family in (elementwise, shape, contraction, reduction, indexing, collective, custom_call, fusion, control):
    EMITTERS.update(_family.EMITTERS)

BY_SIGNATURE = elementwise.BY_SIGNATURE | shape.BY_SIGNATURE | contraction.BY_SIGNATURE | indexing.BY_SIGNATURE
"""Kinds whose ops print as one statement, which their attributes and types decide."""


def unsupported(op: Op, statements: Statements) -> None:
    """The end of the dispatch chain (NCC_PYP055); a type that cannot be printed is the first thing to say."""
    for result in op.operation.results:
        statements.type(result)
    raise Unsupported("NCC_PYP055", f"operation {op.operation.name} is not supported", "rewrite the program without it")
