// AwsNeuronControlDep prints nothing: who reads its value gets the data operand's tensor, and one edge per predecessor
// that an op computes. Arguments and constants have no op variable.
// RUN: hlo2penguin convert %s | filecheck %s
// RUN: hlo2penguin convert %s --dialect=mhlo | filecheck %s --check-prefix=MHLO
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.tanh %x : tensor<4xf32>
  %1 = stablehlo.negate %y : tensor<4xf32>
  %2 = stablehlo.custom_call @AwsNeuronControlDep(%0, %x, %1, %c, %y) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = stablehlo.abs %2 : tensor<4xf32>
  %4 = stablehlo.custom_call @AwsNeuronControlDep(%3, %2) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = stablehlo.add %4, %c : tensor<4xf32>
  return %0, %3, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
