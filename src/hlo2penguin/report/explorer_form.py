"""Model Explorer's form of graphs, as far as it is used here. Field names are those of its JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NotRequired, TypedDict

__all__ = [
    "Collection",
    "Edge",
    "Graph",
    "GraphNode",
    "GroupConfig",
    "KeyValue",
    "Metadata",
    "Style",
    "Sync",
    "SyncEntry",
    "cluster_configs",
    "edge",
    "key_values",
    "mark",
    "metadata",
]


class KeyValue(TypedDict):
    """One line of a node's attributes."""

    key: str
    value: str


class Edge(TypedDict):
    """What a node reads."""

    sourceNodeId: str
    sourceNodeOutputId: str
    targetNodeInputId: str


class Metadata(TypedDict):
    """Attributes of one result."""

    id: str
    attrs: list[KeyValue]


class Style(TypedDict):
    """Colours of a node."""

    backgroundColor: str
    borderColor: str


class GraphNode(TypedDict):
    """One op, input or output; `namespace` is the path of the layers that it is drawn in."""

    id: str
    label: str
    namespace: str
    attrs: list[KeyValue]
    incomingEdges: list[Edge]
    outputsMetadata: list[Metadata]
    subgraphIds: NotRequired[list[str]]
    style: NotRequired[Style]


class GroupConfig(TypedDict):
    """Colours of the layers whose namespace the expression matches."""

    namespaceRegex: str
    backgroundColor: str
    borderColor: str


class Graph(TypedDict):
    """One graph; `groupNodeAttributes` are by namespace, the empty one is the graph's own."""

    id: str
    nodes: list[GraphNode]
    groupNodeAttributes: dict[str, dict[str, str]]
    groupNodeConfigs: list[GroupConfig]


class Collection(TypedDict):
    """What Model Explorer opens."""

    label: str
    graphs: list[Graph]


class SyncEntry(TypedDict):
    """Nodes of the left graph that are the same as nodes of the right one."""

    leftNodeIds: list[str]
    rightNodeIds: list[str]


class Sync(TypedDict):
    """What Model Explorer's two-pane view takes as "mapping from computer"."""

    mappingEntries: list[SyncEntry]
    disableMappingFallback: bool


_LONGEST = 300


def key_values(entries: Mapping[str, object]) -> list[KeyValue]:
    """Attributes as lines; empty ones are left out, long ones cut."""
    texts = {key: str(value) for key, value in entries.items()}
    return [
        KeyValue(key=key, value=text if len(text) <= _LONGEST else f"{text[:_LONGEST]}… ({len(text)} characters)")
        for key, text in texts.items()
        if text
    ]


def edge(source: str, output: int, position: int) -> Edge:
    """The reading of result `output` of node `source` as operand `position`."""
    return Edge(sourceNodeId=source, sourceNodeOutputId=str(output), targetNodeInputId=str(position))


def metadata(results: Iterable[tuple[str, str]]) -> list[Metadata]:
    """Shape and dtype of each result."""
    return [
        Metadata(id=str(index), attrs=key_values({"shape": shape, "dtype": dtype}))
        for index, (shape, dtype) in enumerate(results)
    ]


_COLOURS = {
    "DotLogistic": ("#fde3c8", "#a85b10"),
    "MulRedSqrt": ("#e3d6fb", "#5b34a8"),
    "Elementwise": ("#d3f3e0", "#1a7a4a"),
    "Expm1": ("#fbd5e8", "#a3205f"),
    "Log1p": ("#d0f0f7", "#11707f"),
    "ScheduleFusion": ("#f8f0c0", "#85700b"),
    "DotSoftmax": ("#fbd6d6", "#a32020"),
}


def cluster_configs() -> list[GroupConfig]:
    """A colour for each kind of cluster: their layers are named by kind and number."""
    return [
        GroupConfig(namespaceRegex=f"(^|/){kind} \\d+$", backgroundColor=ground, borderColor=border)
        for kind, (ground, border) in _COLOURS.items()
    ]


def mark(node: GraphNode, severity: str, key: str, text: str) -> None:
    """Adds a line of attributes; an `error` or `warning` colours the node too."""
    node["attrs"] += key_values({key: text})
    if severity == "error":
        node["style"] = Style(backgroundColor="#fde7e6", borderColor="#b3140f")
    elif severity == "warning" and "style" not in node:
        node["style"] = Style(backgroundColor="#fff4dc", borderColor="#8a5a00")
