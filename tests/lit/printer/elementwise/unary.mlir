// Every function of one operand; expit and erf come from scipy.special, imported where first needed.
// FORM: unary
// RUN: hlo2penguin convert %s | filecheck %s
// CHECK: import neuronxcc.starfish.support as m7
// CHECK: import neuronxcc.starfish.penguin.frontends.XlaFE as m8
// CHECK: v4 = m8.NeuronTensorOp(srcs=[v1], dsts=[v5], op=np.exp, xla_op='mhlo.unary', id=5
// CHECK: v6 = m8.NeuronTensorOp(srcs=[v5], dsts=[v7], op=np.log, xla_op='mhlo.unary', id=7
// CHECK: v8 = m8.NeuronTensorOp(srcs=[v7], dsts=[v9], op=np.sqrt, xla_op='mhlo.unary', id=9
// CHECK: v10 = m8.NeuronTensorOp(srcs=[v9], dsts=[v11], op=np.tanh, xla_op='mhlo.unary', id=11
// CHECK: v12 = m8.NeuronTensorOp(srcs=[v11], dsts=[v13], op=np.abs, xla_op='mhlo.unary', id=13
// CHECK: v14 = m8.NeuronTensorOp(srcs=[v13], dsts=[v15], op=np.sign, xla_op='mhlo.unary', id=15
// CHECK: v16 = m8.NeuronTensorOp(srcs=[v15], dsts=[v17], op=np.ceil, xla_op='mhlo.unary', id=17
// CHECK: v18 = m8.NeuronTensorOp(srcs=[v17], dsts=[v19], op=np.floor, xla_op='mhlo.unary', id=19
// CHECK: v20 = m8.NeuronTensorOp(srcs=[v19], dsts=[v21], op=np.sin, xla_op='mhlo.unary', id=21
// CHECK: v22 = m8.NeuronTensorOp(srcs=[v21], dsts=[v23], op=np.cos, xla_op='mhlo.unary', id=23
// CHECK: v24 = m8.NeuronTensorOp(srcs=[v23], dsts=[v25], op=np.tan, xla_op='mhlo.unary', id=25
// CHECK: v26 = m8.NeuronTensorOp(srcs=[v25], dsts=[v27], op=np.rsqrt, xla_op='mhlo.unary', id=27
// CHECK: v28 = m8.NeuronTensorOp(srcs=[v27], dsts=[v29], op=np.negative, xla_op='mhlo.unary', id=29
// CHECK: v30 = m8.NeuronTensorOp(srcs=[v29], dsts=[v31], op=np.rint, xla_op='mhlo.unary', id=31
// CHECK: v32 = m8.NeuronTensorOp(srcs=[v31], dsts=[v33], op=np.round_nearest_afz, xla_op='mhlo.unary', id=33
// CHECK: import scipy.special as m9
// CHECK: v34 = m8.NeuronTensorOp(srcs=[v33], dsts=[v35], op=m9.expit, xla_op='mhlo.unary', id=35
// CHECK: v36 = m8.NeuronTensorOp(srcs=[v35], dsts=[v37], op=m9.erf, xla_op='mhlo.unary', id=37
// CHECK: v38 = m8.NeuronTensorOp(srcs=[v37], dsts=[v39], op=np.is_finite, xla_op='mhlo.unary', id=39
// CHECK: v40 = m8.NeuronTensorOp(srcs=[v39], dsts=[v41], op=np.logical_not, xla_op='mhlo.unary', id=41
// CHECK: v42 = m8.NeuronTensorOp(srcs=[v2], dsts=[v43], op=np.popcnt, xla_op='mhlo.unary', id=43
// CHECK: v44 = m8.NeuronTensorOp(srcs=[v43], dsts=[v45], op=np.count_leading_zeros, xla_op='mhlo.unary', id=45
// CHECK: v46 = m8.NeuronTensorOp(srcs=[v45], dsts=[v47], op=np.bitwise_not, xla_op='mhlo.unary', id=47
func.func @main(%x: tensor<8xf32>, %i: tensor<8xi32>, %b: tensor<8xi1>) -> (tensor<8xf32>, tensor<8xi32>, tensor<8xi1>) {
  %0 = stablehlo.exponential %x : tensor<8xf32>
  %1 = stablehlo.log %0 : tensor<8xf32>
  %2 = stablehlo.sqrt %1 : tensor<8xf32>
  %3 = stablehlo.tanh %2 : tensor<8xf32>
  %4 = stablehlo.abs %3 : tensor<8xf32>
  %5 = stablehlo.sign %4 : tensor<8xf32>
  %6 = stablehlo.ceil %5 : tensor<8xf32>
  %7 = stablehlo.floor %6 : tensor<8xf32>
  %8 = stablehlo.sine %7 : tensor<8xf32>
  %9 = stablehlo.cosine %8 : tensor<8xf32>
  %10 = stablehlo.tan %9 : tensor<8xf32>
  %11 = stablehlo.rsqrt %10 : tensor<8xf32>
  %12 = stablehlo.negate %11 : tensor<8xf32>
  %13 = stablehlo.round_nearest_even %12 : tensor<8xf32>
  %14 = stablehlo.round_nearest_afz %13 : tensor<8xf32>
  %15 = stablehlo.logistic %14 : tensor<8xf32>
  %16 = chlo.erf %15 : tensor<8xf32> -> tensor<8xf32>
  %17 = stablehlo.is_finite %16 : (tensor<8xf32>) -> tensor<8xi1>
  %18 = stablehlo.not %17 : tensor<8xi1>
  %19 = stablehlo.popcnt %i : tensor<8xi32>
  %20 = stablehlo.count_leading_zeros %19 : tensor<8xi32>
  %21 = stablehlo.not %20 : tensor<8xi32>
  return %16, %21, %18 : tensor<8xf32>, tensor<8xi32>, tensor<8xi1>
}
