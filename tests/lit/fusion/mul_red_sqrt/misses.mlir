// Each predicate of fuseMulRedSqrt violated once: no function changes.
// RUN: hlo2penguin opt --pass=neuron-op-fusion %s | filecheck %s
// RUN: sed s/mhlo/stablehlo/g %s | hlo2penguin opt --pass=neuron-op-fusion - | filecheck %s

// CHECK-NOT: {{fusion|composite}}

// P0: the reduction stands in a loop body, not in the function body (OQ-65).
// CHECK-LABEL: func.func @reduce_in_a_loop
// CHECK-NOT: {{fusion|composite}}
func.func @reduce_in_a_loop(%x: tensor<6x32xf32>, %z: tensor<f32>, %c: tensor<i1>) -> tensor<6xf32> {
  %init = mhlo.reduce(%x init: %z) applies mhlo.add across dimensions = [1] : (tensor<6x32xf32>, tensor<f32>) -> tensor<6xf32>
  %w = "mhlo.while"(%init) ({
  ^bb0(%state: tensor<6xf32>):
    "mhlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%state: tensor<6xf32>):
    %q = mhlo.multiply %x, %x : tensor<6x32xf32>
    %r = mhlo.reduce(%q init: %z) applies mhlo.add across dimensions = [1] : (tensor<6x32xf32>, tensor<f32>) -> tensor<6xf32>
    %s = mhlo.sqrt %r : tensor<6xf32>
    "mhlo.return"(%s) : (tensor<6xf32>) -> ()
  }) : (tensor<6xf32>) -> tensor<6xf32>
  return %w : tensor<6xf32>
}

// P1: two users.
// CHECK-LABEL: func.func @reduce_with_two_users
// CHECK-NOT: {{fusion|composite}}
func.func @reduce_with_two_users(%x: tensor<6x32xf32>, %z: tensor<f32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %q = mhlo.multiply %x, %x : tensor<6x32xf32>
  %r = mhlo.reduce(%q init: %z) applies mhlo.add across dimensions = [1] : (tensor<6x32xf32>, tensor<f32>) -> tensor<6xf32>
  %s = mhlo.sqrt %r : tensor<6xf32>
  return %s, %r : tensor<6xf32>, tensor<6xf32>
}

// P1 again: whichever user comes first in the use list.
// CHECK-LABEL: func.func @reduce_with_two_users_sqrt_last
// CHECK-NOT: {{fusion|composite}}
func.func @reduce_with_two_users_sqrt_last(%x: tensor<6x32xf32>, %z: tensor<f32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %q = mhlo.multiply %x, %x : tensor<6x32xf32>
  %r = mhlo.reduce(%q init: %z) applies mhlo.add across dimensions = [1] : (tensor<6x32xf32>, tensor<f32>) -> tensor<6xf32>
  %n = mhlo.negate %r : tensor<6xf32>
  %s = mhlo.sqrt %r : tensor<6xf32>
  return %s, %n : tensor<6xf32>, tensor<6xf32>
}

// P2: rsqrt is not sqrt (OQ-6).
// CHECK-LABEL: func.func @rsqrt
// CHECK-NOT: {{fusion|composite}}
func.func @rsqrt(%x: tensor<6x32xf32>, %z: tensor<f32>) -> tensor<6xf32> {
  %q = mhlo.multiply %x, %x : tensor<6x32xf32>
  %r = mhlo.reduce(%q init: %z) applies mhlo.add across dimensions = [1] : (tensor<6x32xf32>, tensor<f32>) -> tensor<6xf32>
  %s = mhlo.rsqrt %r : tensor<6xf32>
  return %s : tensor<6xf32>
}

// P2: the mean divides first.
// CHECK-LABEL: func.func @division_before_sqrt
// CHECK-NOT: {{fusion|composite}}
func.func @division_before_sqrt(%x: tensor<6x32xf32>, %z: tensor<f32>, %n: tensor<6xf32>) -> tensor<6xf32> {
  %q = mhlo.multiply %x, %x : tensor<6x32xf32>
  %r = mhlo.reduce(%q init: %z) applies mhlo.add across dimensions = [1] : (tensor<6x32xf32>, tensor<f32>) -> tensor<6xf32>
  %m = mhlo.divide %r, %n : tensor<6xf32>
  %s = mhlo.sqrt %m : tensor<6xf32>
  return %s : tensor<6xf32>
}

// P2: no user.
// CHECK-LABEL: func.func @dead_reduce
// CHECK-NOT: {{fusion|composite}}
func.func @dead_reduce(%x: tensor<6x32xf32>, %z: tensor<f32>) -> tensor<6x32xf32> {
  %q = mhlo.multiply %x, %x : tensor<6x32xf32>
  %r = mhlo.reduce(%q init: %z) applies mhlo.add across dimensions = [1] : (tensor<6x32xf32>, tensor<f32>) -> tensor<6xf32>
  return %x : tensor<6x32xf32>
}

// P3: a sum instead of a product.
// CHECK-LABEL: func.func @reduce_of_a_sum
// CHECK-NOT: {{fusion|composite}}
func.func @reduce_of_a_sum(%x: tensor<6x32xf32>, %z: tensor<f32>) -> tensor<6xf32> {
  %q = mhlo.add %x, %x : tensor<6x32xf32>
  %r = mhlo.reduce(%q init: %z) applies mhlo.add across dimensions = [1] : (tensor<6x32xf32>, tensor<f32>) -> tensor<6xf32>
  %s = mhlo.sqrt %r : tensor<6xf32>
  return %s : tensor<6xf32>
}

// P4: the product has a second use.
// CHECK-LABEL: func.func @product_with_two_users
// CHECK-NOT: {{fusion|composite}}
func.func @product_with_two_users(%x: tensor<6x32xf32>, %z: tensor<f32>) -> (tensor<6xf32>, tensor<6x32xf32>) {
  %q = mhlo.multiply %x, %x : tensor<6x32xf32>
  %r = mhlo.reduce(%q init: %z) applies mhlo.add across dimensions = [1] : (tensor<6x32xf32>, tensor<f32>) -> tensor<6xf32>
  %s = mhlo.sqrt %r : tensor<6xf32>
  return %s, %q : tensor<6xf32>, tensor<6x32xf32>
}
