// Schedule fusion: a reduce_scatter over an all_gather (section 10).
// RUN: hlo2penguin opt --pass=schedule-fusion --schedule-fusion %s | filecheck %s
// RUN: sed s/mhlo/stablehlo/g %s | hlo2penguin opt --pass=schedule-fusion --schedule-fusion --fusion-form=fusion - | sed s/stablehlo/mhlo/g | filecheck %s
// RUN: hlo2penguin opt --pass=schedule-fusion %s | filecheck %s --check-prefix=OFF
// RUN: hlo2penguin opt --pass=schedule-fusion --schedule-fusion --fuse=none %s | filecheck %s --check-prefix=OFF
// OFF-NOT: mhlo.fusion

// Live-outs: the all_gather is visited first (9.2). Its other reader moves behind.
// CHECK-LABEL: func.func @direct
// CHECK-NEXT: %[[F:.+]]:2 = "mhlo.fusion"(%arg0) ({
// CHECK-NEXT: ^bb0(%[[A:.+]]: tensor<3x4xf32>):
// CHECK-NEXT: %[[G:.+]] = "mhlo.all_gather"(%[[A]])
// CHECK-NEXT: %[[R:.+]] = "mhlo.reduce_scatter"(%[[G]])
// CHECK: mhlo.return %[[G]], %[[R]] : tensor<6x4xf32>, tensor<3x4xf32>
// CHECK-NEXT: }) {FusionKind = "ScheduleFusion"} : (tensor<3x4xf32>) -> (tensor<6x4xf32>, tensor<3x4xf32>)
// CHECK-NEXT: %[[N:.+]] = mhlo.negate %[[F]]#0
// CHECK-NEXT: return %[[F]]#1, %[[N]]
func.func @direct(%q: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<6x4xf32>) {
  %g = "mhlo.all_gather"(%q) <{all_gather_dim = 0 : i64, channel_handle = #mhlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<3x4xf32>) -> tensor<6x4xf32>
  %n = mhlo.negate %g : tensor<6x4xf32>
  %r = "mhlo.reduce_scatter"(%g) <{channel_handle = #mhlo.channel_handle<handle = 2, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<6x4xf32>) -> tensor<3x4xf32>
  return %r, %n : tensor<3x4xf32>, tensor<6x4xf32>
}

// One all_gather, two reduce_scatters: the second is left alone.
// CHECK-LABEL: func.func @shared_gather
// CHECK: %[[F:.+]]:2 = "mhlo.fusion"(%arg0)
// CHECK: FusionKind
// CHECK-NEXT: %[[R:.+]] = "mhlo.reduce_scatter"(%[[F]]#0)
// CHECK: return %[[F]]#1, %[[R]]
func.func @shared_gather(%q: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>) {
  %g = "mhlo.all_gather"(%q) <{all_gather_dim = 0 : i64, channel_handle = #mhlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<3x4xf32>) -> tensor<6x4xf32>
  %r = "mhlo.reduce_scatter"(%g) <{channel_handle = #mhlo.channel_handle<handle = 2, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<6x4xf32>) -> tensor<3x4xf32>
  %t = "mhlo.reduce_scatter"(%g) <{channel_handle = #mhlo.channel_handle<handle = 3, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<6x4xf32>) -> tensor<3x4xf32>
  return %r, %t : tensor<3x4xf32>, tensor<3x4xf32>
}

// Compute between the two: no cluster, and nothing moves (OQ-11).
// CHECK-LABEL: func.func @compute_between
// CHECK-NEXT: "mhlo.all_gather"
// CHECK-NEXT: mhlo.add
// CHECK-NEXT: "mhlo.reduce_scatter"
// CHECK-NOT: mhlo.fusion
// CHECK: return
func.func @compute_between(%p: tensor<6x4xf32>, %q: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<6x4xf32>) {
  %g = "mhlo.all_gather"(%q) <{all_gather_dim = 0 : i64, channel_handle = #mhlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<3x4xf32>) -> tensor<6x4xf32>
  %m = mhlo.add %p, %g : tensor<6x4xf32>
  %r = "mhlo.reduce_scatter"(%m) <{channel_handle = #mhlo.channel_handle<handle = 2, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<6x4xf32>) -> tensor<3x4xf32>
  return %r, %g : tensor<3x4xf32>, tensor<6x4xf32>
}

// No all_gather; one behind a boundary collective is not found either.
// CHECK-LABEL: func.func @behind_a_boundary
// CHECK-NOT: mhlo.fusion
// CHECK: return
func.func @behind_a_boundary(%q: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %g = "mhlo.all_gather"(%q) <{all_gather_dim = 0 : i64, channel_handle = #mhlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<3x4xf32>) -> tensor<6x4xf32>
  %m = "mhlo.all_reduce"(%g) <{channel_handle = #mhlo.channel_handle<handle = 3, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %r = "mhlo.reduce_scatter"(%m) <{channel_handle = #mhlo.channel_handle<handle = 2, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = mhlo.add %a, %b : tensor<f32>
    "mhlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<6x4xf32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}
