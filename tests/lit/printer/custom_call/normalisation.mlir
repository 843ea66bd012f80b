// RmsNorm: epsilon from the constant in the last operand, six decimals; the dimension from the configuration. Dropout's
// rate and seed are operands.
// FORM: rms_norm
// FORM: rms_norm_backward
// FORM: dropout
// RUN: hlo2penguin convert %s | filecheck %s
// CHECK: v6 = m0.SingleValueTensor(value=m7.dtype.static_cast(9.999999974752427e-07, np.float32), name="constant.1", shape=(), parent=v0, id=6, dtype="float32"
// CHECK: v7 = m0.SingleValueTensor(value=m7.dtype.static_cast(1.0000000116860974e-07, np.float32), name="constant.2", shape=(1,), parent=v0, id=7, dtype="float32"
// CHECK: v9 = m0.Tensor(name="output0", shape=(2,8,64), parent=v0, id=8, dtype="float32"
// CHECK: v8 = m8.NeuronTensorOp(srcs=[v1, v3, v6], dsts=[v9], xla_op='mhlo.rms_norm', epsilon=0.000001, reduce_dims=[2], src_shapes=[(2,8,64),(64,),()], id=9
// CHECK: v11 = m0.Tensor(name="output1", shape=(2,8,64), parent=v0, id=10, dtype="float32"
// CHECK: v10 = m8.NeuronTensorOp(srcs=[v1, v3, v7], dsts=[v11], xla_op='mhlo.rms_norm', epsilon=0.000000, reduce_dims=[2], src_shapes=[(2,8,64),(64,),(1,)], id=11
// CHECK: v13 = m0.Tensor(name="output2", shape=(2,8,64), parent=v0, id=12, dtype="float32"
// CHECK: v14 = m0.Tensor(name="output3", shape=(64,), parent=v0, id=13, dtype="float32"
// CHECK: v12 = m8.NeuronTensorOp(srcs=[v2, v9, v3, v6], dsts=[v13, v14], xla_op='mhlo.rms_norm_backward', epsilon=0.000001, reduce_dims=[2], src_shapes=[(2,8,64),(2,8,64),(64,),()], id=14
// CHECK: v16 = m0.Tensor(name="output4", shape=(2,8,64), parent=v0, id=15, dtype="float32"
// CHECK: v17 = m0.Tensor(name="output5", shape=(2,8,64), parent=v0, id=16, dtype="bool"
// CHECK: v15 = m8.NeuronTensorOp(srcs=[v1, v4, v5], dsts=[v16, v17], xla_op='mhlo.dropout', dtype="float32", predicates=[], id=17
func.func @main(%x: tensor<2x8x64xf32>, %g: tensor<2x8x64xf32>, %w: tensor<64xf32>, %rate: tensor<f32>, %seed: tensor<i32>) -> (tensor<2x8x64xf32>, tensor<2x8x64xf32>, tensor<2x8x64xf32>, tensor<64xf32>, tensor<2x8x64xf32>, tensor<2x8x64xi1>) {
  %e6 = stablehlo.constant dense<1.0e-06> : tensor<f32>
  %e7 = stablehlo.constant dense<1.0e-07> : tensor<1xf32>
  %0 = stablehlo.custom_call @AwsNeuronRmsNorm(%x, %w, %e6) {backend_config = "2"} : (tensor<2x8x64xf32>, tensor<64xf32>, tensor<f32>) -> tensor<2x8x64xf32>
  %1 = stablehlo.custom_call @AwsNeuronRmsNorm(%x, %w, %e7) {api_version = 4 : i32, backend_config = {dim = -1 : i64}} : (tensor<2x8x64xf32>, tensor<64xf32>, tensor<1xf32>) -> tensor<2x8x64xf32>
  %2:2 = stablehlo.custom_call @AwsNeuronRmsNormBackward(%g, %0, %w, %e6) {backend_config = "2"} : (tensor<2x8x64xf32>, tensor<2x8x64xf32>, tensor<64xf32>, tensor<f32>) -> (tensor<2x8x64xf32>, tensor<64xf32>)
  %3:2 = stablehlo.custom_call @AwsNeuronDropout(%x, %rate, %seed) : (tensor<2x8x64xf32>, tensor<f32>, tensor<i32>) -> (tensor<2x8x64xf32>, tensor<2x8x64xi1>)
  return %0, %1, %2#0, %2#1, %3#0, %3#1 : tensor<2x8x64xf32>, tensor<2x8x64xf32>, tensor<2x8x64xf32>, tensor<64xf32>, tensor<2x8x64xf32>, tensor<2x8x64xi1>
}
