// Each condition of Pass B violated once: the reshape stays where it is, right behind the dot.
// RUN: hlo2penguin opt --pass=neuron-op-fusion %s | filecheck %s
// RUN: sed s/mhlo/stablehlo/g %s | hlo2penguin opt --pass=neuron-op-fusion - | sed s/stablehlo/mhlo/g | filecheck %s

// Condition 2: one use.
// CHECK-LABEL: func.func @reshape_used_once
// CHECK: mhlo.dot
// CHECK-NEXT: mhlo.reshape
// CHECK-NEXT: mhlo.logistic
// CHECK-NEXT: return
func.func @reshape_used_once(%x: tensor<6x4xf32>, %w: tensor<4x8xf32>) -> tensor<48xf32> {
  %d = "mhlo.dot"(%x, %w) : (tensor<6x4xf32>, tensor<4x8xf32>) -> tensor<6x8xf32>
  %r = mhlo.reshape %d : (tensor<6x8xf32>) -> tensor<48xf32>
  %s = mhlo.logistic %r : tensor<48xf32>
  return %s : tensor<48xf32>
}

// Condition 2: three uses.
// CHECK-LABEL: func.func @reshape_used_three_times
// CHECK: mhlo.dot
// CHECK-NEXT: mhlo.reshape
// CHECK-NEXT: mhlo.logistic
// CHECK-NEXT: mhlo.multiply
// CHECK-NEXT: return
func.func @reshape_used_three_times(%x: tensor<6x4xf32>, %w: tensor<4x8xf32>) -> (tensor<48xf32>, tensor<48xf32>) {
  %d = "mhlo.dot"(%x, %w) : (tensor<6x4xf32>, tensor<4x8xf32>) -> tensor<6x8xf32>
  %r = mhlo.reshape %d : (tensor<6x8xf32>) -> tensor<48xf32>
  %s = mhlo.logistic %r : tensor<48xf32>
  %m = mhlo.multiply %s, %r : tensor<48xf32>
  return %m, %r : tensor<48xf32>, tensor<48xf32>
}

// Condition 3: no dot behind the reshape.
// CHECK-LABEL: func.func @no_dot
// CHECK: mhlo.tanh
// CHECK-NEXT: mhlo.reshape
// CHECK-NEXT: mhlo.logistic
// CHECK-NEXT: mhlo.multiply
// CHECK-NEXT: return
func.func @no_dot(%x: tensor<6x8xf32>) -> tensor<48xf32> {
  %d = mhlo.tanh %x : tensor<6x8xf32>
  %r = mhlo.reshape %d : (tensor<6x8xf32>) -> tensor<48xf32>
  %s = mhlo.logistic %r : tensor<48xf32>
  %m = mhlo.multiply %s, %r : tensor<48xf32>
  return %m : tensor<48xf32>
}

// Condition 4: the other user is no multiply.
// CHECK-LABEL: func.func @gate_is_an_add
// CHECK: mhlo.dot
// CHECK-NEXT: mhlo.reshape
// CHECK-NEXT: mhlo.logistic
// CHECK-NEXT: mhlo.add
// CHECK-NEXT: return
func.func @gate_is_an_add(%x: tensor<6x4xf32>, %w: tensor<4x8xf32>) -> tensor<48xf32> {
  %d = "mhlo.dot"(%x, %w) : (tensor<6x4xf32>, tensor<4x8xf32>) -> tensor<6x8xf32>
  %r = mhlo.reshape %d : (tensor<6x8xf32>) -> tensor<48xf32>
  %s = mhlo.logistic %r : tensor<48xf32>
  %m = mhlo.add %s, %r : tensor<48xf32>
  return %m : tensor<48xf32>
}

// Condition 5: the multiply takes another value instead of the logistic (rewriting would change values, OQ-5).
// CHECK-LABEL: func.func @multiply_by_another_value
// CHECK: mhlo.dot
// CHECK-NEXT: mhlo.reshape
// CHECK-NEXT: mhlo.logistic
// CHECK-NEXT: mhlo.multiply
// CHECK-NEXT: return
func.func @multiply_by_another_value(%x: tensor<6x4xf32>, %w: tensor<4x8xf32>, %z: tensor<48xf32>) -> (tensor<48xf32>, tensor<48xf32>) {
  %d = "mhlo.dot"(%x, %w) : (tensor<6x4xf32>, tensor<4x8xf32>) -> tensor<6x8xf32>
  %r = mhlo.reshape %d : (tensor<6x8xf32>) -> tensor<48xf32>
  %s = mhlo.logistic %r : tensor<48xf32>
  %m = mhlo.multiply %r, %z : tensor<48xf32>
  return %m, %s : tensor<48xf32>, tensor<48xf32>
}

// Condition 5: the logistic has another user, which would lose its value.
// CHECK-LABEL: func.func @logistic_has_another_user
// CHECK: mhlo.dot
// CHECK-NEXT: mhlo.reshape
// CHECK-NEXT: mhlo.logistic
// CHECK-NEXT: mhlo.multiply
// CHECK-NEXT: return
func.func @logistic_has_another_user(%x: tensor<6x4xf32>, %w: tensor<4x8xf32>) -> (tensor<48xf32>, tensor<48xf32>) {
  %d = "mhlo.dot"(%x, %w) : (tensor<6x4xf32>, tensor<4x8xf32>) -> tensor<6x8xf32>
  %r = mhlo.reshape %d : (tensor<6x8xf32>) -> tensor<48xf32>
  %s = mhlo.logistic %r : tensor<48xf32>
  %m = mhlo.multiply %s, %r : tensor<48xf32>
  return %m, %s : tensor<48xf32>, tensor<48xf32>
}
