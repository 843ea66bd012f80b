# ruff: noqa: E501
"""Programs for codes that `convert` and `ops --check` give beyond `refused_programs`: code and word to program, options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from refused_programs import CALL, main

from hlo2penguin import DOCUMENTED, OBSERVED, Options

ADD = main("%y = stablehlo.add %x, %x : tensor<4x4xf32>\nreturn %y : tensor<4x4xf32>")


def one(op: str, arguments: str, result: str) -> str:
    """A program of one op, whose result it returns."""
    return main(f"%y = {op}\nreturn %y : {result}", arguments, result)


def gather(attributes: str = "") -> str:
    groups = "<{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>"
    op = f'"stablehlo.all_gather"(%x) {groups} {attributes} : (tensor<4xf32>) -> tensor<8xf32>'
    return one(op, "%x: tensor<4xf32>", "tensor<8xf32>")


def select_and_scatter(compare: str, type: str = "f32", padding: str = "", updates: int = 4) -> str:
    image, sources, scalar = f"tensor<8x8x{type}>", f"tensor<{updates}x4x{type}>", f"tensor<{type}>"
    combine = "add" if type == "f32" else "or"
    op = f"""%y = "stablehlo.select_and_scatter"(%x, %s, %z) <{{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>{padding}}}> ({{
    ^bb0(%a: {scalar}, %b: {scalar}):
      {compare}
      stablehlo.return %p : tensor<i1>
    }}, {{
    ^bb0(%a: {scalar}, %b: {scalar}):
      %q = stablehlo.{combine} %a, %b : {scalar}
      stablehlo.return %q : {scalar}
    }}) : ({image}, {sources}, {scalar}) -> {image}
    return %y : {image}"""
    return main(op, f"%x: {image}, %s: {sources}, %z: {scalar}", image)


def compared(left: str, right: str) -> str:
    return f"%p = stablehlo.compare GE, {left}, {right} : (tensor<f32>, tensor<f32>) -> tensor<i1>"


def convolution(window: str, size: int) -> str:
    op = (
        "stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], "
        f"window = {{{window}}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : "
        f"(tensor<1x8x2xf32>, tensor<3x2x2xf32>) -> tensor<1x{size}x2xf32>"
    )
    return one(op, "%x: tensor<1x8x2xf32>, %w: tensor<3x2x2xf32>", f"tensor<1x{size}x2xf32>")


def window(attribute: str, size: int) -> str:
    return main(
        f"""%y = "stablehlo.reduce_window"(%x, %z) <{{window_dimensions = array<i64: 2>{attribute}}}> ({{
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }}) : (tensor<8xf32>, tensor<f32>) -> tensor<{size}xf32>
        return %y : tensor<{size}xf32>""",
        "%x: tensor<8xf32>, %z: tensor<f32>",
        f"tensor<{size}xf32>",
    )


TWO_WINDOWS = """%y:2 = "stablehlo.reduce_window"(%x, %x, %z, %z) <{window_dimensions = array<i64: 2>}> ({
^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
  %s = stablehlo.add %a, %c : tensor<f32>
  %t = stablehlo.add %b, %d : tensor<f32>
  stablehlo.return %s, %t : tensor<f32>, tensor<f32>
}) : (tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<f32>) -> (tensor<7xf32>, tensor<7xf32>)
return %y#0 : tensor<7xf32>"""
SCATTER = """%y = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
^bb0(%a: tensor<i32>, %b: tensor<i32>):
  %s = stablehlo.add %a, %b : tensor<i32>
  stablehlo.return %s : tensor<i32>
}) : (tensor<8xi32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<8xi32>
return %y : tensor<8xi32>"""
REDUCE = """%z = stablehlo.constant dense<0.0> : tensor<f32>
%r:2 = stablehlo.reduce(%x init: %z), (%x init: %z) across dimensions = [1] : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<f32>, %d: tensor<f32>) {
%s = stablehlo.add %a, %d : tensor<f32>
%t = stablehlo.multiply %c, %b : tensor<f32>
stablehlo.return %s, %t : tensor<f32>, tensor<f32>
}
return %r#0 : tensor<4xf32>"""
FUSION = """%y = "mhlo.fusion"(%x) ({
^bb0(%a: tensor<4x4xf32>):
  %t = mhlo.negate %a : tensor<4x4xf32>
  mhlo.return %t : tensor<4x4xf32>
}) {FusionKind = "Softmax"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
return %y : tensor<4x4xf32>"""
COMPOSITE = """%y = stablehlo.composite "composite.Fused" %x {CompositeKind = "Softmax", decomposition = @body} : (tensor<4x4xf32>) -> tensor<4x4xf32>
return %y : tensor<4x4xf32>"""
SHARD_MAP = """module attributes {mhlo.num_partitions = 2 : i32} {
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %a = stablehlo.tanh %x : tensor<4x4xf32>
  %y = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%b: tensor<2x4xf32>) {
    %c = stablehlo.negate %b : tensor<2x4xf32>
    sdy.return %c : tensor<2x4xf32>
  } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}
}
"""

NO_STABLEHLO = '"mhlo.copy"(%x) : (tensor<4xf32>) -> tensor<4xf32>'

