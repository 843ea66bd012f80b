// Conversions name the target dtype; iota's keyword is iota_dim. Every dtype of the table can be declared.
// FORM: convert
// FORM: bitcast_convert
// FORM: iota
// FORM: reduce_precision
// RUN: hlo2penguin convert %s | filecheck %s
// CHECK: v3 = m0.Tensor(name="convert.1", shape=(4,8), parent=v0, id=2, dtype=m7.dtype.bfloat16
// CHECK: v2 = m8.NeuronTensorOp(srcs=[v1], dsts=[v3], dtype=m7.dtype.bfloat16, xla_op='mhlo.convert', id=3
// CHECK: v5 = m0.Tensor(name="convert.2", shape=(4,8), parent=v0, id=4, dtype="float16"
// CHECK: v4 = m8.NeuronTensorOp(srcs=[v3], dsts=[v5], dtype="float16", xla_op='mhlo.convert', id=5
// CHECK: v7 = m0.Tensor(name="convert.3", shape=(4,8), parent=v0, id=6, dtype=m7.dtype.float8_e4m3fn
// CHECK: v6 = m8.NeuronTensorOp(srcs=[v5], dsts=[v7], dtype=m7.dtype.float8_e4m3fn, xla_op='mhlo.convert', id=7
// CHECK: v9 = m0.Tensor(name="convert.4", shape=(4,8), parent=v0, id=8, dtype=m7.dtype.float8_e5m2
// CHECK: v8 = m8.NeuronTensorOp(srcs=[v7], dsts=[v9], dtype=m7.dtype.float8_e5m2, xla_op='mhlo.convert', id=9
// CHECK: v11 = m0.Tensor(name="convert.5", shape=(4,8), parent=v0, id=10, dtype="uint16"
// CHECK: v10 = m8.NeuronTensorOp(srcs=[v9], dsts=[v11], dtype="uint16", xla_op='mhlo.convert', id=11
// CHECK: v13 = m0.Tensor(name="convert.6", shape=(4,8), parent=v0, id=12, dtype="int64"
// CHECK: v12 = m8.NeuronTensorOp(srcs=[v11], dsts=[v13], dtype="int64", xla_op='mhlo.convert', id=13
// CHECK: v15 = m0.Tensor(name="convert.7", shape=(4,8), parent=v0, id=14, dtype="bool"
// CHECK: v14 = m8.NeuronTensorOp(srcs=[v13], dsts=[v15], dtype="bool", xla_op='mhlo.convert', id=15
// CHECK: v17 = m0.Tensor(name="output2", shape=(4,8,4), parent=v0, id=16, dtype="int8"
// CHECK: v16 = m8.NeuronTensorOp(srcs=[v1], dsts=[v17], dtype="int8", xla_op='mhlo.bitcast_convert', id=17
// CHECK: v19 = m0.Tensor(name="output1", shape=(4,8), parent=v0, id=18, dtype="float32"
// CHECK: v18 = m8.NeuronTensorOp(srcs=[v1], dsts=[v19], xla_op='mhlo.reduce_precision', exponent_bits=5, mantissa_bits=10, id=19
// CHECK: v21 = m0.Tensor(name="output0", shape=(4,8), parent=v0, id=20, dtype="int32"
// CHECK: v20 = m8.NeuronTensorOp(srcs=[], dsts=[v21], op=m0.iota, iota_dim=1, shape=(4,8), dtype="int32", xla_op='mhlo.iota', id=21
func.func @main(%x: tensor<4x8xf32>) -> (tensor<4x8xi32>, tensor<4x8xf32>, tensor<4x8x4xi8>) {
  %a = stablehlo.convert %x : (tensor<4x8xf32>) -> tensor<4x8xbf16>
  %b = stablehlo.convert %a : (tensor<4x8xbf16>) -> tensor<4x8xf16>
  %c = stablehlo.convert %b : (tensor<4x8xf16>) -> tensor<4x8xf8E4M3FN>
  %d = stablehlo.convert %c : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf8E5M2>
  %e = stablehlo.convert %d : (tensor<4x8xf8E5M2>) -> tensor<4x8xui16>
  %f = stablehlo.convert %e : (tensor<4x8xui16>) -> tensor<4x8xi64>
  %g = stablehlo.convert %f : (tensor<4x8xi64>) -> tensor<4x8xi1>
  %h = stablehlo.bitcast_convert %x : (tensor<4x8xf32>) -> tensor<4x8x4xi8>
  %p = stablehlo.reduce_precision %x, format = e5m10 : tensor<4x8xf32>
  %i = stablehlo.iota dim = 1 : tensor<4x8xi32>
  return %i, %p, %h : tensor<4x8xi32>, tensor<4x8xf32>, tensor<4x8x4xi8>
}
