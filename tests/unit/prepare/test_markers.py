"""Checks, module markers, sharding annotations, static-ring transfers and control dependencies."""

import pytest
from prepare_values import random, run, same_values

CHECKED = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = stablehlo.constant dense<1.0> : tensor<4xf32>
  %twice = stablehlo.add %e, %e : tensor<4xf32>
  %s = stablehlo.sine %x : tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%s, %twice) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%s, %twice) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return %s : tensor<4xf32>
}"""


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
def test_checks_go_with_what_only_they_use(dialect):
    outcome = run(CHECKED, "markers", dialect=dialect)
    assert "check" not in outcome.text
    assert "constant" not in outcome.text
    assert f"{dialect}.add" not in outcome.text
    assert f"{dialect}.sine" in outcome.text
    assert [(r.kind, r.name, r.place.line) for r in outcome.remarks] == [
        ("Analysis", "Check", 5),
        ("Analysis", "Check", 6),
    ]


def test_markers_of_one_and_of_several_values():
    text = """func.func @main(%x: tensor<4xf32>, %y: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>, tensor<2xf32>) {
      %a = stablehlo.custom_call @"AwsNeuronModuleMarkerStart-Forward"(%x) : (tensor<4xf32>) -> tensor<4xf32>
      %b:2 = stablehlo.custom_call @"AwsNeuronModuleMarkerEnd-Forward"(%a, %y)
        : (tensor<4xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>)
      %t = stablehlo.custom_call @"AwsNeuronModuleMarkerEnd-Backward"(%b#0, %b#1)
        : (tensor<4xf32>, tensor<2xf32>) -> tuple<tensor<4xf32>, tensor<2xf32>>
      %g = stablehlo.get_tuple_element %t[1] : (tuple<tensor<4xf32>, tensor<2xf32>>) -> tensor<2xf32>
      return %b#0, %b#1, %g : tensor<4xf32>, tensor<2xf32>, tensor<2xf32>
    }"""
    outcome = run(text, "markers")
    assert "custom_call" not in outcome.text
    assert "return %arg0, %arg1, %arg1" in outcome.text


def test_sharding_annotations_are_dropped_with_remarks():
    text = """module {
      sdy.mesh @mesh = <["a"=2]>
      func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
        %a = sdy.sharding_constraint %x <@mesh, [{"a"}]> : tensor<4xf32>
        %b = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{devices=[2]<=[2]}"}
          : (tensor<4xf32>) -> tensor<4xf32>
        %c = stablehlo.custom_call @xla.sdy.FuncResultSharding(%b) {has_side_effect = true}
          : (tensor<4xf32>) -> tensor<4xf32>
        return %c : tensor<4xf32>
      }
    }"""
    outcome = run(text, "markers")
    assert "return %arg0" in outcome.text
    assert '[{"a"}]' in outcome.remarks[0].message
    assert "devices=[2]" in outcome.remarks[1].message


def test_unknown_custom_calls_stay():
    text = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %a = stablehlo.custom_call @SomethingElse(%x) : (tensor<4xf32>) -> tensor<4xf32>
      return %a : tensor<4xf32>
    }"""
    assert "SomethingElse" in run(text, "markers", "static_ring", "control_deps").text


RING = """func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>, %w: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %r = stablehlo.custom_call @AwsNeuronTransferWithStaticRing(%w) : (tensor<4xf32>) -> tensor<4xf32>
  %a = stablehlo.add %r, %x : tensor<4xf32>
  %b = stablehlo.multiply %a, %y : tensor<4xf32>
  %o = stablehlo.custom_call @AwsNeuronTransferWithStaticRing(%b) : (tensor<4xf32>) -> tensor<4xf32>
  return %a, %o, %o : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}"""


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
def test_static_ring_transfers_become_lists(dialect):
    outcome = run(RING, "static_ring", "static_ring", dialect=dialect)
    assert "custom_call" not in outcome.text
    assert "slowChangingIns = array<i32: 2>" in outcome.text
    assert "slowChangingOuts = array<i32: 1, 2>" in outcome.text


def test_a_program_without_transfers_has_no_lists():
    assert "slowChanging" not in run(CHECKED, "static_ring").text


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
def test_control_dependencies_are_flattened_in_order(dialect):
    text = """func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
      %a = stablehlo.add %x, %y : tensor<4xf32>
      %b = stablehlo.multiply %x, %y : tensor<4xf32>
      %t = stablehlo.tuple %b, %a : tuple<tensor<4xf32>, tensor<4xf32>>
      %u = stablehlo.tuple %a, %a : tuple<tensor<4xf32>, tensor<4xf32>>
      %g = stablehlo.get_tuple_element %u[0] : (tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>
      %c = stablehlo.custom_call @AwsNeuronControlDep(%t, %x, %g, %y) {has_side_effect = true, backend_config = "x"}
        : (tuple<tensor<4xf32>, tensor<4xf32>>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %r = stablehlo.add %c, %a : tensor<4xf32>
      return %r : tensor<4xf32>
    }"""
    outcome = run(text, "control_deps", dialect=dialect)
    call = next(line for line in outcome.text.splitlines() if "AwsNeuronControlDep" in line)
    assert "(%1, %0, %arg0, %0, %0, %arg1)" in call
    assert "tuple" not in outcome.text
    assert run(outcome.text, "control_deps").text == outcome.text


def test_a_flat_control_dependency_is_left_alone():
    text = """func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
      %c = stablehlo.custom_call @AwsNeuronControlDep(%x, %y) {has_side_effect = true}
        : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      return %c : tensor<4xf32>
    }"""
    assert run(text, "control_deps").text == run(text).text


def test_values_are_those_without_the_calls():
    assert same_values(CHECKED.replace("stablehlo.custom_call @check", "// "), "markers", inputs=[random(4)])
