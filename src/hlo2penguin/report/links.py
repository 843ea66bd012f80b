"""Which op of the imported program an op of a later stage comes from.

Each imported op's location becomes one that is called from a place that tells the op's number. Passes keep locations,
so the number arrives wherever the op's place in the source does, and what reads provenance never asks for callers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hlo2penguin.load import InstructionNames
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder

__all__ = ["CopiedNames", "Links"]


@dataclass(slots=True)
class CopiedNames(InstructionNames):
    """Names of a module's instructions that remember what each copy was copied from."""

    originals: dict[str, str] = field(default_factory=dict[str, str])

    def fresh(self, instruction: str) -> tuple[str, int]:
        """Name and id for a copy, as always."""
        name, unique_id = InstructionNames.fresh(self, instruction)
        self.originals[name] = self.originals.get(instruction, instruction)
        return name, unique_id


class Links:
    """Numbers of imported ops in locations.

    `names` are the module's, where it was HLO: inlining gives the copies of its instructions new locations.
    """

    def __init__(self, decoder: Decoder, names: CopiedNames | None = None) -> None:
        self._decoder = decoder
        self._names = names
        self._marks: dict[ir.Attribute, int] = {}  # by the location's attribute: a location hashes by identity
        self._instructions: dict[str, int] = {}

    def mark(self, ops: Sequence[ir.Operation]) -> None:
        """Numbers the imported ops, in place."""
        for number, op in enumerate(ops):
            context = op.context
            instruction = self._decoder.location(op.location).instruction
            if instruction:
                self._instructions.setdefault(instruction, number)
            location = ir.Location.callsite(op.location, [ir.Location.file("op", number, 0, context)], context)
            op.location = location
            self._marks[location.attr] = number

    def of(self, location: ir.Location) -> tuple[int, ...]:
        """Numbers of the imported ops that an op at `location` comes from, each once, in location order."""
        found: list[int] = []
        pending = [location]
        while pending:
            here = pending.pop()
            if isinstance(here, ir.NameLoc):
                pending.append(here.child_loc)
            elif isinstance(here, ir.FusedLoc):
                pending.extend(reversed(here.locations))
            elif isinstance(here, ir.CallSiteLoc):
                if (number := self._marks.get(here.attr)) is not None:
                    found.append(number)
                else:
                    pending.append(here.callee)
        if not found and self._names is not None:
            instruction = self._decoder.location(location).instruction
            number = self._instructions.get(self._names.originals.get(instruction, instruction))
            return () if number is None else (number,)
        return tuple(dict.fromkeys(found))
