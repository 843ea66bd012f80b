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
// CHECK: v3 = m8.NeuronTensorOp(srcs=[v1, v2], dsts=[v4], xla_op='mhlo.custom_call', dtype="float32", target_name="AwsNeuronCollectiveMatmul", backend_config={"rhs_contracting_dim":0, "tp_degree":8, "ratio":0.5, "mode":"fast", "last":True}, id=4
// CHECK: v5 = m8.NeuronTensorOp(srcs=[v1, v2], dsts=[v6], xla_op='mhlo.custom_call', dtype="float32", target_name="AwsNeuronMLPNKI", id=6
// CHECK: v7 = m8.NeuronTensorOp(srcs=[v1], dsts=[v8], target_name='AwsNeuronCustomOp', function_name='my_op', name='my_op', lib_file_name='libmy.so', ulib_to_ucode_version='1.21.1.0', ulib_to_isa_version='1.0.2520.0', dtype="float32", shape=(4,8), id=8
// CHECK: v9 = m0.NativeKernel(srcs=[v1, v2], dsts=[v10, v11], use_opaque_access=True, kernel_config='eyJmIjogImsifQ==', id=11
// CHECK: v9.aliasTensors(input=[v2, v1])
// CHECK: v12 = m0.LNCShardingConstraintOp(srcs=[v1], dsts=[v13], target_name='AwsNeuronLNCShardingConstraint', sharding='{devices=[2,1]0,1}', id=13
// CHECK: v14 = m8.NeuronTensorOp(srcs=[v13], dsts=[v15], xla_op='mhlo.send', peer_id=3, id=15
// CHECK: v16 = m8.NeuronTensorOp(srcs=[v15], dsts=[v17], xla_op='mhlo.recv', peer_id=3, id=17
// CHECK: v18 = m8.NeuronTensorOp(srcs=[v17], dsts=[v19], xla_op='mhlo.device_print', prefix='it\'s x: ', id=19
// CHECK: v20 = m8.NeuronTensorOp(srcs=[v19], dsts=[], xla_op='mhlo.device_print', id=20
// CHECK: v21 = m8.NeuronTensorOp(srcs=[v6, v8], dsts=[v22], op=np.add, xla_op='mhlo.binary', id=22
// CHECK: v23 = m8.NeuronTensorOp(srcs=[v19, v22], dsts=[v24], op=np.add, xla_op='mhlo.binary', id=24
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
