// What fused, what nearly did and which op stood in the way; nothing about ops that are far from any idiom.
// RUN: hlo2penguin opt --pass=neuron-op-fusion --remarks %t.yaml %s > %t.mlir
// RUN: filecheck %s --input-file %t.yaml

// CHECK: --- !Missed
// CHECK-NEXT: Pass:            "fuseSubExp"
// CHECK-NEXT: Name:            "OperandsSwapped"
// CHECK: !Passed
// CHECK-NEXT: Pass:            "fuseDotLogisticOp"
// CHECK-NEXT: Name:            "DotLogistic"
// CHECK-NEXT: DebugLoc:        { File: "model.py", Line: 30, Column: 4 }
// CHECK-NEXT: Function:        "gates"
// CHECK: "2 ops fused as DotLogistic; 84 bytes of intermediates are no longer written"
// CHECK: members: "logistic, dot_general"
// CHECK: live-ins: "2"
// CHECK: live-outs: "1"
// CHECK: bytes-not-written: "84"
// CHECK: !Missed
// CHECK-NEXT: "fuseDotLogisticOp"
// CHECK-NEXT: "OpBeforeLogistic"
// CHECK: "logistic not fused: add stands between the dot and the logistic"
// CHECK: Blocker:         "model.py:41:2 (
// CHECK-NEXT: DebugLoc:        { File: "model.py", Line: 41, Column: 2 }
// CHECK: !Missed
// CHECK-NEXT: "fuseDotLogisticOp"
// CHECK-NEXT: "LogisticSpelledOut"
// CHECK-NEXT: DebugLoc:        { File: "model.py", Line: 53, Column: 1 }
// CHECK: Line: 51, Column: 1
// CHECK: !Missed
// CHECK-NEXT: "fuseMulRedSqrt"
// CHECK-NEXT: "ReduceFeedsRsqrt"
// CHECK: !Missed
// CHECK-NEXT: "fuseMulRedSqrt"
// CHECK-NEXT: "OpBeforeRoot"
// CHECK: "reduce not fused: multiply, add stand between the reduction and sqrt"
// CHECK: !Missed
// CHECK: "Overlap"
// CHECK-NEXT: DebugLoc:        { File: "model.py", Line: 60, Column: 9 }
// CHECK-NEXT: Function:        "overlap"
// CHECK-NOT: ---

func.func @lse(%p: tensor<4xf32>, %q: tensor<4xf32>) -> tensor<4xf32> {
  %far = stablehlo.add %p, %q : tensor<4xf32>
  %top = stablehlo.maximum %p, %far : tensor<4xf32>
  %log = stablehlo.log %q : tensor<4xf32>
  %out = stablehlo.add %log, %top : tensor<4xf32>
  return %out : tensor<4xf32>
}
func.func @gates(%x: tensor<3x5xf32>, %w: tensor<5x7xf32>, %b: tensor<3x7xf32>) -> (tensor<3x7xf32>, tensor<3x7xf32>, tensor<3x7xf32>) {
  %d = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  %s = stablehlo.logistic %d : tensor<3x7xf32> loc("model.py":30:4)
  %e = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  %a = stablehlo.add %e, %b : tensor<3x7xf32> loc("model.py":41:2)
  %t = stablehlo.logistic %a : tensor<3x7xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %ones = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<3x7xf32>
  %f = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  %n = stablehlo.negate %f : tensor<3x7xf32>
  %v = stablehlo.exponential %n : tensor<3x7xf32> loc("model.py":51:1)
  %u = stablehlo.add %ones, %v : tensor<3x7xf32>
  %g = stablehlo.divide %ones, %u : tensor<3x7xf32> loc("model.py":53:1)
  return %s, %t, %g : tensor<3x7xf32>, tensor<3x7xf32>, tensor<3x7xf32>
}
func.func @norms(%x: tensor<6x32xf32>, %z: tensor<f32>, %k: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  %q = stablehlo.multiply %x, %x : tensor<6x32xf32>
  %r = stablehlo.reduce(%q init: %z) applies stablehlo.add across dimensions = [1] : (tensor<6x32xf32>, tensor<f32>) -> tensor<6xf32>
  %s = stablehlo.rsqrt %r : tensor<6xf32>
  %p = stablehlo.multiply %x, %x : tensor<6x32xf32>
  %t = stablehlo.reduce(%p init: %z) applies stablehlo.add across dimensions = [1] : (tensor<6x32xf32>, tensor<f32>) -> tensor<6xf32>
  %m = stablehlo.multiply %t, %k : tensor<6xf32>
  %e = stablehlo.add %m, %k : tensor<6xf32>
  %u = stablehlo.sqrt %e : tensor<6xf32>
  %far = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<6x32xf32>, tensor<f32>) -> tensor<6xf32>
  return %s, %u, %far : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}
func.func @overlap(%x: tensor<3x5xf32>, %w: tensor<5x7xf32>) -> (tensor<3x7xf32>, tensor<3x7xf32>) {
  %d = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  %s = stablehlo.logistic %d : tensor<3x7xf32>
  %t = stablehlo.logistic %d : tensor<3x7xf32> loc("model.py":60:9)
  return %s, %t : tensor<3x7xf32>, tensor<3x7xf32>
}
