"""The unit of fusion: a set of ops, its kind and its boundary. Nothing here changes IR."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.edit import captures
from hlo2penguin.mlir.kinds import kind

REGION_MEMBERS = frozenset({"reduce", "reduce_scatter"})
"""Kinds of member that carry a region of their own; no other op with a region is ever a member."""


@dataclass(frozen=True, slots=True)
class FusionCluster:
    """Ops that become one fusion.

    `members` is the matcher's vector and `keys` what the index knows its ops by; `live_ins` and `live_outs` are in
    boundary order: the vector is visited from last to first, operands and results in index order. Only direct operands
    count as live-ins; `captures` are the further outside values that regions of members read, and `readers` the ops in
    those regions that read anything from outside their region. `inner_users` lists, for each value that members define,
    the ops inside the cluster that read it.
    """

    kind: str
    members: tuple[ir.OpView, ...]
    keys: tuple[ir.Value, ...]
    live_ins: tuple[ir.Value, ...]
    live_outs: tuple[ir.Value, ...]
    captures: tuple[ir.Value, ...]
    readers: tuple[ir.OpView, ...]
    inner_users: dict[ir.Value, list[ir.OpView]]

    @classmethod
    def of(cls, kind: str, ops: Sequence[ir.OpView]) -> FusionCluster:
        """The cluster of `ops` with the boundary that they have now; repeated ops count once, at their first place."""
        members: dict[ir.Value, ir.OpView] = {}
        inner_users: dict[ir.Value, list[ir.OpView]] = {}
        for op in ops:
            results = list(op.operation.results)
            if results[0] not in members:
                members[results[0]] = op
                inner_users |= {result: [] for result in results}
        live_ins: dict[ir.Value, None] = {}
        for op in reversed(members.values()):
            for value in op.operation.operands:
                users = inner_users.get(value)
                if users is None:
                    live_ins[value] = None
                else:
                    users.append(op)
        captured, readers = _captures(members.values(), live_ins, inner_users)
        return cls(
            kind,
            tuple(members.values()),
            tuple(members),
            tuple(live_ins),
            tuple(_live_outs(members.values(), inner_users)),
            tuple(captured),
            tuple(readers),
            inner_users,
        )


def _live_outs(members: Collection[ir.OpView], inner_users: dict[ir.Value, list[ir.OpView]]) -> list[ir.Value]:
    """Results with a use that is no operand of a member. Uses are counted, not resolved: an owner costs more."""
    values = list(inner_users)
    if len(values) == len(members):
        return [value for value in reversed(values) if _read_outside(value, inner_users)]
    found: list[ir.Value] = []
    for op in reversed(list(members)):
        found += [value for value in op.operation.results if _read_outside(value, inner_users)]
    return found


def _read_outside(value: ir.Value, inner_users: dict[ir.Value, list[ir.OpView]]) -> bool:
    remaining = len(inner_users[value])
    for _ in value.uses:
        if remaining == 0:
            return True
        remaining -= 1
    return False


def _captures(
    members: Collection[ir.OpView],
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
