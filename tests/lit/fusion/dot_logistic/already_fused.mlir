// Condition 1: the logistic is inside a fusion already.
// RUN: hlo2penguin opt --pass=neuron-op-fusion %s | filecheck %s

// CHECK: "mhlo.fusion"
// CHECK-NOT: "mhlo.fusion"
func.func @main(%x: tensor<3x5xf32>, %w: tensor<5x7xf32>) -> tensor<3x7xf32> {
  %f = "mhlo.fusion"(%x, %w) ({
  ^bb0(%a: tensor<3x5xf32>, %b: tensor<5x7xf32>):
    %d = "mhlo.dot"(%a, %b) : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
    %s = mhlo.logistic %d : tensor<3x7xf32>
    "mhlo.return"(%s) : (tensor<3x7xf32>) -> ()
  }) {FusionKind = "DotLogistic"} : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  return %f : tensor<3x7xf32>
}
