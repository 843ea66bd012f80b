"""Instruction names and ids for programs that never were HLO.

Each op of `@main` gets the id of its position, counted from 1, and the name `<kind>.<id>`; both go into its location,
where they survive every later pass. Ops that have them already keep them.
"""

from __future__ import annotations

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import is_marked, provenance_name
from hlo2penguin.mlir.edit import entry_block, main_function
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.prepare.state import PrepareState

__all__ = ["run"]


def run(module: ir.Module, state: PrepareState) -> None:
    """Numbers in place."""
    main = main_function(module)
    if main is None:
        return
    context = module.context
    for position, op in enumerate(entry_block(main).operations, 1):
        name = kind(op)
        if name == "func.return":
            continue
        operation = op.operation
        location = operation.location
        if type(location) is ir.NameLoc:
            marked = is_marked(location.name_str)
        else:
            marked = type(location) is not ir.FileLineColLoc and state.decoder.location(location).instruction
        if not marked:
            mark = provenance_name("", f"{name}.{position}", position)
            operation.location = ir.Location.name(mark, location, context)
