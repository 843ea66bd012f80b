// A composite prints as a fusion does. One function may be the body of several: each call has tensors of its own.
// RUN: hlo2penguin convert %s | filecheck %s
func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.composite "composite.Fused" %x {CompositeKind = "Elementwise", composite_attributes = {}, decomposition = @body, version = 0 : i32} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.composite "composite.Fused" %0 {CompositeKind = "Elementwise", composite_attributes = {}, decomposition = @body, version = 0 : i32} : (tensor<8xf32>) -> tensor<8xf32>
  %2 = stablehlo.tanh %1 : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
func.func private @body(%a: tensor<8xf32>) -> tensor<8xf32> attributes {genComposite} {
  %0 = stablehlo.abs %a : tensor<8xf32>
  %1 = stablehlo.negate %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
