"""A program's graphs for Model Explorer: as imported, prepared and fused, with nodes that correspond.

Nodes that come from one source op have one id in all graphs (`n<number>`, `n<number>.<k>` for the k-th further one):
the viewer's "match node id" follows them. `sync` maps what that cannot say, several to one.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hlo2penguin.diagnostics import Diagnostic, Place
from hlo2penguin.mlir.context import ir
from hlo2penguin.mlir.decode import Decoder, Provenance, TensorType
from hlo2penguin.mlir.edit import functions, main_function, symbol_name
from hlo2penguin.options import Options
from hlo2penguin.pipeline import Session
from hlo2penguin.report.explorer_form import (
    Collection,
    Graph,
    GraphNode,
    Sync,
    SyncEntry,
    cluster_configs,
    edge,
    key_values,
    mark,
    metadata,
)
from hlo2penguin.report.follow import follow
from hlo2penguin.report.links import Links
from hlo2penguin.report.places import Places, Standing
from hlo2penguin.report.structure import ARGUMENT, Node, Structure, Value, scope_of, structure_of

__all__ = ["STAGES", "Exploration", "explore"]

STAGES = {"load": "imported", "prepare": "prepared", "fuse": "fused"}
"""Stage to its graph's id."""


@dataclass(frozen=True, slots=True)
class Exploration:
    """What Model Explorer opens, and its mapping from the imported (left) to the fused graph (right).

    `problems` are why the program was refused, and the target's warnings; nodes at their places show them too.
    """

    collection: Collection
    sync: Sync
    problems: list[Diagnostic]


def explore(source: Any, options: Options, name: str | None = None) -> Exploration:
    """The graphs of a program as far as it converts; none where it does not load."""
    stages = _Stages()
    run = follow(source, options, stages.look, name)
    for remark in run.session.remarks:
        stages.say(remark.place, "", "", remark.rule, f"{remark.kind.lower()}: {remark.message}")
    for problem in run.problems:
        text = f"{problem.code} {problem.cause} {problem.help}".strip()
        stages.say(problem.place, problem.op, problem.severity, "problem", text)
    collection = Collection(label=os.path.basename(run.source), graphs=[*stages.graphs])
    return Exploration(collection, stages.sync, run.problems)


class _Stages:
    def __init__(self) -> None:
        self.graphs: list[Graph] = []
        self.sync = Sync(mappingEntries=[], disableMappingFallback=False)
        self._drawings: list[_Drawing] = []
        self._imported: dict[int, str] = {}

    def say(self, place: Place, op_text: str, severity: str, key: str, text: str) -> None:
        """Writes `text` on what stands at `place` in the last graph, and on what it comes from in the others."""
        if not self._drawings:
            return
        links = {link for standing in self._drawings[-1].places.find(place, op_text) for link in standing.links}
        for drawing in self._drawings:
            for number in dict.fromkeys(number for link in links for number in drawing.by_link.get(link, ())):
                mark(drawing.graph["nodes"][number], severity, key, text)

    def look(self, stage: str, session: Session, links: Links) -> None:
        """Draws what a stage left; no op of the module is kept."""
        name, decoder = STAGES[stage], session.decoder
        structure = structure_of(session.module, decoder, links)
        drawing = _Drawing(name, structure, decoder)
        self.graphs.append(drawing.graph)
        self._drawings.append(drawing)
        if stage == "load":
            self._imported = {link: drawing.ids[numbers[0]] for link, numbers in drawing.by_link.items()}
            self.graphs += _other_functions(session.module, decoder, links)
        elif stage == "fuse":
            self.sync["mappingEntries"] = [
                SyncEntry(leftNodeIds=left, rightNodeIds=right) for left, right in self._pairs(structure, drawing)
            ]

    def _pairs(self, structure: Structure, drawing: _Drawing) -> Iterator[tuple[list[str], list[str]]]:
        """Fused nodes by the imported nodes that they come from."""
        pairs: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
        for node, node_id in zip(structure.nodes, drawing.ids, strict=True):
            left = tuple(self._imported[link] for link in node.links if link in self._imported)
            if left:
                pairs[left].append(node_id)
        return ((list(left), right) for left, right in pairs.items())


def _other_functions(module: ir.Module, decoder: Decoder, links: Links) -> list[Graph]:
    main = main_function(module)
    return [
        _Drawing(f"{STAGES['load']} @{symbol_name(other)}", structure_of(module, decoder, links, other), decoder).graph
        for other in functions(module)
        if other != main
    ]


