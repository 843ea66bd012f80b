// R2, R3, R5: structural ops, ops outside the elementwise set and arguments stay outside; a lone seed stays as it is.
// RUN: hlo2penguin opt --pass=neuron-op-fusion --general-elementwise-fusion %s | filecheck %s
// RUN: hlo2penguin opt --pass=neuron-op-fusion --general-elementwise-fusion --profile=documented %s | filecheck %s --check-prefix=ALONE

// R2: each structural op feeds the seed and stays outside, reshape too although it is in the elementwise set.
// CHECK-LABEL: func.func @structural_producers
// CHECK: %[[T:.+]] = "mhlo.transpose"
// CHECK: %[[R:.+]] = mhlo.reshape
// CHECK: %[[S:.+]] = "mhlo.slice"
// CHECK: %[[B:.+]] = "mhlo.broadcast_in_dim"
// CHECK: %[[C:.+]] = "mhlo.concatenate"
// CHECK: %[[F:.+]] = "mhlo.fusion"(%arg0, %[[T]], %[[R]], %[[S]], %[[B]], %[[C]]) ({
// CHECK-NEXT: ^bb0
// CHECK-NEXT: mhlo.negate
// CHECK-NEXT: "mhlo.concatenate"
func.func @structural_producers(%a: tensor<2x2xf32>, %v: tensor<4xf32>, %w: tensor<4x2xf32>, %s: tensor<2xf32>) -> tensor<12x2xf32> {
  %t = "mhlo.transpose"(%a) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %r = mhlo.reshape %v : (tensor<4xf32>) -> tensor<2x2xf32>
  %l = "mhlo.slice"(%w) <{limit_indices = dense<2> : tensor<2xi64>, start_indices = dense<0> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}> : (tensor<4x2xf32>) -> tensor<2x2xf32>
  %b = "mhlo.broadcast_in_dim"(%s) <{broadcast_dimensions = dense<0> : tensor<1xi64>}> : (tensor<2xf32>) -> tensor<2x2xf32>
  %c = "mhlo.concatenate"(%a) <{dimension = 0 : i64}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %n = mhlo.negate %a : tensor<2x2xf32>
  %o = "mhlo.concatenate"(%t, %r, %l, %b, %c, %n) <{dimension = 0 : i64}> : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<12x2xf32>
  return %o : tensor<12x2xf32>
}

// R2: an existing fusion is a boundary.
// CHECK-LABEL: func.func @fusion_producer
// CHECK: %[[E:.+]] = "mhlo.fusion"(%arg0)
// CHECK: FusionKind = "Expm1"
// CHECK: %{{.+}} = "mhlo.fusion"(%[[E]]) ({
// CHECK-NEXT: ^bb0
// CHECK-NEXT: mhlo.negate
// CHECK-NEXT: "mhlo.concatenate"
func.func @fusion_producer(%a: tensor<2xf32>) -> tensor<4xf32> {
  %e = mhlo.exponential_minus_one %a : tensor<2xf32>
  %n = mhlo.negate %e : tensor<2xf32>
  %o = "mhlo.concatenate"(%e, %n) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %o : tensor<4xf32>
}

// R3: kinds that one might take for elementwise are not in the set.
// CHECK-LABEL: func.func @not_elementwise
// CHECK-NOT: mhlo.fusion
// CHECK: return
func.func @not_elementwise(%a: tensor<2xf32>, %b: tensor<2xf32>, %p: tensor<2xi1>) -> tensor<14xf32> {
  %0 = mhlo.abs %a : tensor<2xf32>
  %1 = mhlo.sign %a : tensor<2xf32>
  %2 = mhlo.cosine %a : tensor<2xf32>
  %3 = mhlo.sine %a : tensor<2xf32>
  %4 = mhlo.remainder %a, %b : tensor<2xf32>
  %5 = "mhlo.select"(%p, %a, %b) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %6 = "mhlo.clamp"(%a, %b, %a) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %o = "mhlo.concatenate"(%0, %1, %2, %3, %4, %5, %6) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<14xf32>
  return %o : tensor<14xf32>
}

// R4: a user outside, here an op that is read later by nobody in the cluster.
// CHECK-LABEL: func.func @producer_shared
// CHECK-NEXT: %[[N:.+]] = mhlo.negate
// CHECK-NEXT: mhlo.concatenate
// CHECK-NEXT: %[[R:.+]] = mhlo.rsqrt %[[N]]
func.func @producer_shared(%a: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %n = mhlo.negate %a : tensor<2xf32>
  %o = "mhlo.concatenate"(%n, %n) <{dimension = 0 : i64}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %r = mhlo.rsqrt %n : tensor<2xf32>
  return %o, %r : tensor<4xf32>, tensor<2xf32>
}

// R5 and OQ-8: a seed over arguments alone. The documented profile wraps it (minimum cluster size 1).
// CHECK-LABEL: func.func @lone_seed
// CHECK-NEXT: mhlo.reduce
// CHECK-NEXT: return
// ALONE-LABEL: func.func @lone_seed
// ALONE-NEXT: "mhlo.fusion"(%arg0, %arg1) ({
// ALONE-NEXT: ^bb0
// ALONE-NEXT: mhlo.reduce
func.func @lone_seed(%a: tensor<2x3xf32>, %z: tensor<f32>) -> tensor<2xf32> {
  %r = mhlo.reduce(%a init: %z) applies mhlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// OQ-7: reshape is no seed.
// CHECK-LABEL: func.func @reshape_is_no_seed
// CHECK-NOT: mhlo.fusion
// CHECK: return
func.func @reshape_is_no_seed(%a: tensor<2x3xf32>) -> tensor<6xf32> {
  %n = mhlo.negate %a : tensor<2x3xf32>
  %t = mhlo.tanh %n : tensor<2x3xf32>
  %r = mhlo.reshape %t : (tensor<2x3xf32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// A seed inside a fusion is skipped.
// CHECK-LABEL: func.func @already_fused
// CHECK: "mhlo.fusion"
// CHECK-NOT: "mhlo.fusion"
func.func @already_fused(%a: tensor<2x3xf32>, %z: tensor<f32>) -> tensor<2xf32> {
  %f = "mhlo.fusion"(%a, %z) ({
  ^bb0(%x: tensor<2x3xf32>, %i: tensor<f32>):
    %n = mhlo.negate %x : tensor<2x3xf32>
    %r = mhlo.reduce(%n init: %i) applies mhlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
    "mhlo.return"(%r) : (tensor<2xf32>) -> ()
  }) {FusionKind = "MulRedSqrt"} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return %f : tensor<2xf32>
}
