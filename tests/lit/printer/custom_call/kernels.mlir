// Kernels and what stands beside them. A native kernel's alias line names the inputs that its outputs share.
// FORM: collective_matmul
// FORM: mlp_nki
// FORM: custom_op
// FORM: native_kernel
// FORM: lnc_sharding_constraint
// FORM: send
// FORM: recv
// FORM: device_print
// RUN: hlo2penguin convert %s | filecheck %s
// RUN: hlo2penguin convert %s --profile=documented | filecheck %s --check-prefix=DOC
// DOC: LNCShardingConstraintOp(srcs=[v1], dsts=[v{{[0-9]+}}], target_name='AwsNeuronLNCShardingConstraint', sharding='{devices=[2,1]0,1}', id={{[0-9]+}}, parent=v0)
func.func @main(%x: tensor<4x8xf32>, %y: tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>) {
  %0 = stablehlo.custom_call @AwsNeuronCollectiveMatmul(%x, %y) {backend_config = "rhs_contracting_dim=0,tp_degree=8,ratio=0.5,mode=fast,last=true"} : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.custom_call @AwsNeuronMLPNKI(%x, %y) : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.custom_call @AwsNeuronCustomOp(%x) {backend_config = "version=1.0;name=my_op;path=/opt/lib/libmy.so;hash=00;ulib_to_ucode_version=1.21.1.0;ulib_to_isa_version=1.0.2520.0;"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3:2 = stablehlo.custom_call @AwsNeuronCustomNativeKernel(%x, %y) {backend_config = "eyJmIjogImsifQ==", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = []>, #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, operand_tuple_indices = []>]} : (tensor<4x8xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<4x8xf32>)
  %4 = stablehlo.custom_call @AwsNeuronLNCShardingConstraint(%x) {backend_config = "{devices=[2,1]0,1}"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = stablehlo.custom_call @FusedSend(%4) {backend_config = "3"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %6 = stablehlo.custom_call @FusedRecv(%5) {backend_config = "3"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %7 = stablehlo.custom_call @AwsNeuronDevicePrint(%6) {backend_config = "it's x: "} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  stablehlo.custom_call @AwsNeuronDevicePrint(%7) {has_side_effect = true} : (tensor<4x8xf32>) -> ()
  %8 = stablehlo.add %1, %2 : tensor<4x8xf32>
  %9 = stablehlo.add %7, %8 : tensor<4x8xf32>
  return %0, %3#1, %3#0, %9 : tensor<4x4xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>
}
