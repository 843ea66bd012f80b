// Profile `documented`: op="NeuronTensorOp" after dsts, a space in lists, the reduction as collective type too.
// RUN: hlo2penguin convert %s --profile=documented | filecheck %s
// CHECK: v2 = m8.NeuronTensorOp(srcs=[v1], dsts=[v3], op="NeuronTensorOp", xla_op='mhlo.all_reduce', kind='AllReduce', replica_groups={{\[\[}}0, 1], [2, 3]], dtype="float32", collective_type='add', cc_type_hint={'op':'add'}, has_token=False, stream_id=1, id=3
// CHECK: v4 = m8.NeuronTensorOp(srcs=[v1], dsts=[v5], op="NeuronTensorOp", xla_op='mhlo.reduce_scatter', kind='ReduceScatter', replica_groups={{\[\[}}0, 1]], dtype="float32", collective_type='rs', cc_type_hint={'op':'add'}, has_token=False, stream_id=1, reduce_scatter_dim=1, id=5
func.func @main(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x4xf32>) {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {mhlo.frontend_attributes = {stream_id = "1"}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {mhlo.frontend_attributes = {stream_id = "1", collective_type = "rs"}} : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<4x4xf32>
}
