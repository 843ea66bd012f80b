// A reduce_scatter over computed data is a near miss; behind another collective the search does not look.
// RUN: hlo2penguin opt --pass=schedule-fusion --schedule-fusion --remarks %t.yaml %s > %t.mlir
// RUN: filecheck %s --input-file %t.yaml

// CHECK: --- !Missed
// CHECK-NEXT: Pass:            "fuseAllGatherReduceScatter"
// CHECK-NEXT: Name:            "ComputeBetween"
// CHECK: Function:        "compute_between"
// CHECK: (add
// CHECK-NOT: ---
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
