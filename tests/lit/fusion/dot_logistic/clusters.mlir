// fuseDotLogisticOp, Pass A: two-op and three-op clusters over dot and dot_general (section 5.1).
// RUN: hlo2penguin opt --pass=neuron-op-fusion %s | filecheck %s
// RUN: sed s/mhlo/stablehlo/g %s | hlo2penguin opt --pass=neuron-op-fusion --fusion-form=fusion - | sed s/stablehlo/mhlo/g | filecheck %s

// The user of the logistic is no multiply: two ops.
// CHECK-LABEL: func.func @two_ops
// CHECK-SAME: (%[[X:.+]]: tensor<3x5xf32>, %[[W:.+]]: tensor<5x7xf32>)
// CHECK-NEXT: %[[F:.+]] = "mhlo.fusion"(%[[X]], %[[W]]) ({
// CHECK-NEXT: ^bb0(%[[A:.+]]: tensor<3x5xf32>, %[[B:.+]]: tensor<5x7xf32>):
// CHECK-NEXT: %[[D:.+]] = {{"?}}mhlo.dot{{.*}}%[[A]], %[[B]]
// CHECK-NEXT: %[[S:.+]] = mhlo.logistic %[[D]] : tensor<3x7xf32>
// CHECK-NEXT: mhlo.return %[[S]] : tensor<3x7xf32>
// CHECK-NEXT: }) {FusionKind = "DotLogistic"} : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
// CHECK-NEXT: %[[N:.+]] = mhlo.negate %[[F]]
// CHECK-NEXT: return %[[N]]
func.func @two_ops(%x: tensor<3x5xf32>, %w: tensor<5x7xf32>) -> tensor<3x7xf32> {
  %d = "mhlo.dot"(%x, %w) : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  %s = mhlo.logistic %d : tensor<3x7xf32>
  %n = mhlo.negate %s : tensor<3x7xf32>
  return %n : tensor<3x7xf32>
}

// The gate multiplies with the dot itself, dot on the left.
// CHECK-LABEL: func.func @three_ops_dot_first
// CHECK: %[[F:.+]] = "mhlo.fusion"(%arg0, %arg1)
// CHECK: %[[D:.+]] = {{.*}}mhlo.dot_general
// CHECK-NEXT: %[[S:.+]] = mhlo.logistic %[[D]]
// CHECK-NEXT: %[[M:.+]] = mhlo.multiply %[[D]], %[[S]]
// CHECK-NEXT: mhlo.return %[[M]] : tensor<2x3x7xbf16>
// CHECK: return %[[F]]
func.func @three_ops_dot_first(%x: tensor<2x3x5xbf16>, %w: tensor<5x7xbf16>) -> tensor<2x3x7xbf16> {
  %d = "mhlo.dot_general"(%x, %w) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>}> : (tensor<2x3x5xbf16>, tensor<5x7xbf16>) -> tensor<2x3x7xbf16>
  %s = mhlo.logistic %d : tensor<2x3x7xbf16>
  %m = mhlo.multiply %d, %s : tensor<2x3x7xbf16>
  return %m : tensor<2x3x7xbf16>
}

// The same with the logistic on the left.
// CHECK-LABEL: func.func @three_ops_logistic_first
// CHECK: %[[F:.+]] = "mhlo.fusion"(%arg0, %arg1)
// CHECK: %[[S:.+]] = mhlo.logistic %[[D:.+]] :
// CHECK-NEXT: %[[M:.+]] = mhlo.multiply %[[S]], %[[D]]
// CHECK-NEXT: mhlo.return %[[M]]
// CHECK: return %[[F]]
func.func @three_ops_logistic_first(%x: tensor<3x5xf32>, %w: tensor<5x7xf32>) -> tensor<3x7xf32> {
  %d = "mhlo.dot"(%x, %w) : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  %s = mhlo.logistic %d : tensor<3x7xf32>
  %m = mhlo.multiply %s, %d : tensor<3x7xf32>
  return %m : tensor<3x7xf32>
}

