// What the two regions of select_and_scatter must not be, and padding that is not smaller than the window.
// RUN: not hlo2penguin convert %s --split-input-file | filecheck %s
// CHECK: [NCC_PYP029] SelectAndScatter: the select region is not a single operation
// CHECK: // -----
// CHECK: [NCC_PYP030] SelectAndScatter: requires select to be a compare, but got stablehlo.and
// CHECK: // -----
// CHECK: [NCC_PYP031] expected BlockArgument for cmpOp's lhs and rhs
// CHECK: // -----
// CHECK: [NCC_PYP032] Ensure padding values are less than corresponding window dimensions. Check that padding[1] = (2,0) < window_size[1] = 2.
// CHECK: // -----
// CHECK: [NCC_PYP055] a TOTALORDER comparison selects otherwise
func.func @main(%x: tensor<1x8x8x4xf32>, %s: tensor<1x4x4x4xf32>, %z: tensor<f32>) -> tensor<1x8x8x4xf32> {
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %n = stablehlo.negate %a : tensor<f32>
    %p = stablehlo.compare GE, %n, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %p : tensor<f32>
  }) : (tensor<1x8x8x4xf32>, tensor<1x4x4x4xf32>, tensor<f32>) -> tensor<1x8x8x4xf32>
  return %0 : tensor<1x8x8x4xf32>
}
// -----
func.func @main(%x: tensor<1x8x8x4xi1>, %s: tensor<1x4x4x4xi1>, %z: tensor<i1>) -> tensor<1x8x8x4xi1> {
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %p = stablehlo.and %a, %b : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %p = stablehlo.or %a, %b : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<1x8x8x4xi1>, tensor<1x4x4x4xi1>, tensor<i1>) -> tensor<1x8x8x4xi1>
  return %0 : tensor<1x8x8x4xi1>
}
// -----
func.func @main(%x: tensor<1x8x8x4xf32>, %s: tensor<1x4x4x4xf32>, %z: tensor<f32>) -> tensor<1x8x8x4xf32> {
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %p : tensor<f32>
  }) : (tensor<1x8x8x4xf32>, tensor<1x4x4x4xf32>, tensor<f32>) -> tensor<1x8x8x4xf32>
  return %0 : tensor<1x8x8x4xf32>
}
// -----
func.func @main(%x: tensor<1x8x8x4xf32>, %s: tensor<1x5x4x4xf32>, %z: tensor<f32>) -> tensor<1x8x8x4xf32> {
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>, padding = dense<[[0, 0], [2, 0], [0, 0], [0, 0]]> : tensor<4x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %p : tensor<f32>
  }) : (tensor<1x8x8x4xf32>, tensor<1x5x4x4xf32>, tensor<f32>) -> tensor<1x8x8x4xf32>
  return %0 : tensor<1x8x8x4xf32>
}
// -----
func.func @main(%x: tensor<1x8x8x4xf32>, %s: tensor<1x4x4x4xf32>, %z: tensor<f32>) -> tensor<1x8x8x4xf32> {
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %p : tensor<f32>
  }) : (tensor<1x8x8x4xf32>, tensor<1x4x4x4xf32>, tensor<f32>) -> tensor<1x8x8x4xf32>
  return %0 : tensor<1x8x8x4xf32>
}
