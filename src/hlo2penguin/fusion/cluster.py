"""The unit of fusion: a set of ops, its kind and its boundary. Nothing here changes IR."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import captures
from hlo2penguin.mlir.kinds import kind

REGION_MEMBERS = frozenset({"reduce", "reduce_scatter"})
"""Kinds of member that carry a region of their own; no other op with a region is ever a member."""


@dataclass(frozen=True, slots=True)
class FusionCluster:
    """Ops that become one fusion.

    `members` is the matcher's vector, `ordered` the same ops in program order. `live_ins` and `live_outs` are in
    boundary order: the vector is visited from last to first, operands and results in index order. Only direct operands
    count as live-ins, and `entries` are the members that have some; `captures` are the further outside values that
    regions of members read, and `readers` the ops in those regions that read anything from outside their region.
    `inner_uses` counts, for each value that members define, its uses inside the cluster.
    """

    kind: str
    members: Sequence[ir.OpView]
    ordered: Sequence[ir.OpView]
    live_ins: tuple[ir.Value, ...]
    live_outs: tuple[ir.Value, ...]
    entries: tuple[ir.OpView, ...]
    captures: tuple[ir.Value, ...]
    readers: tuple[ir.OpView, ...]
    inner_uses: dict[ir.Value, int]

    @classmethod
    def of(cls, kind: str, members: Sequence[ir.OpView], ordered: Sequence[ir.OpView]) -> FusionCluster:
        """The cluster of distinct `members` with the boundary that they have now."""
        inner_uses: dict[ir.Value, int] = {value: 0 for op in reversed(members) for value in op.operation.results}
        live_ins: dict[ir.Value, None] = {}
        entries: dict[int, ir.OpView] = {}
        for number, op in enumerate(reversed(members)):
            for value in op.operation.operands:
                if value in inner_uses:
                    inner_uses[value] += 1
                else:
                    live_ins[value] = None
                    entries[number] = op
        captured, readers = _captures(members, live_ins, inner_uses)
        live_outs = [value for value, inside in inner_uses.items() if _has_more_uses(value, inside)]
        return cls(
            kind=kind,
            members=members,
            ordered=ordered,
            live_ins=tuple(live_ins),
            live_outs=tuple(live_outs),
            entries=tuple(entries.values()),
            captures=tuple(captured),
            readers=tuple(readers),
            inner_uses=inner_uses,
        )

    def readers_of(self, value: ir.Value) -> list[ir.OpView]:
        """Ops of the cluster, regions included, that read `value`."""
        return [op for op in (*self.members, *self.readers) if value in list(op.operation.operands)]


def _has_more_uses(value: ir.Value, inside: int) -> bool:
    """Whether some use is not inside. Uses are counted, not resolved: an owner costs more than a use."""
    return next(islice(value.uses, inside, None), None) is not None


def _captures(
    members: Sequence[ir.OpView], live_ins: dict[ir.Value, None], inner_uses: dict[ir.Value, int]
) -> tuple[dict[ir.Value, None], list[ir.OpView]]:
    """Outside values that only regions of members read, and who reads; reads of members' results count as inner."""
    found: dict[ir.Value, None] = {}
    readers: list[ir.OpView] = []
    for member in members:
        if kind(member) not in REGION_MEMBERS:
            continue
        for value, reader in captures(member):
            readers.append(reader)
            if value in inner_uses:
                inner_uses[value] += 1
            elif value not in live_ins:
                found[value] = None
    return found, readers
