"""Graphs for Model Explorer: ids, edges, layers, what they say."""

from pathlib import Path

import pytest
from report_programs import GATED, HLO_CALL, LONG_LOOP, TWICE, UNSUPPORTED, long_program

from hlo2penguin.diagnostics import Refused
from hlo2penguin.options import Options
from hlo2penguin.pipeline import convert
from hlo2penguin.report.model_explorer import explore
from hlo2penguin.report.open import open_graphs

ALL = Options(fuse="all")


def graphs_of(program, options=ALL):
    found = explore(program, options, "dir/m.mlir")
    return {graph["id"]: graph for graph in found.collection["graphs"]}


def nodes(graph, label):
    return [node for node in graph["nodes"] if node["label"] == label]


def attributes(node):
    return {entry["key"]: entry["value"] for entry in node["attrs"]}


def check_edges(graph):
    outputs = {node["id"]: {entry["id"] for entry in node["outputsMetadata"]} for node in graph["nodes"]}
    assert len(outputs) == len(graph["nodes"]), "ids are unique"
    for node in graph["nodes"]:
        for edge in node["incomingEdges"]:
            assert edge["sourceNodeOutputId"] in outputs[edge["sourceNodeId"]]


@pytest.mark.parametrize("program", [GATED, TWICE, HLO_CALL, long_program(3)])
def test_every_edge_leads_somewhere(program):
    for graph in graphs_of(program).values():
        check_edges(graph)


def test_one_graph_for_each_stage():
    found = explore(GATED, ALL, "dir/m.mlir")
    assert found.collection["label"] == "m.mlir"
    assert [graph["id"] for graph in found.collection["graphs"]] == ["imported", "prepared", "fused"]


def test_layers_are_scopes_and_fusion_kinds():
    fused = graphs_of(GATED)["fused"]
    (logistic,) = nodes(fused, "logistic")
    assert logistic["namespace"].startswith("DotLogistic ")
    assert fused["groupNodeAttributes"][logistic["namespace"]]["macs"] == str(2 * 32 * 64 * 256)
    (tanh,) = nodes(graphs_of(long_program(1), Options(fuse="none"))["fused"], "tanh")
    assert tanh["namespace"] == "model/layer_0"
    tanh = nodes(graphs_of(long_program(1))["fused"], "logistic")[0]
    assert tanh["namespace"].startswith("model/layer_0/DotLogistic ")


def test_nodes_tell_shapes_places_and_remarks():
    (dot,) = nodes(graphs_of(GATED)["fused"], "dot_general")
    assert dot["outputsMetadata"][0]["attrs"] == [
        {"key": "shape", "value": "2x32x256"},
        {"key": "dtype", "value": "f32"},
    ]
    told = attributes(dot)
    assert told["location"] == "dir/m.mlir:9:10"
    assert told["macs"] == str(2 * 32 * 64 * 256)
    gates = [attributes(node) for node in nodes(graphs_of(GATED)["imported"], "multiply")]
    assert any("fuseDotLogisticOp" in told for told in gates), "remarks are on the source's nodes too"


def test_what_comes_from_one_op_has_one_id_in_all_graphs():
    graphs = graphs_of(GATED)
    for label in ("logistic", "dot_general", "sqrt", "reduce"):
        assert len({nodes(graph, label)[0]["id"] for graph in graphs.values()}) == 1
    fused = graphs_of(TWICE)["fused"]
    first, second = (node["id"] for node in nodes(fused, "add"))
    assert second == f"{first}.2"


def test_the_mapping_joins_existing_nodes():
    found = explore(TWICE, ALL, "m")
    graphs = {graph["id"]: {node["id"] for node in graph["nodes"]} for graph in found.collection["graphs"]}
    assert all(set(entry["rightNodeIds"]) <= graphs["fused"] for entry in found.sync["mappingEntries"])
    found = explore(GATED, ALL, "m")
    graphs = {graph["id"]: {node["id"] for node in graph["nodes"]} for graph in found.collection["graphs"]}
    entries = found.sync["mappingEntries"]
    assert all(set(entry["leftNodeIds"]) <= graphs["imported"] for entry in entries)
    assert sum(len(entry["rightNodeIds"]) for entry in entries) == 7


def test_calls_lead_to_the_functions_graph():
    graphs = graphs_of(TWICE)
    for call in nodes(graphs["imported"], "func.call"):
        assert call["subgraphIds"] == ["imported @double"]
    assert len(nodes(graphs["imported @double"], "add")) == 1


@pytest.mark.parametrize(("program", "label", "stages"), [(UNSUPPORTED, "cholesky", 3), (LONG_LOOP, "while", 1)])
def test_a_refused_program_has_its_graphs_with_problems_in_red(program, label, stages):
    found = explore(program, ALL, "m")
    assert len(found.collection["graphs"]) == stages
    for graph in found.collection["graphs"]:
        (node,) = nodes(graph, label)
        assert node["style"]["borderColor"] == "#b3140f"
        assert found.problems[0].code in attributes(node)["problem"]
        assert not any("style" in other for other in graph["nodes"] if other is not node)


def test_penguin_text_as_a_graph(tmp_path: Path):
    path = tmp_path / "penguin.py"
    path.write_text(convert(GATED, ALL, name="m").text)
    (graph,) = open_graphs(str(path), ALL).collection["graphs"]
    check_edges(graph)
    fused = [node for node in graph["nodes"] if node["namespace"].startswith("DotLogistic")]
    assert attributes(fused[0])["form"] == "fusion"
    assert len(fused) == 4
    assert "expit" in {node["label"].split(".")[-1] for node in fused}
    assert len([node for node in graph["nodes"] if node["namespace"] == "inputs"]) == 2
    assert [len(node["incomingEdges"]) for node in graph["nodes"] if node["id"] == "outputs"] == [2]


@pytest.mark.corpus
def test_dumps_of_the_vendors_tool(evidence: Path):
    for path in sorted((evidence / "real_output").glob("*.penguin.py")):
        (graph,) = open_graphs(str(path), ALL).collection["graphs"]
        check_edges(graph)
        assert len(graph["nodes"]) > 3


def test_constants_that_the_bindings_cannot_hold():
    complex_constant = "  %z = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>\n"
    program = LONG_LOOP.replace("{\n", "{\n" + complex_constant, 1)
    constant = nodes(graphs_of(program)["imported"], "constant")[0]
    assert attributes(constant)["value"] == "dense<…>"


def test_nothing_to_draw_is_refused(tmp_path: Path):
    path = tmp_path / "x.txt"
    path.write_text("not a program")
    with pytest.raises(Refused):
        open_graphs(str(path), ALL)
