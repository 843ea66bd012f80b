// Top-k as custom call of either name and as op: values and indices along the last dimension, largest first.
// FORM: top_k
// RUN: hlo2penguin convert %s | filecheck %s
// RUN: hlo2penguin convert %s --profile=documented | filecheck %s --check-prefix=DOC
// DOC: v3 = m8.NeuronTensorOp(srcs=[v1], dsts=[v4, v5], op="NeuronTensorOp", xla_op='mhlo.top_k', k=8, axis=1, is_ascend=False, is_barrier=False, ret_type="both", src_shape=[4, 64], dtype="float32", indices_dtype="uint32", id=5
// DOC: v6 = m8.NeuronTensorOp(srcs=[v2], dsts=[v7, v8], op="NeuronTensorOp", xla_op='mhlo.top_k', k=3, axis=0, is_ascend=False, is_barrier=False, ret_type="both", src_shape=[8], dtype=m7.dtype.bfloat16, indices_dtype="int32", id=8
// DOC: v9 = m8.NeuronTensorOp(srcs=[v2], dsts=[v10, v11], op="NeuronTensorOp", xla_op='mhlo.top_k', k=2, axis=0, is_ascend=True, is_barrier=False, ret_type="both", src_shape=[8], dtype=m7.dtype.bfloat16, indices_dtype="int32", id=11
// DOC: v12 = m8.NeuronTensorOp(srcs=[v2], dsts=[v13, v14], op="NeuronTensorOp", xla_op='mhlo.top_k', k=2, axis=0, is_ascend=False, is_barrier=False, ret_type="both", src_shape=[8], dtype=m7.dtype.bfloat16, indices_dtype="int32", id=14
// CHECK: v4 = m0.Tensor(name="output0", shape=(4,8), parent=v0, id=3, dtype="float32"
// CHECK: v5 = m0.Tensor(name="output1", shape=(4,8), parent=v0, id=4, dtype="uint32"
// CHECK: v3 = m8.NeuronTensorOp(srcs=[v1], dsts=[v4, v5], xla_op='mhlo.top_k', k=8, axis=1, is_ascend=False, is_barrier=False, ret_type='both', src_shape=(4,64), dtype="float32", indices_dtype="uint32", id=5
// CHECK: v7 = m0.Tensor(name="output2", shape=(3,), parent=v0, id=6, dtype=m7.dtype.bfloat16
// CHECK: v8 = m0.Tensor(name="output3", shape=(3,), parent=v0, id=7, dtype="int32"
// CHECK: v6 = m8.NeuronTensorOp(srcs=[v2], dsts=[v7, v8], xla_op='mhlo.top_k', k=3, axis=0, is_ascend=False, is_barrier=False, ret_type='both', src_shape=(8,), dtype=m7.dtype.bfloat16, indices_dtype="int32", id=8
// CHECK: v10 = m0.Tensor(name="output4", shape=(2,), parent=v0, id=9, dtype=m7.dtype.bfloat16
// CHECK: v11 = m0.Tensor(name="output5", shape=(2,), parent=v0, id=10, dtype="int32"
// CHECK: v9 = m8.NeuronTensorOp(srcs=[v2], dsts=[v10, v11], xla_op='mhlo.top_k', k=2, axis=0, is_ascend=True, is_barrier=False, ret_type='both', src_shape=(8,), dtype=m7.dtype.bfloat16, indices_dtype="int32", id=11
// CHECK: v13 = m0.Tensor(name="output6", shape=(2,), parent=v0, id=12, dtype=m7.dtype.bfloat16
// CHECK: v14 = m0.Tensor(name="output7", shape=(2,), parent=v0, id=13, dtype="int32"
// CHECK: v12 = m8.NeuronTensorOp(srcs=[v2], dsts=[v13, v14], xla_op='mhlo.top_k', k=2, axis=0, is_ascend=False, is_barrier=False, ret_type='both', src_shape=(8,), dtype=m7.dtype.bfloat16, indices_dtype="int32", id=14
func.func @main(%x: tensor<4x64xf32>, %h: tensor<8xbf16>) -> (tensor<4x8xf32>, tensor<4x8xui32>, tensor<3xbf16>, tensor<3xi32>, tensor<2xbf16>, tensor<2xi32>, tensor<2xbf16>, tensor<2xi32>) {
  %0:2 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "8"} : (tensor<4x64xf32>) -> (tensor<4x8xf32>, tensor<4x8xui32>)
  %1:2 = stablehlo.custom_call @mhlo.topk(%h) {mhlo.attributes = {k = 3 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<8xbf16>) -> (tensor<3xbf16>, tensor<3xi32>)
  %2:2 = "mhlo.topk"(%h) <{k = 2 : i64, largest = false}> : (tensor<8xbf16>) -> (tensor<2xbf16>, tensor<2xi32>)
  %3:2 = chlo.top_k(%h, k = 2) : tensor<8xbf16> -> (tensor<2xbf16>, tensor<2xi32>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3#0, %3#1 : tensor<4x8xf32>, tensor<4x8xui32>, tensor<3xbf16>, tensor<3xi32>, tensor<2xbf16>, tensor<2xi32>, tensor<2xbf16>, tensor<2xi32>
}
