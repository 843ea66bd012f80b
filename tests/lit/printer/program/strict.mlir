// Strict mode refuses forms that are this project's own, by name, and functions too; documented ones print.
// RUN: not hlo2penguin convert %s --split-input-file --strict | filecheck %s
// CHECK: op=np.tanh
// CHECK: // -----
// CHECK: [H2P030] the form `broadcast_in_dim` is this project's own; strict mode refuses it
// CHECK: // -----
// CHECK: [H2P030]
// CHECK: op: {{.*}}stablehlo.popcnt
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @main(%x: tensor<4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
// -----
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.popcnt %x : tensor<4xi32>
  return %0 : tensor<4xi32>
}
