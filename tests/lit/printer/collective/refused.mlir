// Without stream id the profile `documented` stops, as the documents say; a tuple all_to_all says too little; a compound
// body has no name. A stream id is a number.
// RUN: not hlo2penguin convert %s --split-input-file | filecheck %s
// RUN: not hlo2penguin convert %s --split-input-file --profile=documented | filecheck %s --check-prefix=DOC
// CHECK: [NCC_PYP011] an all_to_all of a tuple says no split dimension, concat dimension and split count
// CHECK: // -----
// CHECK: [NCC_PYP055] reduction body is not a single recognised operation
// CHECK: // -----
// CHECK: [H2P033] stream_id is not an integer: 'one'
// CHECK: // -----
// CHECK: kind='AllGather', replica_groups={{\[\[}}0,1]], dtype="float32", has_token=False, all_gather_dim=0, id=
// CHECK: // -----
// CHECK: [NCC_PYP055] operation stablehlo.replica_id is not supported
// DOC: [NCC_PYP011]
// DOC: // -----
// DOC: cc_type_hint={'op':'maximum'}
// DOC: // -----
// DOC: [H2P033]
// DOC: // -----
// DOC: [H2P032]
// DOC-NEXT: Stream id missing from collective op!
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = "mhlo.all_to_all"(%x, %x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
// -----
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.maximum %p, %q : tensor<f32>
    %n = stablehlo.negate %m : tensor<f32>
    stablehlo.return %n : tensor<f32>
  }) {mhlo.frontend_attributes = {stream_id = "1"}} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @main(%x: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> {mhlo.frontend_attributes = {stream_id = "one"}} : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
func.func @main(%x: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// -----
func.func @main() -> tensor<ui32> {
  %0 = stablehlo.replica_id : tensor<ui32>
  return %0 : tensor<ui32>
}
