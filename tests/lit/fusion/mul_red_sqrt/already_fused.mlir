// P0: the reduction is inside a fusion already.
// RUN: hlo2penguin opt --pass=neuron-op-fusion --fuse=all %s | filecheck %s

// CHECK: "mhlo.fusion"
// CHECK-NOT: "mhlo.fusion"
func.func @main(%x: tensor<6x32xf32>, %z: tensor<f32>) -> tensor<6xf32> {
  %f = "mhlo.fusion"(%z, %x) ({
  ^bb0(%i: tensor<f32>, %a: tensor<6x32xf32>):
    %q = mhlo.multiply %a, %a : tensor<6x32xf32>
    %r = mhlo.reduce(%q init: %i) applies mhlo.add across dimensions = [1] : (tensor<6x32xf32>, tensor<f32>) -> tensor<6xf32>
    %s = mhlo.sqrt %r : tensor<6xf32>
    "mhlo.return"(%s) : (tensor<6xf32>) -> ()
  }) {FusionKind = "MulRedSqrt"} : (tensor<f32>, tensor<6x32xf32>) -> tensor<6xf32>
  return %f : tensor<6xf32>
}
