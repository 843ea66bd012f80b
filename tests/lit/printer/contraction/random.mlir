// Random numbers: the result's shape and dtype are keywords; the generator has two destinations, new state and bits.
// FORM: rng
// FORM: rng_bit_generator
// RUN: hlo2penguin convert %s | filecheck %s
// CHECK: v5 = m8.NeuronTensorOp(srcs=[v1, v2, v4], dsts=[v6], xla_op='mhlo.rng', distribution='UNIFORM', shape=(4,8), dtype="float32", id=6
// CHECK: v7 = m8.NeuronTensorOp(srcs=[v1, v2, v4], dsts=[v8], xla_op='mhlo.rng', distribution='NORMAL', shape=(4,8), dtype="float32", id=8
// CHECK: v9 = m8.NeuronTensorOp(srcs=[v6, v8], dsts=[v10], op=np.add, xla_op='mhlo.binary', id=10
// CHECK: v11 = m8.NeuronTensorOp(srcs=[v3], dsts=[v12, v13], xla_op='mhlo.rng_bit_generator', algorithm='DEFAULT', shape=(4,8), dtype="uint32", id=13
func.func @main(%lo: tensor<f32>, %hi: tensor<f32>, %state: tensor<2xui64>) -> (tensor<4x8xf32>, tensor<2xui64>, tensor<4x8xui32>) {
  %shape = stablehlo.constant dense<[4, 8]> : tensor<2xi64>
  %0 = stablehlo.rng %lo, %hi, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x8xf32>
  %1 = stablehlo.rng %lo, %hi, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<4x8xf32>
  %2 = stablehlo.add %0, %1 : tensor<4x8xf32>
  %3, %4 = stablehlo.rng_bit_generator %state, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x8xui32>)
  return %2, %3, %4 : tensor<4x8xf32>, tensor<2xui64>, tensor<4x8xui32>
}
