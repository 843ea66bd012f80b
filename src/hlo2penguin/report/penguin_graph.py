"""Penguin text, ours or the vendor's, as a graph for Model Explorer. The text is read as data, never executed."""

from __future__ import annotations

from hlo2penguin.penguin import Function, Op, Tensor
from hlo2penguin.report.explorer_form import Collection, Graph, GraphNode, cluster_configs, edge, key_values, metadata
from hlo2penguin.report.structure import scope_of

__all__ = ["penguin_graph"]


def penguin_graph(function: Function, label: str) -> Collection:
    """One graph of the program's statements; members of a fusion are in a layer of its kind."""
    sources: dict[int, tuple[str, int]] = {}
    nodes: list[GraphNode] = []
    inputs = {tensor.var for tensor in function.inputs}
    layers = _Layers()
    for statement in function.statements:
        if isinstance(statement, Op):
            nodes.append(_op(statement, layers.of(statement), sources))
            for index, tensor in enumerate(statement.dsts):
                sources[tensor.var] = (nodes[-1]["id"], index)
        elif statement.var in inputs or statement.is_constant:
            nodes.append(_tensor(statement, "inputs" if statement.var in inputs else "constants"))
            sources[statement.var] = (nodes[-1]["id"], 0)
    outputs = [sources[tensor.var] for tensor in function.outputs if tensor.var in sources]
    edges = [edge(source, output, index) for index, (source, output) in enumerate(outputs)]
    nodes.append(
        GraphNode(id="outputs", label="outputs", namespace="", attrs=[], incomingEdges=edges, outputsMetadata=[])
    )
    own = {"model-type": str(function.model_type or ""), "mac-count": str(function.mac_count)}
    graph = Graph(id="penguin", nodes=nodes, groupNodeAttributes={"": own}, groupNodeConfigs=cluster_configs())
    return Collection(label=label, graphs=[graph])


class _Layers:
    """A fusion's header declares its results; it lasts until the statements after it have written them all."""

    def __init__(self) -> None:
        self._layer = ""
        self._unwritten: set[int] = set()
        self._count = 0

    def of(self, op: Op) -> str:
        """The layer that a statement stands in."""
        scopes = "/".join(scope_of(op.location.tensor_op_name if op.location else ""))
        written = {tensor.var for tensor in op.dsts}
        if op.form.name == "fusion":
            self._count += 1
            self._layer = f"{op.values.get('hilo_fusion_op', 'Fusion')} {self._count}"
            self._unwritten = written
            return self._layer
        if not self._unwritten:
            return scopes
        self._unwritten -= written
        return self._layer


def _op(op: Op, layer: str, sources: dict[int, tuple[str, int]]) -> GraphNode:
    location = op.location
    where: dict[str, object] = {}
    if location is not None:
        place = f"{location.file}:{location.line}" if location.file else ""
        where = {"tensor_op_name": location.tensor_op_name, "hlo_id": location.hlo_id, "location": place}
    callable_name = str(op.values.get("op", "") or "")
    return GraphNode(
        id=f"v{op.var}",
        label=callable_name or op.form.name,
        namespace=layer,
        attrs=key_values({"form": op.form.name, "line": op.line, **where, **op.values, **op.frontend_attributes}),
        incomingEdges=[
            edge(*sources[tensor.var], position) for position, tensor in enumerate(op.srcs) if tensor.var in sources
        ],
        outputsMetadata=metadata(_shape(tensor) for tensor in op.dsts),
    )


def _tensor(tensor: Tensor, layer: str) -> GraphNode:
    own: dict[str, object] = {"line": tensor.line, "value": "" if tensor.value is None else tensor.value}
    return GraphNode(
        id=f"v{tensor.var}",
        label=tensor.name,
        namespace=layer,
        attrs=key_values({**own, "file": tensor.init or "", **tensor.attrs}),
        incomingEdges=[],
        outputsMetadata=metadata([_shape(tensor)]),
    )


def _shape(tensor: Tensor) -> tuple[str, str]:
    return "x".join(map(str, tensor.shape)) or "scalar", tensor.dtype
