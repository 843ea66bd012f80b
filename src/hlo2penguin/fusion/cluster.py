"""The unit of fusion: a set of ops, its kind and its boundary. Nothing here changes IR."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hlo2penguin.fusion.index import key
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import captures
from hlo2penguin.mlir.kinds import kind

REGION_MEMBERS = frozenset({"reduce", "reduce_scatter"})
"""Kinds of member that carry a region of their own; no other op with a region is ever a member."""


@dataclass(frozen=True, slots=True)
class FusionCluster:
    """Ops that become one fusion.

    `members` is the matcher's vector; `live_ins` and `live_outs` are in boundary order: the vector is visited from last
    to first, operands and results in index order. Only direct operands count as live-ins; `captures` are the further
    outside values that regions of members read. `inner_users` lists, for a value that members define, the ops inside
    the cluster that read it; `readers` are the ops in members' regions that read any value from outside their region.
    """

    kind: str
    members: tuple[ir.OpView, ...]
    live_ins: tuple[ir.Value, ...]
    live_outs: tuple[ir.Value, ...]
    captures: tuple[ir.Value, ...]
    readers: tuple[ir.OpView, ...]
    inner_users: dict[ir.Value, list[ir.OpView]]

    @classmethod
    def of(cls, kind: str, ops: Sequence[ir.OpView]) -> FusionCluster:
        """The cluster of `ops` with the boundary that they have now; repeated ops count once, at their first place."""
        members = tuple({key(op): op for op in ops}.values())
        inner_users: dict[ir.Value, list[ir.OpView]] = {}
        defined = [op.operation.results[:] for op in members]
        for results in defined:
            for result in results:
                inner_users[result] = []
        live_ins: dict[ir.Value, None] = {}
        for op in reversed(members):
            for value in op.operation.operands[:]:
                users = inner_users.get(value)
                if users is None:
                    live_ins[value] = None
                else:
                    users.append(op)
        captured, readers = _captures(members, live_ins, inner_users)
        live_outs = [value for results in reversed(defined) for value in results if _read_outside(value, inner_users)]
        return cls(kind, members, tuple(live_ins), tuple(live_outs), tuple(captured), tuple(readers), inner_users)


def _read_outside(value: ir.Value, inner_users: dict[ir.Value, list[ir.OpView]]) -> bool:
    """Whether some use is not an operand of a member. Uses are counted, not resolved: an owner costs more than a use."""
    remaining = len(inner_users[value])
    for _ in value.uses:
        if remaining == 0:
            return True
        remaining -= 1
    return False


def _captures(
    members: Sequence[ir.OpView],
    live_ins: dict[ir.Value, None],
    inner_users: dict[ir.Value, list[ir.OpView]],
) -> tuple[dict[ir.Value, None], list[ir.OpView]]:
    """Outside values that only regions of members read, and who reads; reads of members' results count as inner."""
    found: dict[ir.Value, None] = {}
    readers: list[ir.OpView] = []
    for member in members:
        if kind(member) not in REGION_MEMBERS:
            continue
        for value, reader in captures(member):
            readers.append(reader)
            if value in inner_users:
                inner_users[value].append(reader)
            elif value not in live_ins:
                found[value] = None
    return found, readers
