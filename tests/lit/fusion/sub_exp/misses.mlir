// Each condition of fuseSubExp violated once: none of these functions changes.
// RUN: hlo2penguin opt --pass=neuron-op-fusion --no-fuse-dot-logistic %s | filecheck %s
// RUN: sed s/mhlo/stablehlo/g %s | hlo2penguin opt --pass=neuron-op-fusion --no-fuse-dot-logistic - | filecheck %s

// CHECK-NOT: {{fusion|composite}}

// Condition 1: the logarithm is the first operand of the root.
// CHECK-LABEL: func.func @log_on_the_left
// CHECK-NOT: {{fusion|composite}}
func.func @log_on_the_left(%p: tensor<6xf32>, %q: tensor<6xf32>, %r: tensor<6xf32>) -> tensor<6xf32> {
  %top = mhlo.maximum %p, %q : tensor<6xf32>
  %dp = mhlo.subtract %p, %top : tensor<6xf32>
  %ep = mhlo.exponential %dp : tensor<6xf32>
  %dq = mhlo.subtract %q, %top : tensor<6xf32>
  %eq = mhlo.exponential %dq : tensor<6xf32>
  %sum = mhlo.add %ep, %eq : tensor<6xf32>
  %log = mhlo.log %sum : tensor<6xf32>
  %out = mhlo.add %log, %top : tensor<6xf32>
  return %out : tensor<6xf32>
}

// Condition 1: no maximum.
// CHECK-LABEL: func.func @minimum_instead
// CHECK-NOT: {{fusion|composite}}
func.func @minimum_instead(%p: tensor<6xf32>, %q: tensor<6xf32>, %r: tensor<6xf32>) -> tensor<6xf32> {
  %other = mhlo.maximum %p, %q : tensor<6xf32>
  %top = mhlo.minimum %p, %q : tensor<6xf32>
  %dp = mhlo.subtract %p, %top : tensor<6xf32>
  %ep = mhlo.exponential %dp : tensor<6xf32>
  %dq = mhlo.subtract %q, %top : tensor<6xf32>
  %eq = mhlo.exponential %dq : tensor<6xf32>
  %sum = mhlo.add %ep, %eq : tensor<6xf32>
  %log = mhlo.log %sum : tensor<6xf32>
  %out = mhlo.add %top, %log : tensor<6xf32>
  return %out : tensor<6xf32>
}

// Condition 1: no logarithm.
// CHECK-LABEL: func.func @log1p_instead
// CHECK-NOT: {{fusion|composite}}
func.func @log1p_instead(%p: tensor<6xf32>, %q: tensor<6xf32>, %r: tensor<6xf32>) -> tensor<6xf32> {
  %top = mhlo.maximum %p, %q : tensor<6xf32>
  %dp = mhlo.subtract %p, %top : tensor<6xf32>
  %ep = mhlo.exponential %dp : tensor<6xf32>
  %dq = mhlo.subtract %q, %top : tensor<6xf32>
  %eq = mhlo.exponential %dq : tensor<6xf32>
  %sum = mhlo.add %ep, %eq : tensor<6xf32>
  %log = mhlo.log_plus_one %sum : tensor<6xf32>
  %out = mhlo.add %top, %log : tensor<6xf32>
  return %out : tensor<6xf32>
}

// Condition 2: the logarithm is not of a sum.
// CHECK-LABEL: func.func @log_of_a_product
// CHECK-NOT: {{fusion|composite}}
func.func @log_of_a_product(%p: tensor<6xf32>, %q: tensor<6xf32>, %r: tensor<6xf32>) -> tensor<6xf32> {
  %top = mhlo.maximum %p, %q : tensor<6xf32>
  %dp = mhlo.subtract %p, %top : tensor<6xf32>
  %ep = mhlo.exponential %dp : tensor<6xf32>
  %dq = mhlo.subtract %q, %top : tensor<6xf32>
  %eq = mhlo.exponential %dq : tensor<6xf32>
  %sum = mhlo.multiply %ep, %eq : tensor<6xf32>
  %log = mhlo.log %sum : tensor<6xf32>
  %out = mhlo.add %top, %log : tensor<6xf32>
  return %out : tensor<6xf32>
}