CONVERTED: dict[str, tuple[str, Options]] = {
    "H2P012-dialect": (one(NO_STABLEHLO, "%x: tensor<4xf32>", "tensor<4xf32>"), Options(dialect="stablehlo")),
    "H2P030-strict": (one("stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>", "%x: tensor<4xf32>", "tensor<2x4xf32>"), Options(strict=True)),
    "H2P031-booleans": (one("stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi1>", "%x: tensor<4xf32>", "tensor<4xi1>"), Options(profile=replace(OBSERVED, i1_dtype="uint8"))),
    "H2P032-stream": (gather(), Options(profile=DOCUMENTED)),
    "H2P033-stream": (gather('{mhlo.frontend_attributes = {stream_id = "one"}}'), Options()),
    "H2P201-partly": (SHARD_MAP, Options()),
    "NCC_PYP004-dtype": (one("mhlo.add %x, %x : tensor<4xf64>", "%x: tensor<4xf64>", "tensor<4xf64>"), Options()),
    "NCC_PYP007-kernel": (main(CALL.format("AwsNeuronCustomNativeKernel", "")), Options()),
    "NCC_PYP011-tuple": (main('%y:2 = "mhlo.all_to_all"(%x, %x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)\nreturn %y#0 : tensor<4x4xf32>'), Options()),
    "NCC_PYP027-variadic-reduce": (main(REDUCE, results="tensor<4xf32>"), Options(dialect="mhlo")),
    "NCC_PYP029-region": (select_and_scatter(f"%n = stablehlo.negate %a : tensor<f32>\n{compared('%n', '%b')}"), Options()),
    "NCC_PYP030-and": (select_and_scatter("%p = stablehlo.and %a, %b : tensor<i1>", "i1"), Options()),
    "NCC_PYP031-arguments": (select_and_scatter(compared("%a", "%a")), Options()),
    "NCC_PYP032-padding": (select_and_scatter(compared("%a", "%b"), padding=", padding = dense<[[2, 0], [0, 0]]> : tensor<2x2xi64>", updates=5), Options()),
    "NCC_PYP036-channel": (main(CALL.format("FusedSend", "")), Options()),
    "NCC_PYP053-fusion": (main(FUSION), Options()),
    "NCC_ISPP054-composite": (main(COMPOSITE) + ADD.replace("@main", "private @body"), Options()),
    "NCC_EVRF036-configuration": (main(CALL.format("QuantizeMX", 'backend_config = "dtype"')), Options()),
}  # fmt: skip
"""What `convert` refuses under options that the command line may lack."""


def _warned() -> Iterator[tuple[str, str]]:
    yield "H2P040-integers", one("stablehlo.add %x, %x : tensor<4xi64>", "%x: tensor<4xi64>", "tensor<4xi64>")
    for code, dtype in (("NCC_ESPP047-fp8", "f8E4M3FN"), ("NCC_EVRF005-fnuz", "f8E4M3FNUZ")):
        op = f"stablehlo.convert %x : (tensor<4xf32>) -> tensor<4x{dtype}>"
        yield code, one(op, "%x: tensor<4xf32>", f"tensor<4x{dtype}>")
    bits = "%s, %y = stablehlo.rng_bit_generator %k, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)"
    yield "NCC_EVRF006-random", main(f"{bits}\nreturn %y : tensor<4xui32>", "%k: tensor<2xui64>", "tensor<4xui32>")
    yield "NCC_EVRF010-dilations", convolution("pad = [[0, 0]], lhs_dilate = [2], rhs_dilate = [2]", 11)
    yield "NCC_EVRF011-dilation", convolution("stride = [2], pad = [[0, 0]], lhs_dilate = [2]", 7)
    top_k = "stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<8xi32>) -> (tensor<2xi32>, tensor<2xi32>)"
    yield (
        "NCC_EVRF013-top-k",
        main(f"%y:2 = {top_k}\nreturn %y#0 : tensor<2xi32>", "%x: tensor<8xi32>", "tensor<2xi32>"),
    )
    yield (
        "NCC_EVRF016-scatter",
        main(SCATTER, "%x: tensor<8xi32>, %i: tensor<2x1xi32>, %u: tensor<2xi32>", "tensor<8xi32>"),
    )
    yield "NCC_EVRF017-base", window(", base_dilations = array<i64: 2>", 14)
    yield "NCC_EVRF018-window", window(", window_dilations = array<i64: 2>", 6)
    yield "NCC_EVRF019-operands", main(TWO_WINDOWS, "%x: tensor<8xf32>, %z: tensor<f32>", "tensor<7xf32>")
    yield (
        "NCC_EVRF022-shift",
        one("stablehlo.shift_right_arithmetic %x, %x : tensor<4xi16>", "%x: tensor<4xi16>", "tensor<4xi16>"),
    )
    yield "NCC_ISPP060-empty", one("stablehlo.tanh %x : tensor<0x4xf32>", "%x: tensor<0x4xf32>", "tensor<0x4xf32>")


WARNED = dict(_warned())
"""What `ops --check` warns about for the first target."""
