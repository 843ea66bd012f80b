// No sub-pass looks inside a fusion.
// RUN: hlo2penguin opt --pass=neuron-op-fusion --fuse=all %s | filecheck %s

// The root is inside a fusion already.
// CHECK-LABEL: func.func @already_fused
// CHECK: "mhlo.fusion"
// CHECK-NOT: "mhlo.fusion"
func.func @already_fused(%p: tensor<6xf32>, %q: tensor<6xf32>) -> tensor<6xf32> {
  %f = "mhlo.fusion"(%p, %q) ({
  ^bb0(%x: tensor<6xf32>, %y: tensor<6xf32>):
    %top = mhlo.maximum %x, %y : tensor<6xf32>
    %dp = mhlo.subtract %x, %top : tensor<6xf32>
    %ep = mhlo.exponential %dp : tensor<6xf32>
    %dq = mhlo.subtract %y, %top : tensor<6xf32>
    %eq = mhlo.exponential %dq : tensor<6xf32>
    %sum = mhlo.add %ep, %eq : tensor<6xf32>
    %log = mhlo.log %sum : tensor<6xf32>
    %out = mhlo.add %top, %log : tensor<6xf32>
    "mhlo.return"(%out) : (tensor<6xf32>) -> ()
  }) {FusionKind = "Elementwise"} : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return %f : tensor<6xf32>
}
