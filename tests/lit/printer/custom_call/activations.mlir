// Activation calls are functions of one operand: labels of the IR module, erf of scipy.special. Softmax and the positions
// of extremes have forms of their own; the axis is text, with or without quotes.
// FORM: softmax
// FORM: softmax_backward
// RUN: hlo2penguin convert %s | filecheck %s
// RUN: not hlo2penguin convert %s --profile=documented 2>&1 | filecheck %s --check-prefix=DOC
// DOC: [NCC_PYP055] AwsNeuronGelu has no documented form
// CHECK: import neuronxcc.starfish.support as m7
// CHECK: import neuronxcc.starfish.penguin.frontends.XlaFE as m8
// CHECK: v2 = m8.NeuronTensorOp(srcs=[v1], dsts=[v3], op=m0.gelu, xla_op='mhlo.unary', id=3
// CHECK: v4 = m8.NeuronTensorOp(srcs=[v3], dsts=[v5], op=m0.gelu_apprx_tanh, xla_op='mhlo.unary', id=5
// CHECK: v6 = m8.NeuronTensorOp(srcs=[v5], dsts=[v7], op=m0.gelu_dx, xla_op='mhlo.unary', id=7
// CHECK: v8 = m8.NeuronTensorOp(srcs=[v7], dsts=[v9], op=m0.silu, xla_op='mhlo.unary', id=9
// CHECK: v10 = m8.NeuronTensorOp(srcs=[v9], dsts=[v11], op=m0.silu_dx, xla_op='mhlo.unary', id=11
// CHECK: import scipy.special as m9
// CHECK: v12 = m8.NeuronTensorOp(srcs=[v11], dsts=[v13], op=m9.erf, xla_op='mhlo.unary', id=13
// CHECK: v14 = m8.NeuronTensorOp(srcs=[v13], dsts=[v15], op=m9.erf, xla_op='mhlo.unary', id=15
// CHECK: v16 = m8.NeuronTensorOp(srcs=[v15], dsts=[v17], xla_op='mhlo.softmax', axis=1, id=17
// CHECK: v18 = m8.NeuronTensorOp(srcs=[v17, v15], dsts=[v19], xla_op='mhlo.softmax_backward', axis=1, id=19
// CHECK: v20 = m8.NeuronTensorOp(srcs=[v19], dsts=[v21], xla_op='mhlo.argmax', axis=1, id=21
// CHECK: v22 = m8.NeuronTensorOp(srcs=[v19], dsts=[v23, v24], xla_op='mhlo.argmin', axis=1, id=24
func.func @main(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xi32>, tensor<4xf32>, tensor<4xi32>) {
  %0 = stablehlo.custom_call @AwsNeuronGelu(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.custom_call @AwsNeuronGeluApprxTanh(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.custom_call @AwsNeuronGeluBackward(%1) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.custom_call @AwsNeuronSilu(%2) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = stablehlo.custom_call @AwsNeuronSiluBackward(%3) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = stablehlo.custom_call @AwsNeuronErf(%4) {backend_config = "None"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %6 = stablehlo.custom_call @mhlo.erf(%5) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %7 = stablehlo.custom_call @AwsNeuronSoftmax(%6) {backend_config = "1"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %8 = stablehlo.custom_call @AwsNeuronSoftmaxBackward(%7, %6) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %9 = stablehlo.custom_call @AwsNeuronArgMax(%8) {backend_config = "\"1\""} : (tensor<4x8xf32>) -> tensor<4xi32>
  %10:2 = stablehlo.custom_call @AwsNeuronArgMin(%8) {backend_config = "-1"} : (tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xi32>)
  return %8, %9, %10#0, %10#1 : tensor<4x8xf32>, tensor<4xi32>, tensor<4xf32>, tensor<4xi32>
}
