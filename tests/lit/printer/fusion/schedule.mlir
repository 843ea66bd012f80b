// ScheduleFusion has no header: its body prints in place, and an output's name goes to the inner op.
// RUN: hlo2penguin convert %s | filecheck %s
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
