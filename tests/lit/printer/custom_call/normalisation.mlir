// RmsNorm: epsilon from the constant in the last operand, six decimals; the dimension from the configuration. Dropout's
// rate and seed are operands.
// FORM: rms_norm
// FORM: rms_norm_backward
// FORM: dropout
// RUN: hlo2penguin convert %s | filecheck %s
func.func @main(%x: tensor<2x8x64xf32>, %g: tensor<2x8x64xf32>, %w: tensor<64xf32>, %rate: tensor<f32>, %seed: tensor<i32>) -> (tensor<2x8x64xf32>, tensor<2x8x64xf32>, tensor<2x8x64xf32>, tensor<64xf32>, tensor<2x8x64xf32>, tensor<2x8x64xi1>) {
  %e6 = stablehlo.constant dense<1.0e-06> : tensor<f32>
  %e7 = stablehlo.constant dense<1.0e-07> : tensor<1xf32>
  %0 = stablehlo.custom_call @AwsNeuronRmsNorm(%x, %w, %e6) {backend_config = "2"} : (tensor<2x8x64xf32>, tensor<64xf32>, tensor<f32>) -> tensor<2x8x64xf32>
  %1 = stablehlo.custom_call @AwsNeuronRmsNorm(%x, %w, %e7) {api_version = 4 : i32, backend_config = {dim = -1 : i64}} : (tensor<2x8x64xf32>, tensor<64xf32>, tensor<1xf32>) -> tensor<2x8x64xf32>
  %2:2 = stablehlo.custom_call @AwsNeuronRmsNormBackward(%g, %0, %w, %e6) {backend_config = "2"} : (tensor<2x8x64xf32>, tensor<2x8x64xf32>, tensor<64xf32>, tensor<f32>) -> (tensor<2x8x64xf32>, tensor<64xf32>)
  %3:2 = stablehlo.custom_call @AwsNeuronDropout(%x, %rate, %seed) : (tensor<2x8x64xf32>, tensor<f32>, tensor<i32>) -> (tensor<2x8x64xf32>, tensor<2x8x64xi1>)
  return %0, %1, %2#0, %2#1, %3#0, %3#1 : tensor<2x8x64xf32>, tensor<2x8x64xf32>, tensor<2x8x64xf32>, tensor<64xf32>, tensor<2x8x64xf32>, tensor<2x8x64xi1>
}
