"""Ops of a signature that has been printed before print as they would without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hlo2penguin.options import Options
from hlo2penguin.pipeline import convert
from hlo2penguin.printer.statement import Statements

EXAMPLES = Path(__file__).parents[3] / "examples"


def same(source: str, monkeypatch: pytest.MonkeyPatch, **options: object) -> str:
    """The text, which is the same where every op is printed by its emitter."""
    text = convert(source, Options(**options)).text
    with monkeypatch.context() as patch:
        patch.setattr(Statements, "emit_by_signature", lambda self, op, head, emitter: emitter(op, self))
        assert convert(source, Options(**options)).text == text
    return text


FUSED = """
func.func @main(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %a, %b : tensor<4x8xf32>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.multiply %b, %a : tensor<4x8xf32>
  %3 = stablehlo.reduce(%2 init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %4 = stablehlo.multiply %a, %a : tensor<4x8xf32>
  return %1, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4x8xf32>
}
"""


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
@pytest.mark.parametrize("fuse", ["none", "all"])
@pytest.mark.parametrize("offload", [False, True])
def test_examples(monkeypatch, dialect: str, fuse: str, offload: bool):
    for path in sorted(EXAMPLES.glob("*.mlir")):
        same(str(path), monkeypatch, dialect=dialect, fuse=fuse, offload_memcpy=offload)


@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
def test_results_that_a_fusion_declares_are_declared_once(monkeypatch, dialect: str):
    text = same(FUSED, monkeypatch, dialect=dialect, fuse="all")
    assert text.count('name="output0"') == text.count('name="output1"') == 1


def test_reductions_of_one_type_by_different_functions_differ(monkeypatch):
    text = same(
        """
func.func @main(%a: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1]
    : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [1]
    : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
""",
        monkeypatch,
    )
    assert "op=np.add" in text
    assert "op=np.max" in text


def test_marks_attributes_and_operand_types_are_part_of_a_signature(monkeypatch):
    text = same(
        """
func.func @main(%a: tensor<2x3xf32>, %b: tensor<2x3xf16>, %c: tensor<6xf32>)
    -> (tensor<3x2xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.reshape %c : (tensor<6xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.reshape %0 : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %3 = stablehlo.convert %b : (tensor<2x3xf16>) -> tensor<2x3xf32>
  %4 = stablehlo.add %1, %2 : tensor<2x3xf32>
  %5 = stablehlo.add %1, %3 {neuron.no_opt = true} : tensor<2x3xf32>
  %6 = stablehlo.add %2, %3 {mhlo.frontend_attributes = {a = "b"}} : tensor<2x3xf32>
  %7 = stablehlo.add %3, %3 : tensor<2x3xf32>
  return %0, %4, %5, %6, %7, %2
    : tensor<3x2xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}
""",
        monkeypatch,
        dialect="mhlo",
        offload_memcpy=False,
    )
    assert text.count("no-opt") == 1
    assert text.count("frontend_attributes = ") == 1
    assert text.count("src_shape=(6,)") == text.count("src_shape=(3,2)") == 1


def test_the_type_of_the_result_is_part_of_a_signature(monkeypatch):
    text = same(
        """
func.func @main(%a: tensor<4xf16>) -> (tensor<4xf32>, tensor<4xbf16>) {
  %0 = stablehlo.convert %a : (tensor<4xf16>) -> tensor<4xf32>
  %1 = stablehlo.convert %a : (tensor<4xf16>) -> tensor<4xbf16>
  return %0, %1 : tensor<4xf32>, tensor<4xbf16>
}
""",
        monkeypatch,
    )
    assert text.count("dtype.bfloat16, ") == 2  # of the tensor and of the statement


@pytest.mark.corpus
@pytest.mark.parametrize("fuse", ["none", "all"])
def test_torch_graphs(monkeypatch, corpus: Path, fuse: str):
    for path in sorted((corpus / "neuron_hlo").glob("*.pb"))[:6]:
        same(str(path), monkeypatch, fuse=fuse, remarks=False)
