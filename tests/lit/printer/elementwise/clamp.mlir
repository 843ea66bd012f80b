// Constant bounds that cross: the upper one wins, so the maximum comes first. Known bounds that do not cross, and unknown
// ones, print as minimum, then maximum.
// RUN: hlo2penguin convert %s --emit-dir %t.d | filecheck %s
// CHECK: SingleValueTensor(value=1, name="constant.1"
// CHECK: v6 = m0.Tensor(name="maximum.1"
// CHECK: v5 = m8.NeuronTensorOp(srcs=[v4, v1], dsts=[v6], op=np.maximum, xla_op='mhlo.binary', id=
// CHECK: v8 = m0.Tensor(name="output0"
// CHECK: v7 = m8.NeuronTensorOp(srcs=[v6, v3], dsts=[v8], op=np.minimum, xla_op='mhlo.binary', id=
// CHECK: v10 = m0.Tensor(name="minimum.1"
// CHECK: op=np.minimum
// CHECK: v12 = m0.Tensor(name="output1"
// CHECK: op=np.maximum
// CHECK: op=np.minimum
// CHECK: op=np.maximum
func.func @main(%x: tensor<3xi32>, %hi: tensor<i32>) -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) {
  %a = stablehlo.constant dense<1> : tensor<3xi32>
  %b = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %0 = stablehlo.clamp %b, %x, %a : tensor<3xi32>
  %1 = stablehlo.clamp %a, %x, %b : tensor<3xi32>
  %c = stablehlo.constant dense<5> : tensor<i32>
  %2 = stablehlo.clamp %c, %x, %hi : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  return %0, %1, %2 : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>
}
