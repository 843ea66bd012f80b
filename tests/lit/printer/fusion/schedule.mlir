// ScheduleFusion has no header: its body prints in place, and an output's name goes to the inner op.
// RUN: hlo2penguin convert %s | filecheck %s
// CHECK: v4 = m0.Tensor(name="output0", shape=(2,), parent=v0, id=3, dtype="float32"
// CHECK: v3 = m8.NeuronTensorOp(srcs=[v1], dsts=[v4], xla_op='mhlo.reduce_scatter', kind='ReduceScatter', replica_groups={{\[\[}}0,1]], dtype="float32", cc_type_hint={'op':'add'}, has_token=False, reduce_scatter_dim=0, id=4
// CHECK: v6 = m0.Tensor(name="output1", shape=(4,), parent=v0, id=5, dtype="float32"
// CHECK: v5 = m8.NeuronTensorOp(srcs=[v2], dsts=[v6], xla_op='mhlo.all_gather', kind='AllGather', replica_groups={{\[\[}}0,1]], dtype="float32", has_token=False, all_gather_dim=0, id=6
// CHECK: v7 = m0.Tensor(name="output3", shape=(2,), parent=v0, id=7, dtype="float32"
// CHECK: v8 = m0.OffloadedMemCpy(srcs=[v2], dsts=[v7], dtype="float32", id=8
// CHECK: v10 = m0.Tensor(name="output2", shape=(4,), parent=v0, id=9, dtype="float32"
// CHECK: v9 = m8.NeuronTensorOp(srcs=[v6], dsts=[v10], op=np.tanh, xla_op='mhlo.unary', id=10
func.func @main(%x: tensor<4xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>) {
  %0:3 = "mhlo.fusion"(%x, %y) ({
  ^bb0(%a: tensor<4xf32>, %b: tensor<2xf32>):
    %s = "mhlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %m = mhlo.add %p, %q : tensor<f32>
      mhlo.return %m : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<2xf32>
    %g = "mhlo.all_gather"(%b) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>
    mhlo.return %s, %g, %b : tensor<2xf32>, tensor<4xf32>, tensor<2xf32>
  }) {FusionKind = "ScheduleFusion"} : (tensor<4xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<4xf32>, tensor<2xf32>)
  %1 = mhlo.tanh %0#1 : tensor<4xf32>
  return %0#0, %0#1, %1, %0#2 : tensor<2xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>
}