class _Drawing:
    """One function as a graph; node i of the structure is node i of the graph, then come inputs and outputs."""

    def __init__(self, name: str, structure: Structure, decoder: Decoder) -> None:
        self._structure = structure
        self._decoder = decoder
        self._attributes: dict[ir.Attribute, str] = {}
        self.places = Places()
        self.ids = _ids(structure.nodes)
        spaces = [_namespace(node, structure) for node in structure.nodes]
        nodes = [self._node(number, space) for number, space in enumerate(spaces)]
        self.graph = Graph(
            id=name,
            nodes=[*nodes, *self._inputs(), self._outputs()],
            groupNodeAttributes=self._groups(name, spaces),
            groupNodeConfigs=cluster_configs(),
        )
        self.by_link: defaultdict[int, list[int]] = defaultdict(list)
        for number, node in enumerate(structure.nodes):
            self.places.add(node.where, Standing(node.operation.name, number, node.links))
            for link in node.links:
                self.by_link[link].append(number)

    def _node(self, number: int, namespace: str) -> GraphNode:
        node = self._structure.nodes[number]
        where = node.where
        own = {
            "op": node.operation.name,
            "instruction": where.instruction,
            "hlo_id": where.hlo_id or "",
            "op_name": where.op_name,
            "location": _location(where),
            "bytes read": node.bytes_read,
            "bytes written": node.bytes_written,
            "macs": node.macs or "",
        }
        drawn = GraphNode(
            id=self.ids[number],
            label=node.kind,
            namespace=namespace,
            attrs=key_values(own | self._own_attributes(node.operation)),
            incomingEdges=[
                edge(self._id_of(value), value[1], position) for position, value in enumerate(node.operands)
            ],
            outputsMetadata=metadata(_shape(type) for type in node.result_types),
        )
        if node.kind == "func.call":
            drawn["subgraphIds"] = [f"{STAGES['load']} @{self._decoder.get(node.operation, 'callee')}"]
        return drawn

    def _own_attributes(self, operation: ir.Operation) -> dict[str, str]:
        """The op's attributes as MLIR writes them, each distinct one written once; long constants are left out."""
        found: dict[str, str] = {}
        for name in operation.attributes:
            try:
                attribute = operation.attributes[name]
            except TypeError:  # the bindings have no class for a dense constant of complex numbers
                found[name] = _LEFT_OUT
                continue
            text = self._attributes.get(attribute)
            if text is None:
                text = self._attributes[attribute] = _attribute_text(attribute)
            found[name] = text
        return found

    def _id_of(self, value: Value) -> str:
        number = value[0]
        return self.ids[number] if number >= 0 else f"input{ARGUMENT - number}"

    def _inputs(self) -> list[GraphNode]:
        return [
            GraphNode(
                id=f"input{index}",
                label=f"input{index}",
                namespace="inputs",
                attrs=[],
                incomingEdges=[],
                outputsMetadata=metadata([_shape(type)]),
            )
            for index, type in enumerate(self._structure.arguments)
        ]

    def _outputs(self) -> GraphNode:
        edges = [edge(self._id_of(value), value[1], index) for index, value in enumerate(self._structure.outputs)]
        return GraphNode(id="outputs", label="outputs", namespace="", attrs=[], incomingEdges=edges, outputsMetadata=[])

    def _groups(self, name: str, spaces: list[str]) -> dict[str, dict[str, str]]:
        structure = self._structure
        groups = {"": {"stage": name, "ops": str(len(structure.nodes)), "clusters": str(len(structure.clusters))}}
        for cluster in structure.clusters:
            if cluster.members:
                groups[spaces[cluster.members[0]]] = {
                    "kind": cluster.kind,
                    "ops": str(len(cluster.members)),
                    "bytes read": str(cluster.bytes_read),
                    "bytes written": str(cluster.bytes_written),
                    "macs": str(sum(structure.nodes[member].macs for member in cluster.members)),
                }
        return groups


_LEFT_OUT = "dense<…>"
_ELEMENTS = 64


def _attribute_text(attribute: ir.Attribute) -> str:
    if isinstance(attribute, ir.DenseElementsAttr) and not attribute.is_splat and len(attribute) > _ELEMENTS:
        return _LEFT_OUT
    return str(attribute)


def _ids(nodes: list[Node]) -> list[str]:
    seen: Counter[str] = Counter()
    ids: list[str] = []
    for node in nodes:
        base = f"n{node.links[0]}" if node.links else "new"
        seen[base] += 1
        ids.append(base if seen[base] == 1 else f"{base}.{seen[base]}")
    return ids


def _namespace(node: Node, structure: Structure) -> str:
    """Source scopes, then the clusters from outside in; a cluster stands in the scope of its first member."""
    clusters: list[str] = []
    number = node.cluster
    where = node.where
    while number >= 0:
        cluster = structure.clusters[number]
        clusters.append(f"{cluster.kind} {number + 1}")
        if cluster.members:
            where = structure.nodes[cluster.members[0]].where
        number = cluster.parent
    return "/".join([*scope_of(where.op_name), *reversed(clusters)])


def _location(where: Provenance) -> str:
    return f"{where.file}:{where.line}:{where.column}" if where.line else where.file


def _shape(type: TensorType) -> tuple[str, str]:
    if not type.ranked:
        return "", type.dtype
    return "x".join("?" if extent < 0 else str(extent) for extent in type.shape) or "scalar", type.dtype