// Any other multiply stays outside.
// CHECK-LABEL: func.func @multiply_by_another_value
// CHECK: %[[F:.+]] = "mhlo.fusion"(%arg0, %arg1)
// CHECK-NOT: mhlo.multiply
// CHECK: mhlo.return
// CHECK: %[[M:.+]] = mhlo.multiply %[[F]], %arg2
// CHECK-NEXT: return %[[M]]
func.func @multiply_by_another_value(%x: tensor<3x5xf32>, %w: tensor<5x7xf32>, %z: tensor<3x7xf32>) -> tensor<3x7xf32> {
  %d = "mhlo.dot"(%x, %w) : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  %s = mhlo.logistic %d : tensor<3x7xf32>
  %m = mhlo.multiply %s, %z : tensor<3x7xf32>
  return %m : tensor<3x7xf32>
}

// The dot may have further users: it becomes a further result, and what stood between moves behind (section 9.5).
// CHECK-LABEL: func.func @dot_with_extra_user
// CHECK-NEXT: %[[F:.+]]:2 = "mhlo.fusion"(%arg0, %arg1)
// CHECK: %[[D:.+]] = {{"?}}mhlo.dot
// CHECK-NEXT: %[[S:.+]] = mhlo.logistic %[[D]]
// CHECK-NEXT: mhlo.return %[[D]], %[[S]] : tensor<3x7xf32>, tensor<3x7xf32>
// CHECK: %[[T:.+]] = mhlo.tanh %[[F]]#0
// CHECK-NEXT: return %[[F]]#1, %[[T]]
func.func @dot_with_extra_user(%x: tensor<3x5xf32>, %w: tensor<5x7xf32>) -> (tensor<3x7xf32>, tensor<3x7xf32>) {
  %d = "mhlo.dot"(%x, %w) : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  %t = mhlo.tanh %d : tensor<3x7xf32>
  %s = mhlo.logistic %d : tensor<3x7xf32>
  return %s, %t : tensor<3x7xf32>, tensor<3x7xf32>
}

// Two logistics on one dot: the first in walk order keeps it (OQ-44).
// CHECK-LABEL: func.func @one_dot_two_logistics
// CHECK: %[[F:.+]]:2 = "mhlo.fusion"(%arg0, %arg1)
// CHECK-NOT: mhlo.fusion
// CHECK: %[[L:.+]] = mhlo.logistic %[[F]]#0
// CHECK-NOT: mhlo.fusion
// CHECK: return %[[F]]#1, %[[L]]
func.func @one_dot_two_logistics(%x: tensor<3x5xf32>, %w: tensor<5x7xf32>) -> (tensor<3x7xf32>, tensor<3x7xf32>) {
  %d = "mhlo.dot"(%x, %w) : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  %s = mhlo.logistic %d : tensor<3x7xf32>
  %t = mhlo.logistic %d : tensor<3x7xf32>
  return %s, %t : tensor<3x7xf32>, tensor<3x7xf32>
}

// Two matches in one function.
// CHECK-LABEL: func.func @two_matches
// CHECK: %[[A:.+]] = "mhlo.fusion"(%arg0, %arg1)
// CHECK: %[[B:.+]] = "mhlo.fusion"(%arg2, %arg1)
// CHECK: return %[[A]], %[[B]]
func.func @two_matches(%x: tensor<3x5xf32>, %w: tensor<5x7xf32>, %y: tensor<3x5xf32>) -> (tensor<3x7xf32>, tensor<3x7xf32>) {
  %d = "mhlo.dot"(%x, %w) : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  %e = "mhlo.dot"(%y, %w) : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  %s = mhlo.logistic %d : tensor<3x7xf32>
  %t = mhlo.logistic %e : tensor<3x7xf32>
  return %s, %t : tensor<3x7xf32>, tensor<3x7xf32>
}
