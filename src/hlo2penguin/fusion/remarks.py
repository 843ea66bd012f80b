"""Fusion remarks: each cluster formed is Passed, each near miss Missed."""

from __future__ import annotations

import re

from hlo2penguin.diagnostics import Place, Remark, RemarkKind
from hlo2penguin.fusion.cluster import FusionCluster
from hlo2penguin.fusion.index import FunctionIndex, key
from hlo2penguin.fusion.match import Match, Miss, Rewritten
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder, TensorType
from hlo2penguin.mlir.kinds import kind

MEMBERS_NAMED = 16
"""Members listed by name in a remark; larger clusters end in an ellipsis."""


class RemarkWriter:
    """Collects the remarks of one sub-pass over one function."""

    def __init__(self, rule: str, index: FunctionIndex, decoder: Decoder, into: list[Remark]) -> None:
        self._rule = rule
        self._function = index.name
        self._decoder = decoder
        self._into = into
        self._sizes: dict[ir.Type, int] = {}

    def report(self, match: Match, outcome: ir.OpView | Miss) -> None:
        """A match and what code generation made of it: a fusion, or a Miss. Only near misses are told."""
        if isinstance(outcome, Miss):
            self._missed(outcome)
        elif not isinstance(match, Miss):
            self._formed(match)

    def report_rewrite(self, rewrite: Rewritten | Miss) -> None:
        """A rewrite that forms no cluster, or its near miss."""
        if isinstance(rewrite, Miss):
            self._missed(rewrite)
        else:
            self._add("Passed", rewrite.name, rewrite.message, self._place(rewrite.op))

    def _formed(self, cluster: FusionCluster) -> None:
        count, saved = len(cluster.members), self._bytes_saved(cluster)
        facts = (
            ("kind", cluster.kind),
            ("members", self._members(cluster)),
            ("live-ins", str(len(cluster.live_ins))),
            ("live-outs", str(len(cluster.live_outs))),
            ("bytes-not-written", str(saved)),
        )
        message = f"{count} ops fused as {cluster.kind}; {saved} bytes of intermediates are no longer written"
        self._add("Passed", cluster.kind, message, self._place(cluster.members[0]), facts=facts)

    def _missed(self, miss: Miss) -> None:
        if miss.near:
            blocker = None if miss.blocker is None else self._place(miss.blocker)
            message = f"{kind(miss.op)} not fused: {miss.reason}"
            self._add("Missed", miss.condition, message, self._place(miss.op), blocker)

    def _add(
        self,
        remark_kind: RemarkKind,
        name: str,
        message: str,
        place: Place,
        blocker: Place | None = None,
        facts: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self._into.append(Remark(remark_kind, self._rule, name, message, place, blocker, self._function, facts))

    def _members(self, cluster: FusionCluster) -> str:
        names = [kind(op) for op in cluster.members[:MEMBERS_NAMED]]
        return ", ".join([*names, "…"] if len(cluster.members) > MEMBERS_NAMED else names)

    def _bytes_saved(self, cluster: FusionCluster) -> int:
        kept = {key(op) for op in cluster.members if kind(op) == "constant"}
        kept.update(cluster.live_outs)
        return sum(self._size(value.type) for value in cluster.inner_uses if value not in kept)

    def _size(self, type: ir.Type) -> int:
        size = self._sizes.get(type)
        if size is None:
            size = self._sizes[type] = size_in_bytes(self._decoder.type(type))
        return size

    def _place(self, op: ir.OpView) -> Place:
        found = self._decoder.location(op.operation.location)
        name = found.instruction or found.op_name or kind(op)
        return Place(found.file, found.line, found.column, name)


_BITS = re.compile(r"[a-z]+(\d+)")


def size_in_bytes(tensor: TensorType) -> int:
    """Bytes of a tensor: at least one per element; 0 where the shape is not known or the type is no tensor."""
    bits = _BITS.search(tensor.dtype)
    if not tensor.is_static or bits is None:
        return 0
    parts = 2 if tensor.dtype.startswith("complex") else 1
    return tensor.size * parts * max(1, int(bits[1]) // 8)
