// One manual computation over all of @main: local shapes, groups as lists, no mesh, no shardings.
// RUN: hlo2penguin opt --pass=manual-computation %s | filecheck %s

// CHECK-NOT: sdy
// CHECK-LABEL: func.func @main(%arg0: tensor<4x8xf32>, %arg1: tensor<8x4xf32>) -> tensor<4x4xf32>
// CHECK: %[[DOT:.+]] = stablehlo.dot_general %arg0, %arg1
// CHECK: %[[SUM:.+]] = "stablehlo.all_reduce"(%[[DOT]])
// CHECK-SAME: replica_groups = dense<{{\[\[0, 1\]\]}}>
// CHECK: return %[[SUM]]
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%x: tensor<4x16xf32>, %w: tensor<16x4xf32>) -> tensor<4x4xf32> {
    %0 = sdy.manual_computation(%x, %w) in_shardings=[<@mesh, [{}, {"x"}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x"} (%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) {
      %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
      %2 = "stablehlo.all_reduce"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
      ^bb0(%c: tensor<f32>, %d: tensor<f32>):
        %3 = stablehlo.add %c, %d : tensor<f32>
        stablehlo.return %3 : tensor<f32>
      }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
      sdy.return %2 : tensor<4x4xf32>
    } : (tensor<4x16xf32>, tensor<16x4xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}
