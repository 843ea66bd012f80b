// MHLO's own relabelling ops: bitcast prints like a conversion, copy like reshape.
// FORM: bitcast
// RUN: hlo2penguin convert %s | filecheck %s
// CHECK: v2 = m8.NeuronTensorOp(srcs=[v1], dsts=[v3], dtype="int32", xla_op='mhlo.bitcast', id=3
// CHECK: v5 = m0.OffloadedMemCpy(srcs=[v1], dsts=[v4], dtype="float32", id=5
func.func @main(%x: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xf32>) {
  %a = "mhlo.bitcast"(%x) : (tensor<4xf32>) -> tensor<4xi32>
  %b = "mhlo.copy"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %a, %b : tensor<4xi32>, tensor<4xf32>
}
