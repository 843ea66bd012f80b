# ruff: noqa: E501
"""One small program for each way of being refused: name to what it is, the command's options, and the program."""

from __future__ import annotations


def main(body: str, arguments: str = "%x: tensor<4x4xf32>", results: str = "tensor<4x4xf32>") -> str:
    """A program with one function."""
    lines = "\n".join(f"  {line.strip()}" for line in body.strip().splitlines())
    return f"func.func @main({arguments}) -> ({results}) {{\n{lines}\n}}\n"


SORT = """%s:2 = "stablehlo.sort"(%x, %x) <{{dimension = 0 : i64, is_stable = true}}> ({{
^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
{}
stablehlo.return %r : tensor<i1>
}}) : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>)
return %s#0 : tensor<4x4xf32>"""
COMPARE = "%{} = stablehlo.compare {}, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>"

WINDOW = """%z = stablehlo.constant dense<0.0> : tensor<f32>
%r{2} = "stablehlo.reduce_window"({0}) <{{window_dimensions = array<i64: 2, 2>{1}}}> ({{
^bb0({3}):
{4}
}}) : {5}
return %r{6} : {7}"""

CALL = "%y = stablehlo.custom_call @{}(%x) {{{}}} : (tensor<4x4xf32>) -> tensor<4x4xf32>\nreturn %y : tensor<4x4xf32>"

MLIR: dict[str, tuple[str, tuple[str, ...]]] = {
    "H2P002-syntax": (main("%y = stablehlo.add %x, %x : tensor<4x4xf32\nreturn %y : tensor<4x4xf32>"), ()),
    "H2P002-verifier": (
        main('%y = "stablehlo.add"(%x, %x) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x5xf32>\nreturn %x : tensor<4x4xf32>'),
        (),
    ),
    "H2P002-undefined": (main("%y = stablehlo.add %x, %w : tensor<4x4xf32>\nreturn %y : tensor<4x4xf32>"), ()),
    "H2P002-string": (main('%y = "stablehlo.a\\CAdd"(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>\nreturn %y : tensor<4x4xf32>'), ()),
    "H2P005-brackets": (main(f"return %x : tensor<4x4xf32> loc({'fused[' * 2501}unknown{']' * 2501})"), ()),
    "H2P010-no-main": (main("return %x : tensor<4x4xf32>").replace("@main", "@a") + main("return %x : tensor<4x4xf32>").replace("@main", "@b"), ()),
    "H2P011-recursion": (main("%y = call @f(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>\nreturn %y : tensor<4x4xf32>") + main("%y = call @f(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>\nreturn %y : tensor<4x4xf32>").replace("@main", "private @f"), ()),
    "H2P202-unroll-limit": (
        """func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<1000> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<4x4xf32>
    cond {
      %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %n = stablehlo.add %i, %one : tensor<i32>
      %w = stablehlo.tanh %v : tensor<4x4xf32>
      stablehlo.return %n, %w : tensor<i32>, tensor<4x4xf32>
    }
  return %r#1 : tensor<4x4xf32>
}
""",
        ("--unroll-limit=100",),
    ),
    "NCC_EHCA005-unknown-call": (main(CALL.format("Nobody", "")), ()),
    "NCC_EMOD025-dynamic": (main("return %x : tensor<?xf32>", "%x: tensor<?xf32>", "tensor<?xf32>"), ()),
    "NCC_ESPP004-dtypes": (
        main(
            "%y = stablehlo.convert %x : (tensor<4x4xf32>) -> tensor<4x4xf64>\n%z = stablehlo.cosine %y : tensor<4x4xf64>\n"
            "return %x : tensor<4x4xf32>".replace("return %x", "return %z").replace(": tensor<4x4xf32>", ": tensor<4x4xf64>", 0),
            results="tensor<4x4xf64>",
        ).replace("return %z : tensor<4x4xf32>", "return %z : tensor<4x4xf64>"),
        (),
    ),
    "NCC_ESPP004-complex-constant": (
        main("%c = stablehlo.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>\n%y = stablehlo.real %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>\nreturn %y : tensor<2xf32>", "", "tensor<2xf32>"),
        (),
    ),
    "NCC_PYP020-comparator": (
        main(SORT.format(COMPARE.format("l", "LT") + "\n%e = stablehlo.compare GT, %c, %d : (tensor<f32>, tensor<f32>) -> tensor<i1>\n%r = stablehlo.or %l, %e : tensor<i1>")),
        (),
    ),
    "NCC_PYP021-direction": (main(SORT.format(COMPARE.format("r", "EQ"))), ()),
    "NCC_ISPP027-variadic-reduce": (
        main(
            """%z = stablehlo.constant dense<0.0> : tensor<f32>
            %r:2 = stablehlo.reduce(%x init: %z), (%x init: %z) across dimensions = [1] : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>)
            reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<f32>, %d: tensor<f32>) {
            %s = stablehlo.add %a, %d : tensor<f32>
            %t = stablehlo.multiply %c, %b : tensor<f32>
            stablehlo.return %s, %t : tensor<f32>, tensor<f32>
            }
            return %r#0 : tensor<4xf32>""",
            results="tensor<4xf32>",
        ),
        (),
    ),
    "NCC_PYP054-expm1": (main("%y = stablehlo.exponential_minus_one %x : tensor<4x4xf32>\n%z = stablehlo.log_plus_one %y : tensor<4x4xf32>\nreturn %z : tensor<4x4xf32>"), ()),
    "NCC_PYP055-ops": (
        main("%y = stablehlo.cholesky %x, lower = true : tensor<4x4xf32>\n%f = stablehlo.fft %x, type =  RFFT, length = [4] : (tensor<4x4xf32>) -> tensor<4x3xcomplex<f32>>\nreturn %y : tensor<4x4xf32>"),
        (),
    ),
    "NCC_PYP055-if": (
        main(
            """%p = stablehlo.constant dense<true> : tensor<i1>
            %r = "stablehlo.if"(%q) ({
            stablehlo.return %x : tensor<4x4xf32>
            }, {
            stablehlo.return %x : tensor<4x4xf32>
            }) : (tensor<i1>) -> tensor<4x4xf32>
            return %r : tensor<4x4xf32>""",
            "%x: tensor<4x4xf32>, %q: tensor<i1>",
        ),
        (),
    ),
    "NCC_PYP055-reducer": (
        main(
            """%z = stablehlo.constant dense<0.0> : tensor<f32>
            %r = stablehlo.reduce(%x init: %z) across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
            reducer(%a: tensor<f32>, %b: tensor<f32>) {
            %s = stablehlo.subtract %a, %b : tensor<f32>
            stablehlo.return %s : tensor<f32>
            }
            return %r : tensor<4xf32>""",
            results="tensor<4xf32>",
        ),
        (),
    ),
    "NCC_PYP055-window": (
        main(
            WINDOW.format(
                "%x, %x, %z, %z",
                "",
                ":2",
                "%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>",
                "%s = stablehlo.add %a, %c : tensor<f32>\nstablehlo.return %s, %s : tensor<f32>, tensor<f32>",
                "(tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<3x3xf32>, tensor<3x3xf32>)",
                "#0",
                "tensor<3x3xf32>",
            ),
            results="tensor<3x3xf32>",
        ),
        (),
    ),
}  # fmt: skip
"""MLIR programs that `convert` refuses."""

