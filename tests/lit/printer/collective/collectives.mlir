// One statement per collective, told apart by `kind`; -1 pads groups, no groups stay none. The stream id is left out
// where there is none; group id, collective type and token come from attributes.
// FORM: all_reduce
// FORM: all_gather
// FORM: reduce_scatter
// FORM: all_to_all
// FORM: collective_permute
// RUN: hlo2penguin convert %s | filecheck %s
// CHECK: v4 = m8.NeuronTensorOp(srcs=[v1], dsts=[v5], xla_op='mhlo.all_reduce', kind='AllReduce', replica_groups={{\[\[}}0,1,2],[3]], dtype="float32", groupID=7, collective_type='tp_all_reduce', cc_type_hint={'op':'maximum'}, has_token=False, stream_id=1, id=5
// CHECK: v6 = m8.NeuronTensorOp(srcs=[v2], dsts=[v7], xla_op='mhlo.all_reduce', kind='AllReduce', replica_groups=[], dtype="bool", cc_type_hint={'op':'logical_or'}, has_token=False, stream_id=0, id=7
// CHECK: v8 = m8.NeuronTensorOp(srcs=[v1], dsts=[v9], xla_op='mhlo.all_gather', kind='AllGather', replica_groups={{\[\[}}0,1]], dtype="float32", has_token=True, stream_id=0, all_gather_dim=0, id=9
// CHECK: v10 = m8.NeuronTensorOp(srcs=[v1], dsts=[v11], xla_op='mhlo.reduce_scatter', kind='ReduceScatter', replica_groups={{\[\[}}0,1]], dtype="float32", cc_type_hint={'op':'add'}, has_token=False, reduce_scatter_dim=1, id=11
// CHECK: v12 = m8.NeuronTensorOp(srcs=[v1], dsts=[v13], xla_op='mhlo.all_to_all', kind='AlltoAll', replica_groups={{\[\[}}0,1],[2,3]], dtype="float32", has_token=False, split_dimension=0, concat_dimension=0, split_count=2, id=13
// CHECK: v14 = m8.NeuronTensorOp(srcs=[v1], dsts=[v15], xla_op='mhlo.collective_permute', kind='Permute', replica_groups={{\[\[}}0,1],[1,0]], dtype="float32", has_token=False, id=15
// CHECK: v16 = m8.NeuronTensorOp(srcs=[v1, v3], dsts=[v17, v18], xla_op='mhlo.all_reduce', kind='AllReduce', replica_groups={{\[\[}}0,1]], dtype="float32", cc_type_hint={'op':'add'}, has_token=False, stream_id=0, id=18
func.func @main(%x: tensor<4x8xf32>, %b: tensor<2xi1>, %h: tensor<4xf32>) -> (tensor<4x8xf32>, tensor<2xi1>, tensor<8x8xf32>, tensor<4x4xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>) {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1, 2], [3, -1, -1]]> : tensor<2x3xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {mhlo.frontend_attributes = {stream_id = "1", collective_type = "tp_all_reduce"}, neuron.groupID = 7 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = "stablehlo.all_reduce"(%b) <{replica_groups = dense<> : tensor<0x0xi64>}> ({
  ^bb0(%p: tensor<i1>, %q: tensor<i1>):
    %m = stablehlo.or %p, %q : tensor<i1>
    stablehlo.return %m : tensor<i1>
  }) {mhlo.frontend_attributes = {stream_id = "0"}} : (tensor<2xi1>) -> tensor<2xi1>
  %2 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> {mhlo.frontend_attributes = {stream_id = "0"}, neuron.has_token} : (tensor<4x8xf32>) -> tensor<8x8xf32>
  %3 = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
  %4 = "stablehlo.all_to_all"(%x) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %6:2 = "stablehlo.all_reduce"(%x, %h) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) {mhlo.frontend_attributes = {stream_id = "0"}} : (tensor<4x8xf32>, tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4xf32>)
  return %0, %1, %2, %3, %4, %5, %6#0, %6#1 : tensor<4x8xf32>, tensor<2xi1>, tensor<8x8xf32>, tensor<4x4xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4xf32>
}
