"""Refusals and remarks that no program text can provoke, or that need the module at hand."""

from __future__ import annotations

import pytest

from hlo2penguin.diagnostics import Refused, Remark
from hlo2penguin.metrics import Metrics
from hlo2penguin.mlir.context import ir, new_context
from hlo2penguin.mlir.decode import Decoder
from hlo2penguin.options import Options
from hlo2penguin.printer import print_program

DOT = """
func.func @main(%a: tensor<4x3xf32>, %b: tensor<3x5xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [HIGHEST, DEFAULT]
      : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  %1 = "stablehlo.dot_general"(%a, %b) <{
      dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>,
      algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32,
        accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1,
        allow_imprecise_accumulation = false>}> : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return %0, %1 : tensor<4x5xf32>, tensor<4x5xf32>
}
"""
GATHER = """
func.func @main(%x: tensor<4x8xf32>) -> tensor<16x8xf32> {
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>
      : (tensor<4x8xf32>) -> tensor<8x8xf32>
  %1 = "stablehlo.all_gather"(%0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>
      : (tensor<8x8xf32>) -> tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}
"""


def parse(text: str) -> ir.Module:
    return ir.Module.parse(text, new_context())


def print_text(module: ir.Module, printer="stablehlo", options: Options | None = None):
    return print_program(module, Decoder(), options or Options(), printer, Metrics(0, 0), ())


def codes(module: ir.Module, printer="stablehlo") -> list[str]:
    with pytest.raises(Refused) as refused:
        print_text(module, printer)
    return [diagnostic.code for diagnostic in refused.value.diagnostics]


def names(remarks: tuple[Remark, ...]) -> list[str]:
    return [remark.name for remark in remarks]


def test_what_a_dot_loses_is_remarked():
    printed = print_text(parse(DOT))
    assert names(printed.remarks) == ["Precision", "DotAlgorithm"]
    assert {remark.kind for remark in printed.remarks} == {"Analysis"}
    assert "HIGHEST" not in printed.text


def test_missing_stream_ids_are_remarked_once_per_program():
    printed = print_text(parse(GATHER))
    assert names(printed.remarks) == ["StreamId"]
    assert "stream_id" not in printed.text


def test_no_remarks_where_they_are_switched_off():
    assert print_text(parse(DOT), options=Options(remarks=False)).remarks == ()


@pytest.mark.parametrize("printer", ["stablehlo", "mhlo"])
def test_a_fusion_without_return_is_052(printer: str):
    module = parse("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }")
    [function] = module.body.operations
    block = function.operation.regions[0].blocks[0]
    operand = block.arguments[0]
    with module.context, ir.Location.unknown():
        for kind in ("ScheduleFusion", "Elementwise"):
            fusion = ir.Operation.create(
                "mhlo.fusion",
                [operand.type],
                [operand],
                {"FusionKind": ir.StringAttr.get(kind)},
                regions=1,
                ip=ir.InsertionPoint.at_block_begin(block),
            )
            body = fusion.regions[0].blocks.append(operand.type)
            ir.Operation.create("mhlo.tanh", [operand.type], [body.arguments[0]], ip=ir.InsertionPoint(body))
    assert codes(module, printer) == ["NCC_PYP052", "NCC_PYP052"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> { return %x : tensor<?xf32> }", "NCC_EMOD025"),
        ("func.func @main(%x: tensor<*xf32>) -> tensor<*xf32> { return %x : tensor<*xf32> }", "NCC_PYP055"),
        ("func.func @main(%x: !stablehlo.token) -> !stablehlo.token { return %x : !stablehlo.token }", "NCC_PYP055"),
        ("func.func @main(%x: tensor<4xf64>) -> tensor<4xf64> { return %x : tensor<4xf64> }", "NCC_ESPP004"),
    ],
)
def test_types_that_no_declaration_can_hold(text: str, expected: str):
    assert codes(parse(text)) == [expected]


def test_a_dynamic_shape_never_reaches_the_text():
    text = """
    func.func @main(%x: tensor<4xf32>, %n: tensor<1xi32>) -> tensor<4xf32> {
      %0 = stablehlo.dynamic_reshape %x, %n : (tensor<4xf32>, tensor<1xi32>) -> tensor<?xf32>
      %1 = stablehlo.tanh %0 : tensor<?xf32>
      %2 = stablehlo.tanh %x : tensor<4xf32>
      return %2 : tensor<4xf32>
    }"""
    assert codes(parse(text)) == ["NCC_EMOD025"]


def test_tokens_print_nothing_and_what_reads_them_is_refused():
    text = """
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %t = stablehlo.create_token : !stablehlo.token
      %u = stablehlo.after_all %t : !stablehlo.token
      %0 = stablehlo.tanh %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    }"""
    assert print_text(parse(text)).operations == 1
    call = "custom_call @AwsNeuronGelu(%u) : (!stablehlo.token) -> tensor<4xf32>"
    reads = text.replace("tanh %x : tensor<4xf32>", call)
    assert codes(parse(reads)) == ["NCC_PYP055"]


def test_constant_data_that_cannot_be_reached_is_003():
    module = parse("""
    func.func @main() -> tensor<4xf32> {
      %0 = stablehlo.constant dense_resource<lost> : tensor<4xf32>
      %1 = stablehlo.tanh %0 : tensor<4xf32>
      return %1 : tensor<4xf32>
    }""")
    with pytest.raises(Refused, match="Error opening const-file") as refused:
        print_text(module)
    assert refused.value.code == "NCC_PYP003"


def test_all_problems_come_together_and_none_twice():
    text = """
    func.func @main(%x: tensor<4x4xf32>, %c: tensor<4xcomplex<f32>>) -> (tensor<4x4xf32>, tensor<4xf32>) {
      %0 = stablehlo.cholesky %x, lower = true : tensor<4x4xf32>
      %1 = stablehlo.tanh %0 : tensor<4x4xf32>
      %2 = stablehlo.real %c : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
      %3 = stablehlo.exponential_minus_one %x : tensor<4x4xf32>
      return %1, %2 : tensor<4x4xf32>, tensor<4xf32>
    }"""
    assert codes(parse(text)) == ["NCC_ESPP004", "NCC_PYP055", "NCC_PYP054"]
