// The body of a composite with a kind is a fusion's body, whether marked or not; other composites' bodies are ordinary
// functions.
// RUN: hlo2penguin opt --pass=neuron-op-fusion --fuse=all %s | filecheck %s

// CHECK-LABEL: func.func private @body
// CHECK-NEXT: stablehlo.log_plus_one
// CHECK-LABEL: func.func private @other
// CHECK-NEXT: stablehlo.composite
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %f = stablehlo.composite "composite.Fused" %x {CompositeKind = "Log1p", composite_attributes = {}, decomposition = @body} : (tensor<4xf32>) -> tensor<4xf32>
  %g = stablehlo.composite "my.softplus" %x {decomposition = @other} : (tensor<4xf32>) -> tensor<4xf32>
  return %f, %g : tensor<4xf32>, tensor<4xf32>
}
func.func private @body(%x: tensor<4xf32>) -> tensor<4xf32> {
  %l = stablehlo.log_plus_one %x : tensor<4xf32>
  return %l : tensor<4xf32>
}
func.func private @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  %l = stablehlo.log_plus_one %x : tensor<4xf32>
  return %l : tensor<4xf32>
}
