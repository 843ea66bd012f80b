"""The program as a graph of ops and clusters: what reads what, where each op comes from, what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hlo2penguin.metrics import op_macs
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder, Provenance, TensorType
from hlo2penguin.mlir.edit import entry_block, functions, main_function, symbol_name
from hlo2penguin.mlir.kinds import kind
from hlo2penguin.report.costs import total_bytes
from hlo2penguin.report.links import Links

__all__ = ["ARGUMENT", "Cluster", "Node", "Structure", "scope_of", "structure_of", "type_text"]

ARGUMENT = -1
"""Operand node number of `@main`'s argument 0; argument i is `ARGUMENT - i`."""

Value = tuple[int, int]
"""A node's number and which of its results; for arguments a number of ARGUMENT or less, and 0."""


@dataclass(frozen=True, slots=True)
class Node:
    """One op of `@main` or of a cluster's body.

    `operands` are the values it reads, seen through cluster boundaries. `cluster` is the number of the cluster that the
    op is a member of, -1 for none. `links` are numbers of imported ops. `operation` is valid while the module is not
    edited further.
    """

    operation: ir.Operation
    kind: str
    cluster: int
    operands: tuple[Value, ...]
    operand_types: tuple[TensorType, ...]
    result_types: tuple[TensorType, ...]
    where: Provenance
    links: tuple[int, ...]
    macs: int

    @property
    def bytes_read(self) -> int:
        """Bytes of the operands."""
        return total_bytes(self.operand_types)

    @property
    def bytes_written(self) -> int:
        """Bytes of the results; constants are there before the program runs."""
        return 0 if self.kind == "constant" else total_bytes(self.result_types)


@dataclass(slots=True)
class Cluster:
    """A fusion: its kind, the cluster that it stands in (-1: none), its members, and what crosses its border."""

    kind: str
    parent: int
    links: tuple[int, ...]
    bytes_read: int
    bytes_written: int
    operation: ir.Operation
    members: list[int] = field(default_factory=list[int])


@dataclass(slots=True)
class Structure:
    """`nodes` in program order, members of a cluster where the cluster stands; `outputs` are what `@main` returns."""

    nodes: list[Node] = field(default_factory=list[Node])
    clusters: list[Cluster] = field(default_factory=list[Cluster])
    arguments: list[TensorType] = field(default_factory=list[TensorType])
    outputs: list[Value] = field(default_factory=list[Value])


def structure_of(module: ir.Module, decoder: Decoder, links: Links, function: ir.OpView | None = None) -> Structure:
    """The graph of `@main`, or of `function`; empty where there is none."""
    main = function or main_function(module)
    if main is None:
        return Structure()
    bodies = {symbol_name(other): other for other in functions(module)}
    return _Walk(decoder, links, bodies).run(main)


@dataclass(slots=True)
class _Frame:
    """A block under way; `shell` is the fusion whose body it is."""

    ops: Iterator[ir.OpView]
    cluster: int
    shell: ir.Operation | None = None


class _Walk:
    def __init__(self, decoder: Decoder, links: Links, bodies: dict[str, ir.OpView]) -> None:
        self._decoder = decoder
        self._links = links
        self._bodies = bodies
        self._values: dict[ir.Value, Value] = {}
        self._structure = Structure()

    def run(self, main: ir.OpView) -> Structure:
        block = entry_block(main)
        for index, argument in enumerate(block.arguments):
            self._values[argument] = (ARGUMENT - index, 0)
            self._structure.arguments.append(self._decoder.value(argument))
        frames = [_Frame(iter(block.operations), -1)]
        while frames:
            frame = frames[-1]
            op = next(frame.ops, None)
            if op is None:
                frames.pop()
            elif kind(op) in ("return", "func.return"):
                self._return(op, frame)
            elif (body := self._body(op)) is not None and len(frames) <= len(self._bodies) + 16:
                frames.append(self._enter(op, body, frame.cluster))
            else:
                self._add(op, frame.cluster)
        return self._structure

    def _body(self, op: ir.OpView) -> ir.Block | None:
        """The block that a fusion's members stand in; None for every other op."""
        name, attributes = kind(op), op.operation.attributes
        if name == "fusion":
            blocks = op.operation.regions[0].blocks
            return blocks[0] if len(blocks) else None
        if name != "composite" or "CompositeKind" not in attributes:
            return None
        function = self._bodies.get(self._decoder.get(op, "decomposition"))
        return None if function is None else entry_block(function)

    def _enter(self, op: ir.OpView, body: ir.Block, parent: int) -> _Frame:
        operation = op.operation
        fusion_kind: str = self._decoder.get(op, "FusionKind") or self._decoder.get(op, "CompositeKind") or "Fusion"
        operands = operation.operands[:]
        for argument, operand in zip(body.arguments, operands, strict=False):
            self._values[argument] = self._value(operand)
        self._structure.clusters.append(
            Cluster(
                fusion_kind,
                parent,
                self._links.of(operation.location),
                total_bytes(self._decoder.value(value) for value in operands),
                total_bytes(self._decoder.value(value) for value in operation.results),
                operation,
            )
        )
        return _Frame(iter(body.operations), len(self._structure.clusters) - 1, operation)

    def _return(self, op: ir.OpView, frame: _Frame) -> None:
        values = [self._value(operand) for operand in op.operation.operands]
        if frame.shell is None:
            self._structure.outputs = values
        else:
            self._values.update(zip(frame.shell.results, values, strict=False))

    def _add(self, op: ir.OpView, cluster: int) -> None:
        operation, nodes = op.operation, self._structure.nodes
        operands = operation.operands[:]
        for index, result in enumerate(operation.results):
            self._values[result] = (len(nodes), index)
        if cluster >= 0:
            self._structure.clusters[cluster].members.append(len(nodes))
        nodes.append(
            Node(
                operation,
                kind(op),
                cluster,
                tuple(self._value(operand) for operand in operands),
                tuple(self._decoder.value(operand) for operand in operands),
                tuple(self._decoder.value(result) for result in operation.results),
                self._decoder.location(operation.location),
                self._links.of(operation.location),
                op_macs(op, self._decoder),
            )
        )

    def _value(self, value: ir.Value) -> Value:
        return self._values.get(value, (ARGUMENT, 0))


def scope_of(op_name: str) -> tuple[str, ...]:
    """The scopes that a framework's op name is in: `jit(step)/layer/mul` is in `jit(step)` and `layer`."""
    return tuple(part for part in op_name.split("/")[:-1] if part)


def type_text(type: TensorType) -> str:
    """A type for people: `f32[2,32,64]`, `?` for an unknown extent."""
    if not type.ranked:
        return type.dtype
    return f"{type.dtype}[{','.join('?' if extent < 0 else str(extent) for extent in type.shape)}]"
