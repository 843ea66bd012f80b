// Unknown targets are refused with the known ones listed; configurations that say nothing usable, each with its own text.
// RUN: not hlo2penguin convert %s --split-input-file | filecheck %s
// CHECK: [NCC_EHCA005] custom-call target SomethingNobodyKnows is not recognised
// CHECK: help: known targets: AwsNeuronArgMax, {{.*}}mhlo.erf, mhlo.topk
// CHECK: [NCC_PYP055] custom call AwsNeuronIntMatmult is not supported
// CHECK: [NCC_PYP055] AwsNeuronTopK: backend_config '' is not the decimal number k
// CHECK: [NCC_PYP055] mhlo.topk without the attribute k
// CHECK: [NCC_PYP055] top-k with 1 operands and 1 results
// CHECK: [NCC_PYP055] 'stablehlo.custom_call' op RmsNorm: epsilon is not a scalar. Expected a single scalar constant value for epsilon parameter.
// CHECK: [NCC_PYP055] Operation AwsNeuronRmsNorm encountered size mismatch along the specified (normalization) dimension 1.
// CHECK: [NCC_PYP055] AwsNeuronRmsNorm: backend_config '5' is not a dimension of a tensor of rank 2
// CHECK: [NCC_PYP055] ResizeNearest: backend_config '2' is not two digits 0 or 1
// CHECK: [NCC_PYP055] ResizeBilinear of rank 2
// CHECK: [NCC_PYP055] AwsNeuronCollectiveMatmul: backend_config 'tp_degree' is not a list key=value,key=value
// CHECK: [NCC_PYP007] a native kernel without backend_config
// CHECK: [NCC_PYP055] AwsNeuronCustomOp: backend_config 'name=f;' is not a list
// CHECK: [NCC_PYP036] the channel id is missing
// CHECK: [NCC_PYP055] AwsNeuronGelu with 2 operands and 1 results
// CHECK: [NCC_PYP055] AwsNeuronDropout has no result
// CHECK: [NCC_EVRF036] QuantizeMX: backend_config is missing or is not JSON
// CHECK: [NCC_PYP055] custom call QuantizeMX is not supported
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8xf32>, %e: tensor<f32>) -> tensor<4x8xf32> {
  %c = stablehlo.constant dense<1.0e-06> : tensor<f32>
  %0 = stablehlo.custom_call @SomethingNobodyKnows(%x) {backend_config = "k=1"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.custom_call @AwsNeuronIntMatmult(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2:2 = stablehlo.custom_call @AwsNeuronTopK(%x) : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
  %3:2 = stablehlo.custom_call @mhlo.topk(%x) : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
  %4 = stablehlo.custom_call @AwsNeuronTopK(%x) {backend_config = "2"} : (tensor<4x8xf32>) -> tensor<4x2xf32>
  %5 = stablehlo.custom_call @AwsNeuronRmsNorm(%x, %w, %e) {backend_config = "1"} : (tensor<4x8xf32>, tensor<8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %6 = stablehlo.custom_call @AwsNeuronRmsNorm(%x, %e, %c) {backend_config = "1"} : (tensor<4x8xf32>, tensor<f32>, tensor<f32>) -> tensor<4x8xf32>
  %7 = stablehlo.custom_call @AwsNeuronRmsNorm(%x, %w, %c) {backend_config = "5"} : (tensor<4x8xf32>, tensor<8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %img = stablehlo.reshape %x : (tensor<4x8xf32>) -> tensor<1x4x8x1xf32>
  %8 = stablehlo.custom_call @ResizeNearest(%img) {backend_config = "2"} : (tensor<1x4x8x1xf32>) -> tensor<1x8x8x1xf32>
  %9 = stablehlo.custom_call @ResizeBilinear(%x) {backend_config = "00"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %10 = stablehlo.custom_call @AwsNeuronCollectiveMatmul(%x) {backend_config = "tp_degree"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %11 = stablehlo.custom_call @AwsNeuronCustomNativeKernel(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %12 = stablehlo.custom_call @AwsNeuronCustomOp(%x) {backend_config = "name=f;"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %13 = stablehlo.custom_call @FusedSend(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %14 = stablehlo.custom_call @AwsNeuronGelu(%x, %x) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  stablehlo.custom_call @AwsNeuronDropout(%x) {has_side_effect = true} : (tensor<4x8xf32>) -> ()
  %15 = stablehlo.custom_call @QuantizeMX(%x) {backend_config = "dtype"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %16 = stablehlo.custom_call @QuantizeMX(%x) {backend_config = "{}"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %x : tensor<4x8xf32>
}
