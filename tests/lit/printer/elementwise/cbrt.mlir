// The cube root prints as constant 1/3, abs, power, divide, multiply, in this order; the result has the cbrt's own name.
// RUN: hlo2penguin convert %s | filecheck %s
// CHECK: v2 = m0.SingleValueTensor(value=0.333984375, name="constant.1", shape=(8,), parent=v0, id=2, dtype=m7.dtype.bfloat16
// CHECK: v4 = m0.Tensor(name="abs.1", shape=(8,), parent=v0, id=3, dtype=m7.dtype.bfloat16
// CHECK: v3 = m8.NeuronTensorOp(srcs=[v1], dsts=[v4], op=np.abs, xla_op='mhlo.unary', id=4
// CHECK: v6 = m0.Tensor(name="power.1", shape=(8,), parent=v0, id=5, dtype=m7.dtype.bfloat16
// CHECK: v5 = m8.NeuronTensorOp(srcs=[v4, v2], dsts=[v6], op=np.power, xla_op='mhlo.binary', id=6
// CHECK: v8 = m0.Tensor(name="divide.1", shape=(8,), parent=v0, id=7, dtype=m7.dtype.bfloat16
// CHECK: v7 = m8.NeuronTensorOp(srcs=[v1, v4], dsts=[v8], op=np.divide, xla_op='mhlo.binary', id=8
// CHECK: v10 = m0.Tensor(name="output0", shape=(8,), parent=v0, id=9, dtype=m7.dtype.bfloat16
// CHECK: v9 = m8.NeuronTensorOp(srcs=[v6, v8], dsts=[v10], op=np.multiply, xla_op='mhlo.binary', id=10
// CHECK: v12 = m0.Tensor(name="output1", shape=(8,), parent=v0, id=11, dtype=m7.dtype.bfloat16
// CHECK: v11 = m8.NeuronTensorOp(srcs=[v10], dsts=[v12], op=np.tanh, xla_op='mhlo.unary', id=12
func.func @main(%x: tensor<8xbf16>) -> (tensor<8xbf16>, tensor<8xbf16>) {
  %0 = stablehlo.cbrt %x : tensor<8xbf16>
  %1 = stablehlo.tanh %0 : tensor<8xbf16>
  return %0, %1 : tensor<8xbf16>, tensor<8xbf16>
}
