// Each condition of Pass A violated once: no function changes.
// RUN: hlo2penguin opt --pass=neuron-op-fusion %s | filecheck %s
// RUN: sed s/mhlo/stablehlo/g %s | hlo2penguin opt --pass=neuron-op-fusion - | filecheck %s

// CHECK-NOT: {{fusion|composite}}

// Condition 2: a bias add between dot and logistic.
// CHECK-LABEL: func.func @add_between
// CHECK-NOT: {{fusion|composite}}
func.func @add_between(%x: tensor<3x5xf32>, %w: tensor<5x7xf32>, %b: tensor<3x7xf32>) -> tensor<3x7xf32> {
  %d = "mhlo.dot"(%x, %w) : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  %a = mhlo.add %d, %b : tensor<3x7xf32>
  %s = mhlo.logistic %a : tensor<3x7xf32>
  return %s : tensor<3x7xf32>
}

// Condition 2: a reshape between them, with a use too many for Pass B.
// CHECK-LABEL: func.func @reshape_between
// CHECK-NOT: {{fusion|composite}}
func.func @reshape_between(%x: tensor<3x5xf32>, %w: tensor<5x7xf32>) -> tensor<21xf32> {
  %d = "mhlo.dot"(%x, %w) : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  %r = mhlo.reshape %d : (tensor<3x7xf32>) -> tensor<21xf32>
  %s = mhlo.logistic %r : tensor<21xf32>
  return %s : tensor<21xf32>
}

// Condition 2: no op at all.
// CHECK-LABEL: func.func @logistic_of_argument
// CHECK-NOT: {{fusion|composite}}
func.func @logistic_of_argument(%x: tensor<3x7xf32>) -> tensor<3x7xf32> {
  %s = mhlo.logistic %x : tensor<3x7xf32>
  return %s : tensor<3x7xf32>
}

// Condition 3: two users.
// CHECK-LABEL: func.func @logistic_with_two_users
// CHECK-NOT: {{fusion|composite}}
func.func @logistic_with_two_users(%x: tensor<3x5xf32>, %w: tensor<5x7xf32>) -> (tensor<3x7xf32>, tensor<3x7xf32>) {
  %d = "mhlo.dot"(%x, %w) : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  %s = mhlo.logistic %d : tensor<3x7xf32>
  %m = mhlo.multiply %d, %s : tensor<3x7xf32>
  return %m, %s : tensor<3x7xf32>, tensor<3x7xf32>
}

// Condition 3 counts uses, not users: the square of the logistic.
// CHECK-LABEL: func.func @logistic_used_twice_by_one_op
// CHECK-NOT: {{fusion|composite}}
func.func @logistic_used_twice_by_one_op(%x: tensor<3x5xf32>, %w: tensor<5x7xf32>) -> tensor<3x7xf32> {
  %d = "mhlo.dot"(%x, %w) : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  %s = mhlo.logistic %d : tensor<3x7xf32>
  %m = mhlo.multiply %s, %s : tensor<3x7xf32>
  return %m : tensor<3x7xf32>
}

// Condition 3: no user.
// CHECK-LABEL: func.func @dead_logistic
// CHECK-NOT: {{fusion|composite}}
func.func @dead_logistic(%x: tensor<3x5xf32>, %w: tensor<5x7xf32>) -> tensor<3x7xf32> {
  %d = "mhlo.dot"(%x, %w) : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  %s = mhlo.logistic %d : tensor<3x7xf32>
  return %d : tensor<3x7xf32>
}
