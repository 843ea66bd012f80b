// Ops without a statement, each with its reason; nothing that reads their results is reported again.
// RUN: not hlo2penguin convert %s 2>&1 | filecheck %s
// CHECK: [NCC_PYP055] operation stablehlo.cholesky is not supported
// CHECK-NEXT: op: {{.*}}stablehlo.cholesky
// CHECK: help: rewrite the program without it
// CHECK: [NCC_PYP055] a TOTALORDER comparison orders NaN and signed zeros
// CHECK: [NCC_PYP054] stablehlo.exponential_minus_one must be expanded by NeuronOpFusion before printing
// CHECK: help: convert with --general-elementwise-fusion
// CHECK: [NCC_PYP054] stablehlo.log_plus_one must be expanded by NeuronOpFusion before printing
// CHECK: [NCC_PYP055] reduce_window with 2 operand tensors is not supported
// CHECK-NOT: ERROR
func.func @main(%x: tensor<4x4xf32>, %z: tensor<f32>) -> (tensor<4x4xf32>, tensor<4x4xi1>, tensor<4x4xf32>, tensor<2x2xf32>, tensor<4x4xf32>) {
  %0 = stablehlo.cholesky %x, lower = true : tensor<4x4xf32>
  %1 = stablehlo.tanh %0 : tensor<4x4xf32>
  %2 = stablehlo.compare LT, %x, %x, TOTALORDER : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
  %3 = stablehlo.exponential_minus_one %x : tensor<4x4xf32>
  %4 = stablehlo.log_plus_one %3 : tensor<4x4xf32>
  %8 = stablehlo.log_plus_one %x : tensor<4x4xf32>
  %5:2 = "stablehlo.reduce_window"(%x, %x, %z, %z) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %p = stablehlo.maximum %a, %c : tensor<f32>
    %q = stablehlo.minimum %b, %d : tensor<f32>
    stablehlo.return %p, %q : tensor<f32>, tensor<f32>
  }) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  return %1, %2, %4, %5#1, %8 : tensor<4x4xf32>, tensor<4x4xi1>, tensor<4x4xf32>, tensor<2x2xf32>, tensor<4x4xf32>
}