// Condition 3: the first addend.
// CHECK-LABEL: func.func @first_addend_no_exponential
// CHECK-NOT: {{fusion|composite}}
func.func @first_addend_no_exponential(%p: tensor<6xf32>, %q: tensor<6xf32>, %r: tensor<6xf32>) -> tensor<6xf32> {
  %top = mhlo.maximum %p, %q : tensor<6xf32>
  %dp = mhlo.subtract %p, %top : tensor<6xf32>
  %ep = mhlo.tanh %dp : tensor<6xf32>
  %dq = mhlo.subtract %q, %top : tensor<6xf32>
  %eq = mhlo.exponential %dq : tensor<6xf32>
  %sum = mhlo.add %ep, %eq : tensor<6xf32>
  %log = mhlo.log %sum : tensor<6xf32>
  %out = mhlo.add %top, %log : tensor<6xf32>
  return %out : tensor<6xf32>
}

// Condition 3: the second addend.
// CHECK-LABEL: func.func @second_addend_no_exponential
// CHECK-NOT: {{fusion|composite}}
func.func @second_addend_no_exponential(%p: tensor<6xf32>, %q: tensor<6xf32>, %r: tensor<6xf32>) -> tensor<6xf32> {
  %top = mhlo.maximum %p, %q : tensor<6xf32>
  %dp = mhlo.subtract %p, %top : tensor<6xf32>
  %ep = mhlo.exponential %dp : tensor<6xf32>
  %dq = mhlo.subtract %q, %top : tensor<6xf32>
  %eq = mhlo.tanh %dq : tensor<6xf32>
  %sum = mhlo.add %ep, %eq : tensor<6xf32>
  %log = mhlo.log %sum : tensor<6xf32>
  %out = mhlo.add %top, %log : tensor<6xf32>
  return %out : tensor<6xf32>
}

// Condition 4: the first difference.
// CHECK-LABEL: func.func @first_exponential_of_a_sum
// CHECK-NOT: {{fusion|composite}}
func.func @first_exponential_of_a_sum(%p: tensor<6xf32>, %q: tensor<6xf32>, %r: tensor<6xf32>) -> tensor<6xf32> {
  %top = mhlo.maximum %p, %q : tensor<6xf32>
  %dp = mhlo.add %p, %top : tensor<6xf32>
  %ep = mhlo.exponential %dp : tensor<6xf32>
  %dq = mhlo.subtract %q, %top : tensor<6xf32>
  %eq = mhlo.exponential %dq : tensor<6xf32>
  %sum = mhlo.add %ep, %eq : tensor<6xf32>
  %log = mhlo.log %sum : tensor<6xf32>
  %out = mhlo.add %top, %log : tensor<6xf32>
  return %out : tensor<6xf32>
}

// Condition 4: the second difference.
// CHECK-LABEL: func.func @second_exponential_of_a_sum
// CHECK-NOT: {{fusion|composite}}
func.func @second_exponential_of_a_sum(%p: tensor<6xf32>, %q: tensor<6xf32>, %r: tensor<6xf32>) -> tensor<6xf32> {
  %top = mhlo.maximum %p, %q : tensor<6xf32>
  %dp = mhlo.subtract %p, %top : tensor<6xf32>
  %ep = mhlo.exponential %dp : tensor<6xf32>
  %dq = mhlo.add %q, %top : tensor<6xf32>
  %eq = mhlo.exponential %dq : tensor<6xf32>
  %sum = mhlo.add %ep, %eq : tensor<6xf32>
  %log = mhlo.log %sum : tensor<6xf32>
  %out = mhlo.add %top, %log : tensor<6xf32>
  return %out : tensor<6xf32>
}

// Condition 5: the first difference takes another value.
// CHECK-LABEL: func.func @first_minuend_is_another_value
// CHECK-NOT: {{fusion|composite}}
func.func @first_minuend_is_another_value(%p: tensor<6xf32>, %q: tensor<6xf32>, %r: tensor<6xf32>) -> tensor<6xf32> {
  %top = mhlo.maximum %p, %q : tensor<6xf32>
  %dp = mhlo.subtract %r, %top : tensor<6xf32>
  %ep = mhlo.exponential %dp : tensor<6xf32>
  %dq = mhlo.subtract %q, %top : tensor<6xf32>
  %eq = mhlo.exponential %dq : tensor<6xf32>
  %sum = mhlo.add %ep, %eq : tensor<6xf32>
  %log = mhlo.log %sum : tensor<6xf32>
  %out = mhlo.add %top, %log : tensor<6xf32>
  return %out : tensor<6xf32>
}

