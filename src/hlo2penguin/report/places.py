"""Which ops stand at the place that a remark or a diagnostic names."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from hlo2penguin.diagnostics import Place
from hlo2penguin.mlir.decode import Provenance

__all__ = ["Places", "Standing"]


_SAME_NAME = 16
"""Ops that a framework's name may stand for; one that more ops have tells no place."""


@dataclass(frozen=True, slots=True)
class Standing:
    """An op at a place: its full name, its number among the report's ops (-1: none), and its links."""

    op_name: str
    number: int
    links: tuple[int, ...]


class Places:
    """Ops by source position and by name."""

    def __init__(self) -> None:
        self._positions: defaultdict[tuple[str, int, int], list[Standing]] = defaultdict(list)
        self._instructions: defaultdict[str, list[Standing]] = defaultdict(list)
        self._op_names: defaultdict[str, list[Standing]] = defaultdict(list)

    def add(self, where: Provenance, standing: Standing) -> None:
        """Notes an op that comes from `where`."""
        if where.line:
            self._positions[where.file, where.line, where.column].append(standing)
        if where.op_name:
            self._op_names[where.op_name].append(standing)
        if where.instruction:
            self._instructions[where.instruction].append(standing)
            self._instructions[f"{where.op_name}_{where.instruction}"].append(standing)

    def find(self, place: Place, op_text: str = "") -> list[Standing]:
        """Ops at `place`; name, then the op that `op_text` shows, choose among several where they fit any."""
        found = self._positions.get((place.file, place.line, place.column), []) if place.line else []
        named = self._named(place.name)
        if not found:
            found = named
        elif both := _both(found, named):
            found = both
        shown = [standing for standing in found if standing.op_name and standing.op_name in op_text]
        return shown or found

    def _named(self, name: str) -> list[Standing]:
        """Ops of an instruction's name; of a framework's name where that tells a place."""
        if found := self._instructions.get(name):
            return found
        found = self._op_names.get(name, [])
        return found if len(found) <= _SAME_NAME else []


def _both(one: list[Standing], other: list[Standing]) -> list[Standing]:
    known = {id(standing) for standing in other}
    return [standing for standing in one if id(standing) in known]
