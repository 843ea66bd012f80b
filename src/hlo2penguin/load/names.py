"""Instruction names and unique ids of an HLO module: what it uses, and what the next copy of an instruction gets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

__all__ = ["InstructionNames", "base_and_suffix", "ids_of_text"]


def base_and_suffix(name: str) -> tuple[str, int | None]:
    """`("reshape", 6)` for `reshape.6`; no suffix where the part after the last dot is not a number."""
    base, dot, suffix = name.rpartition(".")
    return (base, int(suffix)) if dot and base and suffix.isdecimal() and suffix.isascii() else (name, None)


@dataclass(slots=True)
class InstructionNames:
    """Names and ids taken in the module, by every instruction of every computation.

    `largest_id` is the largest unique id, `suffixes` the numeric suffixes in use by base name (0: the bare base).
    """

    largest_id: int = 0
    suffixes: defaultdict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    _next: dict[str, int] = field(default_factory=dict[str, int])

    @classmethod
    def of(cls, instructions: Iterable[tuple[str, int]]) -> InstructionNames:
        """The state of a module with these (name, unique id)."""
        names = cls()
        for name, unique_id in instructions:
            base, suffix = base_and_suffix(name)
            names.suffixes[base].add(suffix or 0)
            if unique_id > names.largest_id:
                names.largest_id = unique_id
        return names

    def fresh(self, instruction: str) -> tuple[str, int]:
        """Name and id for a copy of `instruction`, both taken from now on (`real_output.md` 5).

        As XLA's name uniquer does it: the instruction's own suffix if free, else the smallest free one, counted from 0;
        0 is written only where the instruction had a suffix.
        """
        base, own = base_and_suffix(instruction)
        used = self.suffixes[base]
        suffix = own or 0
        if suffix in used:
            suffix = self._next.get(base, 0)
            while suffix in used:
                suffix += 1
            self._next[base] = suffix + 1
        used.add(suffix)
        self.largest_id += 1
        return (base if suffix == 0 and own is None else f"{base}.{suffix}"), self.largest_id


def ids_of_text(names: Iterable[str]) -> list[int]:
    """Unique ids for instructions that come from text, which carries none (OQ-16).

    The numeric suffixes of the names where every name has one and all differ, else the positions, counted from 1.
    """
    names = list(names)
    suffixes = [suffix for _, suffix in map(base_and_suffix, names) if suffix is not None]
    if len(suffixes) == len(names) == len(set(suffixes)):
        return suffixes
    return list(range(1, len(names) + 1))
