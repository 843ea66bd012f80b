// Batching dimensions appear only where there are any.
// FORM: gather
// RUN: hlo2penguin convert %s | filecheck %s
// CHECK: v5 = m8.NeuronTensorOp(srcs=[v1, v2], dsts=[v6], xla_op='mhlo.gather', offset_dims=[1], collapsed_slice_dims=[0], start_index_map=[0], index_vector_dim=1, slice_sizes=(1,8), indices_are_sorted=True, id=6
// CHECK: v7 = m8.NeuronTensorOp(srcs=[v3, v4], dsts=[v8], xla_op='mhlo.gather', offset_dims=[], collapsed_slice_dims=[1], start_index_map=[1], operand_batching_dims=[0], start_indices_batching_dims=[0], index_vector_dim=2, slice_sizes=(1,1), indices_are_sorted=False, id=8
func.func @main(%t: tensor<100x8xf32>, %i: tensor<5x1xi32>, %x: tensor<3x10xf32>, %j: tensor<3x2x1xi32>) -> (tensor<5x8xf32>, tensor<3x2xf32>) {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 8>}> : (tensor<100x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  %1 = "stablehlo.gather"(%x, %j) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<3x10xf32>, tensor<3x2x1xi32>) -> tensor<3x2xf32>
  return %0, %1 : tensor<5x8xf32>, tensor<3x2xf32>
}
