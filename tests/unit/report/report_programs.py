"""Programs that the report's tests look at."""

GATED = """
module @gated {
  func.func @main(%x: tensor<2x32x64xf32>, %w: tensor<64x256xf32>) -> (tensor<2x32x256xf32>, tensor<2x32xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sq = stablehlo.multiply %x, %x : tensor<2x32x64xf32>
    %sum = stablehlo.reduce(%sq init: %zero) applies stablehlo.add across dimensions = [2]
        : (tensor<2x32x64xf32>, tensor<f32>) -> tensor<2x32xf32>
    %rms = stablehlo.sqrt %sum : tensor<2x32xf32>
    %d = stablehlo.dot_general %x, %w, contracting_dims = [2] x [0]
        : (tensor<2x32x64xf32>, tensor<64x256xf32>) -> tensor<2x32x256xf32>
    %s = stablehlo.logistic %d : tensor<2x32x256xf32>
    %y = stablehlo.multiply %d, %s : tensor<2x32x256xf32>
    return %y, %rms : tensor<2x32x256xf32>, tensor<2x32xf32>
  }
}
"""
"""One MulRedSqrt and one DotLogistic."""

TWICE = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = func.call @double(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %b = func.call @double(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %b : tensor<4xf32>
}
func.func private @double(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.add %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
"""
"""One op in the source, two in the program."""

HLO_CALL = """HloModule calls

double.1 {
  x.2 = f32[4] parameter(0)
  ROOT add.3 = f32[4] add(x.2, x.2), metadata={op_name="model/double/add"}
}

ENTRY main.4 {
  x.5 = f32[4] parameter(0)
  call.6 = f32[4] call(x.5), to_apply=double.1
  ROOT multiply.7 = f32[4] multiply(call.6, x.5), metadata={op_name="model/multiply"}
}
"""

UNSUPPORTED = """
func.func @main(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %y = stablehlo.cholesky %x, lower = true : tensor<4x4xf32>
  %z = stablehlo.add %x, %x : tensor<4x4xf32>
  return %y, %z : tensor<4x4xf32>, tensor<4x4xf32>
}
"""
"""Refused by the printer."""

LONG_LOOP = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<100000000> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<4xf32>
    cond {
      %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %n = stablehlo.add %i, %one : tensor<i32>
      %w = stablehlo.add %v, %v : tensor<4xf32>
      stablehlo.return %n, %w : tensor<i32>, tensor<4xf32>
    }
  return %r#1 : tensor<4xf32>
}
"""
"""Refused before fusion."""

HOSTILE = """
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.custom_call @"</script><script>window.pwned=1</script><!--"(%x) : (tensor<4xf32>) -> tensor<4xf32>
      loc("<img src=x onerror=window.pwned=1>"("&lt;</SCRIPT >.py":3:4))
  return %y : tensor<4xf32>
}
"""


def long_program(layers: int) -> str:
    """A chain of normalised, gated layers: 11 ops each."""
    x, w, v = "tensor<4x8xf32>", "tensor<8x8xf32>", "tensor<4xf32>"
    lines = [
        f"func.func @main(%h0: {x}, %w: {w}) -> {x} {{",
        "  %zero = stablehlo.constant dense<0.0> : tensor<f32>",
    ]
    for i in range(layers):
        loc = f'loc("model/layer_{i}/op"("model.py":{i + 1}:1))'
        lines += [
            f"  %a{i} = stablehlo.multiply %h{i}, %h{i} : {x} {loc}",
            f"  %b{i} = stablehlo.reduce(%a{i} init: %zero) applies stablehlo.add across dimensions = [1]"
            f" : ({x}, tensor<f32>) -> {v} {loc}",
            f"  %c{i} = stablehlo.sqrt %b{i} : {v} {loc}",
            f"  %d{i} = stablehlo.broadcast_in_dim %c{i}, dims = [0] : ({v}) -> {x} {loc}",
            f"  %e{i} = stablehlo.divide %h{i}, %d{i} : {x} {loc}",
            f"  %f{i} = stablehlo.dot_general %e{i}, %w, contracting_dims = [1] x [0] : ({x}, {w}) -> {x} {loc}",
            f"  %g{i} = stablehlo.logistic %f{i} : {x} {loc}",
            f"  %k{i} = stablehlo.multiply %f{i}, %g{i} : {x} {loc}",
            f"  %m{i} = stablehlo.tanh %k{i} : {x} {loc}",
            f"  %n{i} = stablehlo.negate %m{i} : {x} {loc}",
            f"  %h{i + 1} = stablehlo.add %h{i}, %n{i} : {x} {loc}",
        ]
    return "\n".join([*lines, f"  return %h{layers} : {x}", "}", ""])
