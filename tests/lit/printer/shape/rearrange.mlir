// Ops that rearrange: the operand's shape first, then what the op says. Start indices and padding values are operands.
// FORM: transpose
// FORM: broadcast_in_dim
// FORM: slice
// FORM: dynamic_slice
// FORM: dynamic_update_slice
// FORM: pad
// FORM: concatenate
// FORM: reverse
// RUN: hlo2penguin convert %s | filecheck %s
// CHECK: v5 = m8.NeuronTensorOp(srcs=[v1], dsts=[v6], xla_op='mhlo.transpose', src_shape=(4,2,8), permutation=(2,1,0), id=6
// CHECK: v7 = m8.NeuronTensorOp(srcs=[v2], dsts=[v8], xla_op='mhlo.broadcast_in_dim', src_shape=(8,), broadcast_dims=(1,), shape=(4,8), id=8
// CHECK: v9 = m8.NeuronTensorOp(srcs=[v1], dsts=[v10], xla_op='mhlo.slice', src_shape=(4,2,8), start_indices=(0,0,1), limit_indices=(4,2,6), strides=(2,1,2), id=10
// CHECK: v11 = m8.NeuronTensorOp(srcs=[v1, v3, v3, v3], dsts=[v12], xla_op='mhlo.dynamic_slice', src_shape=(4,2,8), slice_sizes=(1,2,8), id=12
// CHECK: v13 = m8.NeuronTensorOp(srcs=[v1, v12, v3, v3, v3], dsts=[v14], xla_op='mhlo.dynamic_update_slice', src_shape=(4,2,8), update_shape=(1,2,8), id=14
// CHECK: v15 = m8.NeuronTensorOp(srcs=[v1, v4], dsts=[v16], xla_op='mhlo.pad', src_shape=(4,2,8), edge_padding_low=(0,0,1), edge_padding_high=(0,0,0), interior_padding=(1,0,1), id=16
// CHECK: v17 = m8.NeuronTensorOp(srcs=[v1, v14], dsts=[v18], xla_op='mhlo.concatenate', dimension=1, id=18
// CHECK: v19 = m8.NeuronTensorOp(srcs=[v1], dsts=[v20], xla_op='mhlo.reverse', dimensions=[0,2], id=20
// CHECK: v21 = m8.NeuronTensorOp(srcs=[v4], dsts=[v22], xla_op='mhlo.broadcast_in_dim', src_shape=(), broadcast_dims=(), shape=(8,3,5), id=22
func.func @main(%x: tensor<4x2x8xf32>, %v: tensor<8xf32>, %i: tensor<i32>, %z: tensor<f32>) -> (tensor<8x2x4xf32>, tensor<4x8xf32>, tensor<2x2x3xf32>, tensor<1x2x8xf32>, tensor<4x2x8xf32>, tensor<7x2x16xf32>, tensor<4x4x8xf32>, tensor<4x2x8xf32>, tensor<8x3x5xf32>) {
  %0 = stablehlo.transpose %x, dims = [2, 1, 0] : (tensor<4x2x8xf32>) -> tensor<8x2x4xf32>
  %1 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.slice %x [0:4:2, 0:2, 1:6:2] : (tensor<4x2x8xf32>) -> tensor<2x2x3xf32>
  %3 = stablehlo.dynamic_slice %x, %i, %i, %i, sizes = [1, 2, 8] : (tensor<4x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x8xf32>
  %4 = stablehlo.dynamic_update_slice %x, %3, %i, %i, %i : (tensor<4x2x8xf32>, tensor<1x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x2x8xf32>
  %5 = stablehlo.pad %x, %z, low = [0, 0, 1], high = [0, 0, 0], interior = [1, 0, 1] : (tensor<4x2x8xf32>, tensor<f32>) -> tensor<7x2x16xf32>
  %6 = stablehlo.concatenate %x, %4, dim = 1 : (tensor<4x2x8xf32>, tensor<4x2x8xf32>) -> tensor<4x4x8xf32>
  %7 = stablehlo.reverse %x, dims = [0, 2] : tensor<4x2x8xf32>
  %8 = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<8x3x5xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<8x2x4xf32>, tensor<4x8xf32>, tensor<2x2x3xf32>, tensor<1x2x8xf32>, tensor<4x2x8xf32>, tensor<7x2x16xf32>, tensor<4x4x8xf32>, tensor<4x2x8xf32>, tensor<8x3x5xf32>
}
