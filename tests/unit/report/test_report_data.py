"""The report's data: lines, links, clusters, costs, remarks, problems."""

import pytest
from report_programs import GATED, HLO_CALL, LONG_LOOP, TWICE, UNSUPPORTED, long_program

from hlo2penguin.options import Options
from hlo2penguin.pipeline import convert
from hlo2penguin.report.data import report_data
from hlo2penguin.report.html import to_json

ALL = Options(fuse="all")


def lines_by_link(data, pane_id):
    """Lines of a pane by link, innermost spans only."""
    pane = next(pane for pane in data["panes"] if pane["id"] == pane_id)
    found: dict[int, list[str]] = {}
    for first, last, _op, *links in pane["spans"]:
        if first == last:
            for link in links:
                found.setdefault(link, []).append(pane["lines"][first].strip())
    return found


@pytest.mark.parametrize("program", [GATED, TWICE, HLO_CALL, long_program(3)])
def test_the_text_is_that_of_convert(program):
    data = report_data(program, ALL, "m")
    assert [pane["id"] for pane in data["panes"]] == ["imported", "fused", "penguin"]
    shown = "\n".join(data["panes"][2]["lines"]) + "\n"
    # A place in the program's own text is written with the program's name or the parser's name for it.
    assert shown.replace('file="-"', 'file="m"') == convert(program, ALL, name="m").text.replace('file="-"', 'file="m"')
    assert (data["status"], data["stage"]) == ("converted", "print")


def test_lines_are_linked_through_all_three_texts():
    data = report_data(GATED, ALL, "m")
    imported, fused, penguin = (lines_by_link(data, pane) for pane in ("imported", "fused", "penguin"))
    (logistic,) = [link for link, lines in imported.items() if "stablehlo.logistic" in lines[0]]
    assert any("stablehlo.logistic" in line for line in fused[logistic])
    assert any('CompositeKind = "DotLogistic"' in line for line in fused[logistic])
    assert any("expit" in line and "_logistic." in line for line in penguin[logistic])
    assert any('name="logistic.1"' in line for line in penguin[logistic]), "the tensor's declaration is linked too"
    assert any("hilo_fusion_op='DotLogistic'" in line for line in penguin[logistic])
    assert not any("MulRedSqrt" in line for line in (*fused[logistic], *penguin[logistic]))


def test_every_statement_is_linked():
    data = report_data(long_program(5), ALL, "m")
    pane = data["panes"][2]
    linked = {span[0] for span in pane["spans"] if len(span) > 3}
    statements = {index for index, line in enumerate(pane["lines"]) if " parent=v0" in line and "input" not in line}
    assert statements == linked


def test_a_constant_is_linked_to_its_declaration():
    data = report_data(GATED, ALL, "m")
    (link,) = [link for link, lines in lines_by_link(data, "imported").items() if "stablehlo.constant" in lines[0]]
    assert [line for line in lines_by_link(data, "penguin")[link] if 'name="constant.1"' in line]


def test_an_op_of_a_function_called_twice_is_two_ops_with_one_link():
    data = report_data(TWICE, ALL, "m")
    adds = [op for op in data["ops"] if op["kind"] == "add"]
    assert len(adds) == 2
    assert adds[0]["links"] == adds[1]["links"] != []
    assert sum("np.add" in line for line in lines_by_link(data, "penguin")[adds[0]["links"][0]]) == 2


def test_copies_of_hlo_instructions_are_linked_to_the_original():
    data = report_data(HLO_CALL, ALL, "m")
    imported = lines_by_link(data, "imported")
    add = next(op for op in data["ops"] if op["kind"] == "add")
    assert "stablehlo.add" in imported[add["links"][0]][0]
    assert add["scope"] == ["model", "double"]


def test_clusters_and_costs():
    data = report_data(GATED, ALL, "m")
    by_kind = {cluster["kind"]: cluster for cluster in data["clusters"]}
    assert set(by_kind) == {"MulRedSqrt", "DotLogistic"}
    gate = by_kind["DotLogistic"]
    assert [data["ops"][op]["kind"] for op in gate["ops"]] == ["dot_general", "logistic", "multiply"]
    assert gate["macs"] == 2 * 32 * 64 * 256
    assert (gate["read"], gate["written"]) == (4 * (2 * 32 * 64 + 64 * 256), 4 * 2 * 32 * 256)
    assert gate["saved"] == 2 * 4 * 2 * 32 * 256
    assert sum(op["macs"] for op in data["ops"]) == data["metrics"]["macs"]
    root = next(op for op in data["ops"] if op["kind"] == "sqrt")
    assert (root["read"], root["written"], root["types"]) == (4 * 64, 4 * 64, ["f32[2,32]"])


