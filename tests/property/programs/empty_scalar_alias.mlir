func.func public @main(%arg0: tensor<0x3xf32>, %arg1: tensor<f32> {tf.aliasing_output = 1 : i32}, %arg2: tensor<2x3xbf16>) -> (tensor<3xf32>, tensor<f32>, tensor<0x3xf32>, tensor<bf16>, tensor<3xf32>) {
  %0 = stablehlo.constant dense<1.5> : tensor<f32>
  %1 = stablehlo.reduce(%arg0 init: %0) applies stablehlo.add across dimensions = [0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = stablehlo.reduce(%1 init: %0) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  %3 = stablehlo.add %2, %arg1 : tensor<f32>
  %4 = stablehlo.constant dense<0.0> : tensor<bf16>
  %5 = stablehlo.reduce(%arg2 init: %4) applies stablehlo.add across dimensions = [0] : (tensor<2x3xbf16>, tensor<bf16>) -> tensor<3xbf16>
  %6 = stablehlo.reduce(%5 init: %4) applies stablehlo.add across dimensions = [0] : (tensor<3xbf16>, tensor<bf16>) -> tensor<bf16>
  %7 = stablehlo.tanh %arg0 : tensor<0x3xf32>
  return %1, %3, %7, %6, %1 : tensor<3xf32>, tensor<f32>, tensor<0x3xf32>, tensor<bf16>, tensor<3xf32>
}
