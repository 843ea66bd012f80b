"""Which ops stand at the place that a remark or a diagnostic names."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from hlo2penguin.diagnostics import Place
from hlo2penguin.mlir.decode import Provenance

__all__ = ["Places", "Standing"]


_SAME_NAME = 16
"""Ops that one name may stand for; a framework's name that more ops have tells no place."""


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
        self._names: defaultdict[str, list[Standing]] = defaultdict(list)

    def add(self, where: Provenance, standing: Standing) -> None:
        """Notes an op that comes from `where`."""
        if where.line:
            self._positions[where.file, where.line, where.column].append(standing)
        both = f"{where.op_name}_{where.instruction}"
        for name in dict.fromkeys((where.instruction, where.op_name, both)):
            if name:
                self._names[name].append(standing)

    def find(self, place: Place, op_text: str = "") -> list[Standing]:
        """Ops at `place`; name, then the op that `op_text` shows, choose among several where they fit any."""
        found = self._positions.get((place.file, place.line, place.column), []) if place.line else []
        named = self._names.get(place.name, [])
        if not found:
            found = named if len(named) <= _SAME_NAME else []
        elif both := _both(found, named):
            found = both
        shown = [standing for standing in found if standing.op_name and standing.op_name in op_text]
        return shown or found


def _both(one: list[Standing], other: list[Standing]) -> list[Standing]:
    known = {id(standing) for standing in other}
    return [standing for standing in one if id(standing) in known]
