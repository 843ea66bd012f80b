// reshape and optimization_barrier relabel: an OffloadedMemCpy each, its tensor numbered before it. Switched off, reshape
// and copy are tensor ops.
// FORM: memcpy
// FORM: reshape
// FORM: copy
// RUN: hlo2penguin convert %s | filecheck %s
// RUN: hlo2penguin --input %s --out-dir %t.d --output penguin.py --disable-emit-tensor-ops-memcpy && filecheck %s --input-file %t.d/penguin.py --check-prefix=OFF
// CHECK: v3 = m0.Tensor(name="reshape.1", shape=(8,8), parent=v0, id=3, dtype="float32"
// CHECK: v4 = m0.OffloadedMemCpy(srcs=[v1], dsts=[v3], dtype="float32", id=4
// CHECK: v5 = m0.Tensor(name="output1", shape=(8,8), parent=v0, id=5, dtype="float32"
// CHECK: v6 = m0.OffloadedMemCpy(srcs=[v3], dsts=[v5], dtype="float32", id=6
// CHECK: v7 = m0.Tensor(name="output0", shape=(8,8), parent=v0, id=7, dtype="float32"
// CHECK: v8 = m0.OffloadedMemCpy(srcs=[v5], dsts=[v7], dtype="float32", id=8
// CHECK: v9 = m0.Tensor(name="output2", shape=(3,), parent=v0, id=9, dtype="int32"
// CHECK: v10 = m0.OffloadedMemCpy(srcs=[v2], dsts=[v9], dtype="int32", id=10
// OFF: v3 = m8.NeuronTensorOp(srcs=[v1], dsts=[v4], xla_op='mhlo.reshape', src_shape=(4,2,8), shape=(8,8), id=4
// OFF: v5 = m8.NeuronTensorOp(srcs=[v4], dsts=[v6], xla_op='mhlo.copy', id=6
// OFF: v8 = m0.OffloadedMemCpy(srcs=[v6], dsts=[v7], dtype="float32", id=8
// OFF: v10 = m0.OffloadedMemCpy(srcs=[v2], dsts=[v9], dtype="int32", id=10
func.func @main(%x: tensor<4x2x8xf32>, %y: tensor<3xi32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<3xi32>) {
  %0 = stablehlo.reshape %x : (tensor<4x2x8xf32>) -> tensor<8x8xf32>
  %1 = "mhlo.copy"(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2:2 = stablehlo.optimization_barrier %1, %y : tensor<8x8xf32>, tensor<3xi32>
  return %2#0, %1, %2#1 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<3xi32>
}
