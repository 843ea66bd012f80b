// What one direction cannot say is refused, never sorted by the first comparison found.
// RUN: not hlo2penguin convert %s --split-input-file | filecheck %s
// CHECK: [NCC_PYP020] the sort comparator's value is not defined by a compare
// CHECK: // -----
// CHECK: [NCC_PYP021] the sort comparator's direction NE is no order
// CHECK: // -----
// CHECK: [NCC_PYP020] the sort comparator does not compare the first operand's two elements
// CHECK: // -----
// CHECK: [NCC_PYP020] the sort comparator does not compare the first operand's two elements
func.func @main(%a: tensor<7xi32>, %b: tensor<7xi32>) -> (tensor<7xi32>, tensor<7xi32>) {
  %s:2 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>, %b0: tensor<i32>, %b1: tensor<i32>):
    %lt = stablehlo.compare LT, %a0, %a1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %eq = stablehlo.compare EQ, %a0, %a1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %l2 = stablehlo.compare LT, %b0, %b1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %t = stablehlo.and %eq, %l2 : tensor<i1>
    %p = stablehlo.or %lt, %t : tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<7xi32>, tensor<7xi32>) -> (tensor<7xi32>, tensor<7xi32>)
  return %s#0, %s#1 : tensor<7xi32>, tensor<7xi32>
}
// -----
func.func @main(%a: tensor<7xi32>) -> tensor<7xi32> {
  %s = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>):
    %p = stablehlo.compare NE, %a0, %a1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<7xi32>) -> tensor<7xi32>
  return %s : tensor<7xi32>
}
// -----
func.func @main(%a: tensor<7xi32>, %b: tensor<7xi32>) -> tensor<7xi32> {
  %s:2 = "stablehlo.sort"(%a, %b) <{dimension = 0 : i64}> ({
  ^bb0(%a0: tensor<i32>, %a1: tensor<i32>, %b0: tensor<i32>, %b1: tensor<i32>):
    %p = stablehlo.compare LT, %b0, %b1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<7xi32>, tensor<7xi32>) -> (tensor<7xi32>, tensor<7xi32>)
  return %s#0 : tensor<7xi32>
}
// -----
// Sorts by magnitude.
func.func @main(%a: tensor<7xf32>) -> tensor<7xf32> {
  %s = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%a0: tensor<f32>, %a1: tensor<f32>):
    %m0 = stablehlo.abs %a0 : tensor<f32>
    %m1 = stablehlo.abs %a1 : tensor<f32>
    %p = stablehlo.compare LT, %m0, %m1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<7xf32>) -> tensor<7xf32>
  return %s : tensor<7xf32>
}