// Condition 5: the second difference takes another value.
// CHECK-LABEL: func.func @second_minuend_is_another_value
// CHECK-NOT: {{fusion|composite}}
func.func @second_minuend_is_another_value(%p: tensor<6xf32>, %q: tensor<6xf32>, %r: tensor<6xf32>) -> tensor<6xf32> {
  %top = mhlo.maximum %p, %q : tensor<6xf32>
  %dp = mhlo.subtract %p, %top : tensor<6xf32>
  %ep = mhlo.exponential %dp : tensor<6xf32>
  %dq = mhlo.subtract %r, %top : tensor<6xf32>
  %eq = mhlo.exponential %dq : tensor<6xf32>
  %sum = mhlo.add %ep, %eq : tensor<6xf32>
  %log = mhlo.log %sum : tensor<6xf32>
  %out = mhlo.add %top, %log : tensor<6xf32>
  return %out : tensor<6xf32>
}

// Condition 5: the addends are in the other order.
// CHECK-LABEL: func.func @differences_crossed
// CHECK-NOT: {{fusion|composite}}
func.func @differences_crossed(%p: tensor<6xf32>, %q: tensor<6xf32>, %r: tensor<6xf32>) -> tensor<6xf32> {
  %top = mhlo.maximum %p, %q : tensor<6xf32>
  %dp = mhlo.subtract %p, %top : tensor<6xf32>
  %ep = mhlo.exponential %dp : tensor<6xf32>
  %dq = mhlo.subtract %q, %top : tensor<6xf32>
  %eq = mhlo.exponential %dq : tensor<6xf32>
  %sum = mhlo.add %eq, %ep : tensor<6xf32>
  %log = mhlo.log %sum : tensor<6xf32>
  %out = mhlo.add %top, %log : tensor<6xf32>
  return %out : tensor<6xf32>
}

// Condition 6: the second difference subtracts another maximum.
// CHECK-LABEL: func.func @different_maximum
// CHECK-NOT: {{fusion|composite}}
func.func @different_maximum(%p: tensor<6xf32>, %q: tensor<6xf32>, %r: tensor<6xf32>) -> tensor<6xf32> {
  %top = mhlo.maximum %p, %q : tensor<6xf32>
  %dp = mhlo.subtract %p, %top : tensor<6xf32>
  %ep = mhlo.exponential %dp : tensor<6xf32>
  %other = mhlo.maximum %p, %q : tensor<6xf32>
  %dq = mhlo.subtract %q, %other : tensor<6xf32>
  %eq = mhlo.exponential %dq : tensor<6xf32>
  %sum = mhlo.add %ep, %eq : tensor<6xf32>
  %log = mhlo.log %sum : tensor<6xf32>
  %out = mhlo.add %top, %log : tensor<6xf32>
  return %out : tensor<6xf32>
}

// Condition 6: both differences subtract one value that is not the maximum.
// CHECK-LABEL: func.func @subtrahend_is_not_the_maximum
// CHECK-NOT: {{fusion|composite}}
func.func @subtrahend_is_not_the_maximum(%p: tensor<6xf32>, %q: tensor<6xf32>, %r: tensor<6xf32>) -> tensor<6xf32> {
  %top = mhlo.maximum %p, %q : tensor<6xf32>
  %dp = mhlo.subtract %p, %r : tensor<6xf32>
  %ep = mhlo.exponential %dp : tensor<6xf32>
  %dq = mhlo.subtract %q, %r : tensor<6xf32>
  %eq = mhlo.exponential %dq : tensor<6xf32>
  %sum = mhlo.add %ep, %eq : tensor<6xf32>
  %log = mhlo.log %sum : tensor<6xf32>
  %out = mhlo.add %top, %log : tensor<6xf32>
  return %out : tensor<6xf32>
}
