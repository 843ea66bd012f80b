// One value prints inline, whatever the shape; other constants go to .npy files beside the text, counted in their names.
// RUN: hlo2penguin convert %s --emit-dir %t.d | filecheck %s
// RUN: python -c "import numpy as np; a = np.load(r'%t.d/constant.5.npy'); assert a.tolist() == [1.0, 2.0, 3.0] and a.dtype == 'f4', a"
// RUN: python -c "import numpy as np; assert np.load(r'%t.d/constant.6.npy').dtype == 'V2'"
// RUN: hlo2penguin convert %s --emit-dir %t.e --profile=documented | filecheck %s --check-prefix=DOC
// CHECK: v2 = m0.SingleValueTensor(value=m7.dtype.static_cast(1.5, np.float32), name="constant.1", shape=(3,), parent=v0, id=2, dtype="float32"
// CHECK: v3 = m0.SingleValueTensor(value=7, name="constant.2", shape=(2,), parent=v0, id=3, dtype="int64"
// CHECK: v4 = m0.SingleValueTensor(value=True, name="constant.3", shape=(3,), parent=v0, id=4, dtype="bool"
// CHECK: v5 = m0.SingleValueTensor(value=m7.dtype.static_cast(-np.inf, np.float32), name="constant.4", shape=(), parent=v0, id=5, dtype="float32"
// CHECK: v6 = m0.Tensor(name="constant.5", shape=(3,), parent=v0, id=6, dtype="float32", init=weight_load("constant.5.npy")
// CHECK: v7 = m0.Tensor(name="constant.6", shape=(3,), parent=v0, id=7, dtype=m7.dtype.bfloat16, init=weight_load("constant.6.npy")
// CHECK: v8 = m0.Tensor(name="constant.7", shape=(), parent=v0, id=8, dtype="float32", init=weight_load("constant.7.npy")
// CHECK: v10 = m0.Tensor(name="add.1", shape=(3,), parent=v0, id=9, dtype="float32"
// CHECK: v9 = m8.NeuronTensorOp(srcs=[v1, v2], dsts=[v10], op=np.add, xla_op='mhlo.binary', id=10
// CHECK: v12 = m0.Tensor(name="output0", shape=(3,), parent=v0, id=11, dtype="float32"
// CHECK: v11 = m8.NeuronTensorOp(srcs=[v10, v6], dsts=[v12], op=np.add, xla_op='mhlo.binary', id=12
// CHECK: v14 = m0.Tensor(name="output1", shape=(3,), parent=v0, id=13, dtype=m7.dtype.bfloat16
// CHECK: v13 = m8.NeuronTensorOp(srcs=[v7], dsts=[v14], op=np.negative, xla_op='mhlo.unary', id=14
// CHECK: v16 = m0.Tensor(name="output2", shape=(2,), parent=v0, id=15, dtype="int64"
// CHECK: v15 = m8.NeuronTensorOp(srcs=[v3], dsts=[v16], op=np.negative, xla_op='mhlo.unary', id=16
// CHECK: v18 = m0.Tensor(name="output3", shape=(3,), parent=v0, id=17, dtype="bool"
// CHECK: v17 = m8.NeuronTensorOp(srcs=[v4], dsts=[v18], op=np.logical_not, xla_op='mhlo.unary', id=18
// CHECK: v20 = m0.Tensor(name="output4", shape=(), parent=v0, id=19, dtype="float32"
// CHECK: v19 = m8.NeuronTensorOp(srcs=[v5], dsts=[v20], op=np.negative, xla_op='mhlo.unary', id=20
// CHECK: v22 = m0.Tensor(name="output5", shape=(), parent=v0, id=21, dtype="float32"
// CHECK: v21 = m8.NeuronTensorOp(srcs=[v8], dsts=[v22], op=np.negative, xla_op='mhlo.unary', id=22
// DOC: v2 = m0.Tensor(name="constant.1", shape=(3,), parent=v0, id=2, dtype="float32", init=weight_load("constant.1.npy")
// DOC: v3 = m0.Tensor(name="constant.2", shape=(2,), parent=v0, id=3, dtype="int64", init=weight_load("constant.2.npy")
// DOC: v4 = m0.Tensor(name="constant.3", shape=(3,), parent=v0, id=4, dtype="bool", init=weight_load("constant.3.npy")
// DOC: v5 = m0.SingleValueTensor(value=m7.dtype.static_cast(-np.inf, np.float32), name="constant.4", shape=(), parent=v0, id=5, dtype="float32"
// DOC: v6 = m0.Tensor(name="constant.5", shape=(3,), parent=v0, id=6, dtype="float32", init=weight_load("constant.5.npy")
// DOC: v7 = m0.Tensor(name="constant.6", shape=(3,), parent=v0, id=7, dtype=m7.dtype.bfloat16, init=weight_load("constant.6.npy")
// DOC: v8 = m0.Tensor(name="constant.7", shape=(), parent=v0, id=8, dtype="float32", init=weight_load("constant.7.npy")
func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xbf16>, tensor<2xi64>, tensor<3xi1>, tensor<f32>, tensor<f32>) {
  %a = stablehlo.constant dense<1.5> : tensor<3xf32>
  %b = stablehlo.constant dense<7> : tensor<2xi64>
  %c = stablehlo.constant dense<true> : tensor<3xi1>
  %d = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %e = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %f = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xbf16>
  %n = stablehlo.constant dense<0x7FC00001> : tensor<f32>
  %0 = stablehlo.add %x, %a : tensor<3xf32>
  %1 = stablehlo.add %0, %e : tensor<3xf32>
  %2 = stablehlo.negate %f : tensor<3xbf16>
  %3 = stablehlo.negate %b : tensor<2xi64>
  %4 = stablehlo.not %c : tensor<3xi1>
  %5 = stablehlo.negate %d : tensor<f32>
  %6 = stablehlo.negate %n : tensor<f32>
  return %1, %2, %3, %4, %5, %6 : tensor<3xf32>, tensor<3xbf16>, tensor<2xi64>, tensor<3xi1>, tensor<f32>, tensor<f32>
}
