"""Clusters become IR: an inline `mhlo.fusion`, or a `stablehlo.composite` with a private decomposition function."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hlo2penguin.diagnostics import Diagnostic, Refused
from hlo2penguin.fusion.cluster import FusionCluster
from hlo2penguin.fusion.composite import Composites
from hlo2penguin.fusion.dominance import has_early_user, reentry, repair
from hlo2penguin.fusion.index import FunctionIndex, key
from hlo2penguin.fusion.match import Miss
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.kinds import dialect_of

KIND_ATTRIBUTE = "FusionKind"


@dataclass(frozen=True, slots=True)
class Shell:
    """An op that stands for a cluster and the block that its members move into; `terminator` ends that block."""

    op: ir.Operation
    body: ir.Block
    terminator: str


class Generator:
    """Code generation for one function; `composites` makes the private functions of the module."""

    def __init__(self, index: FunctionIndex, form: str, composites: Composites) -> None:
        self._index = index
        self._form = form
        self._composites = composites
        self._results: dict[ir.Value, ir.Value] = {}
        self._broken: dict[int, ir.Block] = {}

    def generate(self, cluster: FusionCluster) -> ir.OpView | Miss:
        """Moves the members into a new fusion in front of the last of them; a Miss where that must not be done."""
        index, root = self._index, cluster.members[0]
        if not index.taken.isdisjoint(cluster.inner_uses):
            lost = next(op for op in cluster.members if key(op) in index.taken)
            return Miss(root, "Overlap", "a member already belongs to an earlier cluster", near=True, blocker=lost)
        anchor = cluster.ordered[-1]
        early = _read_before_the_end(cluster, anchor)
        if early and (way := reentry(cluster, early, index)) is not None:
            return Miss(root, "NotConvex", "an op outside reads a member and feeds another", near=True, blocker=way)
        shell = self._shell(cluster, anchor)
        index.add(shell.op, anchor)
        for op in cluster.ordered:
            shell.body.append(op)
        index.taken.update(cluster.inner_uses)
        self._remap_inside(cluster, shell)
        self._remap_outside(cluster, shell)
        if early and has_early_user([self._results[value] for value in early], shell.op.opview, index):
            self._broken[index.block_number(shell.op)] = shell.op.block
        return shell.op.opview

    def finish(self) -> None:
        """Repairs the order of every block in which a fusion came to stand behind a user."""
        for block in self._broken.values():
            repair(block, self._index)
        self._broken.clear()

    def _shell(self, cluster: FusionCluster, anchor: ir.OpView) -> Shell:
        composite = self._form == "composite" or (self._form == "auto" and dialect_of(anchor) == "stablehlo")
        inputs = cluster.live_ins + cluster.captures if composite else cluster.live_ins
        operands = [self._visible(value) for value in inputs]
        locations = [op.operation.location for op in reversed(cluster.members)]
        location = ir.Location.fused(locations, context=anchor.operation.context)
        types = [value.type for value in cluster.live_outs]
        if composite:
            op, body = self._composites.create(cluster.kind, types, operands, location, anchor)
            return Shell(op, body, "func.return")
        op = ir.Operation.create(
            "mhlo.fusion",
            results=types,
            operands=operands,
            attributes={KIND_ATTRIBUTE: ir.StringAttr.get(cluster.kind, location.context)},
            regions=1,
            loc=location,
            ip=ir.InsertionPoint(anchor),
        )
        arguments = [value.location for value in operands]
        body = op.regions[0].blocks.append(*(value.type for value in operands), arg_locs=arguments)
        return Shell(op, body, "mhlo.return")

    def _visible(self, value: ir.Value) -> ir.Value:
        """Operand legalisation: a live-in that an earlier fusion hides is read from that fusion, as often as needed."""
        while (result := self._results.get(value)) is not None:
            value = result
        if value in self._index.taken:
            raise Refused(Diagnostic("H2P241", "a fused cluster reads a value that an earlier fusion hides"))
        return value

    def _remap_inside(self, cluster: FusionCluster, shell: Shell) -> None:
        """Members read block arguments: for the legalised operands, and for recorded live-ins still in use (OQ-66)."""
        arguments: dict[ir.Value, ir.Value] = {}
        recorded = cluster.live_ins + cluster.captures
        for operand, live_in, argument in zip(shell.op.operands, recorded, shell.body.arguments, strict=False):
            arguments.setdefault(operand, argument)
            arguments.setdefault(live_in, argument)
        for reader in (*cluster.entries, *cluster.readers):
            _replace_operands(reader, arguments)

    def _remap_outside(self, cluster: FusionCluster, shell: Shell) -> None:
        """Everything outside reads the fusion's results; then the terminator returns the live-outs."""
        for value, result in zip(cluster.live_outs, shell.op.results, strict=True):
            if cluster.inner_uses[value]:
                value.replace_all_uses_except(result, [op.operation for op in cluster.readers_of(value)])
            else:
                value.replace_all_uses_with(result)
            self._results[value] = result
        terminate(shell, cluster.live_outs)


def _read_before_the_end(cluster: FusionCluster, anchor: ir.OpView) -> list[ir.Value]:
    """Live-outs of members other than the last: only these can have users in front of the fusion."""
    if len(cluster.live_outs) == 1 and cluster.live_outs[0] == key(anchor):
        return []
    last = set(anchor.operation.results)
    return [value for value in cluster.live_outs if value not in last]


def terminate(shell: Shell, values: Sequence[ir.Value]) -> None:
    """Ends the body with a return of `values`."""
    ir.Operation.create(
        shell.terminator, operands=list(values), loc=shell.op.location, ip=ir.InsertionPoint(shell.body)
    )


def _replace_operands(op: ir.OpView, arguments: dict[ir.Value, ir.Value]) -> None:
    operation = op.operation
    for value in list(operation.operands):
        if (argument := arguments.get(value)) is not None:
            operation.replace_uses_of_with(value, argument)
