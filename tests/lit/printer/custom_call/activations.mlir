// Activation calls are functions of one operand: labels of the IR module, erf of scipy.special. Softmax and the positions
// of extremes have forms of their own; the axis is text, with or without quotes.
// FORM: softmax
// FORM: softmax_backward
// RUN: hlo2penguin convert %s | filecheck %s
// RUN: not hlo2penguin convert %s --profile=documented 2>&1 | filecheck %s --check-prefix=DOC
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