def test_inputs_are_seen_through_cluster_borders():
    ops = report_data(GATED, ALL, "m")["ops"]
    numbers = {op["kind"]: index for index, op in enumerate(ops)}
    assert ops[numbers["reduce"]]["inputs"] == [numbers["multiply"] if numbers["multiply"] < 3 else 1, 0]
    assert ops[numbers["logistic"]]["inputs"] == [numbers["dot_general"]]


def test_convolutions_count_as_in_the_metrics():
    program = """
    func.func @main(%x: tensor<1x8x8x4xf32>, %w: tensor<3x3x4x8xf32>) -> tensor<1x8x8x8xf32> {
      %y = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
        window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
        : (tensor<1x8x8x4xf32>, tensor<3x3x4x8xf32>) -> tensor<1x8x8x8xf32>
      return %y : tensor<1x8x8x8xf32>
    }"""
    data = report_data(program, ALL, "m")
    assert sum(op["macs"] for op in data["ops"]) == data["metrics"]["macs"] == 22 * 22 * 4 * 8


def test_remarks_stand_at_their_ops():
    data = report_data(GATED, ALL, "m")
    passed = [remark for remark in data["remarks"] if remark["kind"] == "Passed"]
    kinds = {remark["name"]: {data["ops"][op]["kind"] for op in remark["ops"]} for remark in passed}
    assert kinds == {"DotLogistic": {"multiply"}, "MulRedSqrt": {"multiply"}}
    for remark in passed:
        assert all(data["clusters"][data["ops"][op]["cluster"]]["kind"] == remark["name"] for op in remark["ops"])


def test_a_program_that_the_printer_refuses():
    data = report_data(UNSUPPORTED, ALL, "m.mlir")
    assert (data["status"], data["stage"]) == ("refused", "fuse")
    assert [pane["id"] for pane in data["panes"]] == ["imported", "fused"]
    (problem,) = data["problems"]
    assert problem["severity"] == "error"
    assert problem["help"]
    assert [data["ops"][op]["kind"] for op in problem["ops"]] == ["cholesky"]
    for pane in ("imported", "fused"):
        assert "stablehlo.cholesky" in lines_by_link(data, pane)[problem["links"][0]][0]


def test_a_program_that_is_refused_before_fusion():
    data = report_data(LONG_LOOP, ALL, "m.mlir")
    assert (data["status"], data["stage"]) == ("refused", "load")
    assert [pane["id"] for pane in data["panes"]] == ["imported"]
    assert data["metrics"] is None
    (problem,) = data["problems"]
    assert [data["ops"][op]["kind"] for op in problem["ops"]] == ["while"]


def test_a_program_that_does_not_parse():
    data = report_data("func.func @main() {\n  %0 = stablehlo.nonsense\n  return\n}\n", ALL, "m.mlir")
    assert (data["status"], data["stage"]) == ("refused", "")
    assert [(pane["id"], len(pane["lines"])) for pane in data["panes"]] == [("source", 4)]
    assert data["problems"][0]["place"]["line"] == 2


def test_a_file_that_is_not_there():
    data = report_data("/nowhere/at/all.mlir", ALL)
    assert data["status"] == "refused"
    assert data["source"] == "/nowhere/at/all.mlir"


def test_the_targets_warnings_are_problems():
    program = (
        "func.func @main(%x: tensor<4xi64>) -> tensor<4xi64> {\n"
        "  %y = stablehlo.add %x, %x : tensor<4xi64>\n  return %y : tensor<4xi64>\n}"
    )
    data = report_data(program, ALL, "m")
    assert data["status"] == "converted"
    assert {(problem["code"], problem["severity"]) for problem in data["problems"]} == {("H2P040", "warning")}
    assert [data["ops"][op]["kind"] for op in data["problems"][0]["ops"]] == ["add"]


def test_same_input_same_data():
    assert to_json(report_data(GATED, ALL, "m")) == to_json(report_data(GATED, ALL, "m"))


def test_options_that_are_not_the_default_are_shown():
    data = report_data(GATED, Options(fuse="none", target="trn2"), "m")
    assert data["options"] == {"profile": "observed", "fuse": "none", "target": "trn2"}
    assert data["target"] == "trn2"
    assert data["clusters"] == []
