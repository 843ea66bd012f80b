// fuseDotLogisticOp, Pass B: the reshape between dot and gate sinks below the gate (section 5.2). A second run clusters
// what Pass B made, a third finds nothing.
// RUN: hlo2penguin opt --pass=neuron-op-fusion %s | filecheck %s
// RUN: sed s/mhlo/stablehlo/g %s | hlo2penguin opt --pass=neuron-op-fusion - | sed s/stablehlo/mhlo/g | filecheck %s
// RUN: hlo2penguin opt --pass=neuron-op-fusion --pass=neuron-op-fusion %s | filecheck %s --check-prefix=TWICE
// RUN: hlo2penguin opt --pass=neuron-op-fusion --pass=neuron-op-fusion %s > %t.2
// RUN: hlo2penguin opt --pass=neuron-op-fusion %t.2 > %t.3
// RUN: diff %t.2 %t.3

// CHECK-LABEL: func.func @logistic_first
// CHECK-NEXT: %[[D:.+]] = {{"?}}mhlo.dot
// CHECK-NEXT: %[[S:.+]] = mhlo.logistic %[[D]] : tensor<6x8xf32>
// CHECK-NEXT: %[[M:.+]] = mhlo.multiply %[[S]], %[[D]] : tensor<6x8xf32>
// CHECK-NEXT: %[[R:.+]] = mhlo.reshape %[[M]] : (tensor<6x8xf32>) -> tensor<2x3x8xf32>
// CHECK-NEXT: %[[N:.+]] = mhlo.negate %[[R]]
// CHECK-NEXT: return %[[N]], %[[R]]
// TWICE-LABEL: func.func @logistic_first
// TWICE: %[[F:.+]] = "mhlo.fusion"(%arg0, %arg1)
// TWICE: mhlo.reshape %[[F]]
func.func @logistic_first(%x: tensor<6x4xf32>, %w: tensor<4x8xf32>) -> (tensor<2x3x8xf32>, tensor<2x3x8xf32>) {
  %d = "mhlo.dot"(%x, %w) : (tensor<6x4xf32>, tensor<4x8xf32>) -> tensor<6x8xf32>
  %r = mhlo.reshape %d : (tensor<6x8xf32>) -> tensor<2x3x8xf32>
  %s = mhlo.logistic %r : tensor<2x3x8xf32>
  %m = mhlo.multiply %s, %r : tensor<2x3x8xf32>
  %n = mhlo.negate %m : tensor<2x3x8xf32>
  return %n, %m : tensor<2x3x8xf32>, tensor<2x3x8xf32>
}

// CHECK-LABEL: func.func @dot_first
// CHECK: %[[D:.+]] = {{.*}}mhlo.dot_general
// CHECK-NEXT: %[[S:.+]] = mhlo.logistic %[[D]]
// CHECK-NEXT: %[[M:.+]] = mhlo.multiply %[[D]], %[[S]]
// CHECK-NEXT: %[[R:.+]] = mhlo.reshape %[[M]]
// CHECK-NEXT: return %[[R]]
// TWICE-LABEL: func.func @dot_first
// TWICE: "mhlo.fusion"(%arg0, %arg1)
func.func @dot_first(%x: tensor<6x4xbf16>, %w: tensor<4x8xbf16>) -> tensor<48xbf16> {
  %d = "mhlo.dot_general"(%x, %w) <{dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<6x4xbf16>, tensor<4x8xbf16>) -> tensor<6x8xbf16>
  %r = mhlo.reshape %d : (tensor<6x8xbf16>) -> tensor<48xbf16>
  %s = mhlo.logistic %r : tensor<48xbf16>
  %m = mhlo.multiply %r, %s : tensor<48xbf16>
  return %m : tensor<48xbf16>
}

// The dot keeps its other users.
// CHECK-LABEL: func.func @dot_with_extra_user
// CHECK: %[[D:.+]] = {{"?}}mhlo.dot
// CHECK-NEXT: %[[S:.+]] = mhlo.logistic %[[D]]
// CHECK: return %{{.+}}, %[[D]]
// TWICE-LABEL: func.func @dot_with_extra_user
// TWICE: %[[F:.+]]:2 = "mhlo.fusion"(%arg0, %arg1)
func.func @dot_with_extra_user(%x: tensor<6x4xf32>, %w: tensor<4x8xf32>) -> (tensor<2x3x8xf32>, tensor<6x8xf32>) {
  %d = "mhlo.dot"(%x, %w) : (tensor<6x4xf32>, tensor<4x8xf32>) -> tensor<6x8xf32>
  %r = mhlo.reshape %d : (tensor<6x8xf32>) -> tensor<2x3x8xf32>
  %s = mhlo.logistic %r : tensor<2x3x8xf32>
  %m = mhlo.multiply %s, %r : tensor<2x3x8xf32>
  return %m, %d : tensor<2x3x8xf32>, tensor<6x8xf32>
}
