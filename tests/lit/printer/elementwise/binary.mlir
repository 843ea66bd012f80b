// Every function of two operands and select. On i1 and, or and xor are logical, on integers bitwise; integers divide by
// np.int_div. clamp prints as minimum, then maximum, with scalar bounds as they are.
// FORM: binary
// FORM: ternary
// RUN: hlo2penguin convert %s | filecheck %s
// CHECK: v7 = m8.NeuronTensorOp(srcs=[v1, v2], dsts=[v8], op=np.add, xla_op='mhlo.binary', id=8
// CHECK: v9 = m8.NeuronTensorOp(srcs=[v8, v2], dsts=[v10], op=np.subtract, xla_op='mhlo.binary', id=10
// CHECK: v11 = m8.NeuronTensorOp(srcs=[v10, v2], dsts=[v12], op=np.multiply, xla_op='mhlo.binary', id=12
// CHECK: v13 = m8.NeuronTensorOp(srcs=[v12, v2], dsts=[v14], op=np.divide, xla_op='mhlo.binary', id=14
// CHECK: v15 = m8.NeuronTensorOp(srcs=[v14, v2], dsts=[v16], op=np.maximum, xla_op='mhlo.binary', id=16
// CHECK: v17 = m8.NeuronTensorOp(srcs=[v16, v2], dsts=[v18], op=np.minimum, xla_op='mhlo.binary', id=18
// CHECK: v19 = m8.NeuronTensorOp(srcs=[v18, v2], dsts=[v20], op=np.power, xla_op='mhlo.binary', id=20
// CHECK: v21 = m8.NeuronTensorOp(srcs=[v20, v2], dsts=[v22], op=np.fmod, xla_op='mhlo.binary', id=22
// CHECK: v23 = m8.NeuronTensorOp(srcs=[v22, v2], dsts=[v24], op=np.arctan2, xla_op='mhlo.binary', id=24
// CHECK: v25 = m8.NeuronTensorOp(srcs=[v1, v2], dsts=[v26], op=np.equal, xla_op='mhlo.binary', id=26
// CHECK: v27 = m8.NeuronTensorOp(srcs=[v1, v2], dsts=[v28], op=np.not_equal, xla_op='mhlo.binary', id=28
// CHECK: v29 = m8.NeuronTensorOp(srcs=[v1, v2], dsts=[v30], op=np.greater_equal, xla_op='mhlo.binary', id=30
// CHECK: v31 = m8.NeuronTensorOp(srcs=[v1, v2], dsts=[v32], op=np.greater, xla_op='mhlo.binary', id=32
// CHECK: v33 = m8.NeuronTensorOp(srcs=[v3, v4], dsts=[v34], op=np.less_equal, xla_op='mhlo.binary', id=34
// CHECK: v35 = m8.NeuronTensorOp(srcs=[v3, v4], dsts=[v36], op=np.less, xla_op='mhlo.binary', id=36
// CHECK: v37 = m8.NeuronTensorOp(srcs=[v26, v28], dsts=[v38], op=np.logical_and, xla_op='mhlo.binary', id=38
// CHECK: v39 = m8.NeuronTensorOp(srcs=[v38, v30], dsts=[v40], op=np.logical_or, xla_op='mhlo.binary', id=40
// CHECK: v41 = m8.NeuronTensorOp(srcs=[v40, v32], dsts=[v42], op=np.logical_xor, xla_op='mhlo.binary', id=42
// CHECK: v43 = m8.NeuronTensorOp(srcs=[v3, v4], dsts=[v44], op=np.int_div, xla_op='mhlo.binary', id=44
// CHECK: v45 = m8.NeuronTensorOp(srcs=[v44, v4], dsts=[v46], op=np.bitwise_and, xla_op='mhlo.binary', id=46
// CHECK: v47 = m8.NeuronTensorOp(srcs=[v46, v4], dsts=[v48], op=np.bitwise_or, xla_op='mhlo.binary', id=48
// CHECK: v49 = m8.NeuronTensorOp(srcs=[v48, v4], dsts=[v50], op=np.bitwise_xor, xla_op='mhlo.binary', id=50
// CHECK: v51 = m8.NeuronTensorOp(srcs=[v50, v4], dsts=[v52], op=np.logical_left_shift, xla_op='mhlo.binary', id=52
// CHECK: v53 = m8.NeuronTensorOp(srcs=[v52, v4], dsts=[v54], op=np.logical_right_shift, xla_op='mhlo.binary', id=54
// CHECK: v55 = m8.NeuronTensorOp(srcs=[v54, v4], dsts=[v56], op=np.arith_right_shift, xla_op='mhlo.binary', id=56
// CHECK: v57 = m8.NeuronTensorOp(srcs=[v42, v1, v2], dsts=[v58], op=np.select, xla_op='mhlo.ternary', id=58
// CHECK: v59 = m8.NeuronTensorOp(srcs=[v58, v6], dsts=[v60], op=np.minimum, xla_op='mhlo.binary', id=60
// CHECK: v61 = m8.NeuronTensorOp(srcs=[v5, v60], dsts=[v62], op=np.maximum, xla_op='mhlo.binary', id=62
func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>, %i: tensor<8xi32>, %j: tensor<8xi32>, %lo: tensor<f32>, %hi: tensor<f32>) -> (tensor<8xf32>, tensor<8xi32>) {
  %0 = stablehlo.add %x, %y : tensor<8xf32>
  %1 = stablehlo.subtract %0, %y : tensor<8xf32>
  %2 = stablehlo.multiply %1, %y : tensor<8xf32>
  %3 = stablehlo.divide %2, %y : tensor<8xf32>
  %4 = stablehlo.maximum %3, %y : tensor<8xf32>
  %5 = stablehlo.minimum %4, %y : tensor<8xf32>
  %6 = stablehlo.power %5, %y : tensor<8xf32>
  %7 = stablehlo.remainder %6, %y : tensor<8xf32>
  %8 = stablehlo.atan2 %7, %y : tensor<8xf32>
  %c0 = stablehlo.compare EQ, %x, %y : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %c1 = stablehlo.compare NE, %x, %y, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %c2 = stablehlo.compare GE, %x, %y : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %c3 = stablehlo.compare GT, %x, %y : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %c4 = stablehlo.compare LE, %i, %j, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  %c5 = stablehlo.compare LT, %i, %j : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  %b0 = stablehlo.and %c0, %c1 : tensor<8xi1>
  %b1 = stablehlo.or %b0, %c2 : tensor<8xi1>
  %b2 = stablehlo.xor %b1, %c3 : tensor<8xi1>
  %i0 = stablehlo.divide %i, %j : tensor<8xi32>
  %i1 = stablehlo.and %i0, %j : tensor<8xi32>
  %i2 = stablehlo.or %i1, %j : tensor<8xi32>
  %i3 = stablehlo.xor %i2, %j : tensor<8xi32>
  %i4 = stablehlo.shift_left %i3, %j : tensor<8xi32>
  %i5 = stablehlo.shift_right_logical %i4, %j : tensor<8xi32>
  %i6 = stablehlo.shift_right_arithmetic %i5, %j : tensor<8xi32>
  %s = stablehlo.select %b2, %x, %y : tensor<8xi1>, tensor<8xf32>
  %k = stablehlo.clamp %lo, %s, %hi : (tensor<f32>, tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %k, %i6 : tensor<8xf32>, tensor<8xi32>
}
