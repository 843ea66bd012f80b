// Every dimension number, group, padding and dilation is printed; strides, padding and dilations have defaults;
// window_reversal appears only where a dimension is reversed.
// FORM: convolution
// RUN: hlo2penguin convert %s | filecheck %s
// CHECK: v5 = m8.NeuronTensorOp(srcs=[v1, v2], dsts=[v6], xla_op='mhlo.convolution', window_strides=(1,2), padding=(1,2,3,0), lhs_dilation=(1,2), rhs_dilation=(2,1), window_reversal=(True,False), input_batch_dimension=0, input_feature_dimension=3, input_spatial_dimensions=[1,2], kernel_input_feature_dimension=2, kernel_output_feature_dimension=3, kernel_spatial_dimensions=[0,1], output_batch_dimension=0, output_feature_dimension=3, output_spatial_dimensions=[1,2], feature_group_count=2, batch_group_count=1, id=6
// CHECK: v7 = m8.NeuronTensorOp(srcs=[v3, v4], dsts=[v8], xla_op='mhlo.convolution', window_strides=(1,), padding=(0,0), lhs_dilation=(1,), rhs_dilation=(1,), input_batch_dimension=0, input_feature_dimension=1, input_spatial_dimensions=[2], kernel_input_feature_dimension=0, kernel_output_feature_dimension=1, kernel_spatial_dimensions=[2], output_batch_dimension=0, output_feature_dimension=1, output_spatial_dimensions=[2], feature_group_count=1, batch_group_count=1, id=8
// CHECK: v9 = m8.NeuronTensorOp(srcs=[v8], dsts=[v10], xla_op='mhlo.slice', src_shape=(2,3,5), start_indices=(0,0,0), limit_indices=(2,1,5), strides=(1,1,1), id=10
// CHECK: v11 = m8.NeuronTensorOp(srcs=[v8, v10, v10], dsts=[v12], xla_op='mhlo.concatenate', dimension=1, id=12
func.func @main(%x: tensor<1x8x6x4xf32>, %k: tensor<3x2x2x8xf32>, %s: tensor<2x3x9xf32>, %w: tensor<3x3x5xf32>) -> (tensor<1x7x7x8xf32>, tensor<2x5x5xf32>) {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 2], pad = [[1, 2], [3, 0]], lhs_dilate = [1, 2], rhs_dilate = [2, 1], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x6x4xf32>, tensor<3x2x2x8xf32>) -> tensor<1x7x7x8xf32>
  %1 = "stablehlo.convolution"(%s, %w) <{dimension_numbers = #stablehlo.conv<[b, f, 0]x[i, o, 0]->[b, f, 0]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}> : (tensor<2x3x9xf32>, tensor<3x3x5xf32>) -> tensor<2x3x5xf32>
  %2 = stablehlo.slice %1 [0:2, 0:1, 0:5] : (tensor<2x3x5xf32>) -> tensor<2x1x5xf32>
  %3 = stablehlo.concatenate %1, %2, %2, dim = 1 : (tensor<2x3x5xf32>, tensor<2x1x5xf32>, tensor<2x1x5xf32>) -> tensor<2x5x5xf32>
  return %0, %3 : tensor<1x7x7x8xf32>, tensor<2x5x5xf32>
}