HLO: dict[str, str] = {
    "H2P003-syntax": "HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n  ROOT r = f32[2] add(a, b)\n}\n",
    "H2P003-shape": "HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n  b = f32[3] parameter(1)\n  ROOT r = f32[2] add(a, b)\n}\n",
    "H2P003-abort": "HloModule m\nENTRY e {\n  a = f32[2] parameter(7)\n  ROOT r = f32[2] add(a, a)\n}\n",
    "H2P003-alias": "HloModule m, input_output_alias={ {}: (9, {}, may-alias) }\nENTRY e {\n  ROOT a = f32[2] parameter(0)\n}\n",
    "NCC_EHCA005-hlo": 'HloModule m\nENTRY e {\n  a = f32[2] parameter(0)\n  ROOT r = f32[2] custom-call(a), custom_call_target="Nobody", metadata={op_name="jit(f)/call" source_file="model.py" source_line=12}\n}\n',
    "H2P001-unknown": "This is no program.\n",
    "H2P001-empty": "",
}
"""HLO text, and what is none."""

BASE = """func.func @main(%x: tensor<4x8xf32> {tf.aliasing_output = 0 : i32}, %w: tensor<8x4xf32>) -> (tensor<4x8xf32>, tensor<4x4xf32>) {
  %c = stablehlo.constant dense<1.0> : tensor<4x8xf32>
  %e = stablehlo.exponential %x : tensor<4x8xf32>
  %a = stablehlo.add %e, %c : tensor<4x8xf32>
  %t = stablehlo.transpose %w, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %s = stablehlo.multiply %a, %t : tensor<4x8xf32>
  %d = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %s, %d : tensor<4x8xf32>, tensor<4x4xf32>
}
"""
"""The program whose Penguin text is damaged below."""

PENGUIN: dict[str, tuple[str, str]] = {
    "H2P101-statement": ("v0.markOutput", "while True: pass  # v0.markOutput"),
    "H2P102-constructor": ("m8.NeuronTensorOp(", "m8.NeuronTensorOps("),
    "H2P103-keyword": ("permutation=", "permutations="),
    "H2P104-twice": ("src_shape=(8,4), ", "src_shape=(8,4), src_shape=(8,4), "),
    "H2P105-order": ("src_shape=(8,4), permutation=(1,0)", "permutation=(1,0), src_shape=(8,4)"),
    "H2P106-missing": ("src_shape=(8,4), permutation", "permutation"),
    "H2P107-literal": ("permutation=(1,0)", "permutation=[1,0]"),
    "H2P108-spaces": ("srcs=[v1], ", "srcs=[v1],  "),
    "H2P109-tag": ("'mhlo.dot'", "'mhlo.dots'"),
    "H2P110-undefined": ("srcs=[v1]", "srcs=[v777]"),
    "H2P111-twice": ("v2 = m0.Tensor(", "v1 = m0.Tensor("),
    "H2P112-kind": ("srcs=[v1]", "srcs=[v0]"),
    "H2P113-function": ("np.exp", "np.system"),
    "H2P113-import": ("import numpy as np", "import os as np"),
    "H2P114-closing": ("ir=v0\n", "ir=v0\nir=v0\n"),
    "H2P122-return": ("ir=v0\n", "ir=v0\r\n"),
    "H2P124-cut": ("ir=v0\n", "ir=v0"),
    "H2P222-shape": ("permutation=(1,0)", "permutation=(0,1)"),
}
"""What is replaced in the text, so that `lift` refuses it."""

CORPUS = (
    "B01_set_dimension_size.hlo",
    "B14_sort_two_keys_lexicographic.mlir",
    "B20_reduce_window_variadic.mlir",
    "B23_dtypes_bad_for_neuron.mlir",
    "B28_unknown_custom_call.hlo",
    "B34_expm1_and_log1p_spelled_out.mlir",
)
"""Programs of the corpus that are to be refused."""
