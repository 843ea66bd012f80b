// fuseElementwiseOps: clusters grow from concatenate and reduce through producers that nothing outside reads (section 8).
// RUN: hlo2penguin opt --pass=neuron-op-fusion --general-elementwise-fusion %s | filecheck %s
// RUN: sed s/mhlo/stablehlo/g %s | hlo2penguin opt --pass=neuron-op-fusion --general-elementwise-fusion --fusion-form=fusion - | sed s/stablehlo/mhlo/g | filecheck %s --check-prefix=EITHER

// Constants and arguments are live-ins, and so is the value that the return reads too (R4); live-ins in program order.
// CHECK-LABEL: func.func @concatenate_seed
// CHECK-NEXT: %[[K:.+]] = mhlo.constant dense<3.000000e+00>
// CHECK-NEXT: %[[C:.+]] = mhlo.cosine %arg1
// CHECK-NEXT: %[[A:.+]] = mhlo.tanh %arg0
// CHECK-NEXT: %[[F:.+]] = "mhlo.fusion"(%[[A]], %[[C]], %[[K]]) ({
// CHECK-NEXT: ^bb0(%[[X:.+]]: tensor<3x4xf32>, %[[Y:.+]]: tensor<3x4xf32>, %[[Z:.+]]: tensor<3x4xf32>):
// CHECK-NEXT: %[[L:.+]] = mhlo.logistic %[[X]]
// CHECK-NEXT: %[[P:.+]] = mhlo.power %[[Y]], %[[Z]]
// CHECK-NEXT: %[[O:.+]] = "mhlo.concatenate"(%[[L]], %[[P]]) <{dimension = 0 : i64}>
// CHECK-NEXT: mhlo.return %[[O]] : tensor<6x4xf32>
// CHECK-NEXT: }) {FusionKind = "Elementwise"}
// CHECK-NEXT: return %[[F]], %[[A]]
// EITHER-LABEL: func.func @concatenate_seed
// EITHER: FusionKind = "Elementwise"
func.func @concatenate_seed(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>) -> (tensor<6x4xf32>, tensor<3x4xf32>) {
  %k = mhlo.constant dense<3.0> : tensor<3x4xf32>
  %c = mhlo.cosine %b : tensor<3x4xf32>
  %t = mhlo.tanh %a : tensor<3x4xf32>
  %l = mhlo.logistic %t : tensor<3x4xf32>
  %p = mhlo.power %c, %k : tensor<3x4xf32>
  %o = "mhlo.concatenate"(%l, %p) <{dimension = 0 : i64}> : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<6x4xf32>
  return %o, %t : tensor<6x4xf32>, tensor<3x4xf32>
}

// A reduce seed makes a cluster of kind MulRedSqrt without any root. Its region comes along untouched, with two ops that
// elsewhere would be absorbed.
// CHECK-LABEL: func.func @reduce_seed
// CHECK-NEXT: %[[F:.+]] = "mhlo.fusion"(%arg0, %arg1, %arg2) ({
// CHECK: %[[N:.+]] = mhlo.negate
// CHECK-NEXT: %[[M:.+]] = mhlo.maximum %[[N]]
// CHECK-NEXT: mhlo.reduce(%[[M]] init:
// CHECK: mhlo.negate
// CHECK-NEXT: mhlo.subtract
// CHECK: }) {FusionKind = "MulRedSqrt"} : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
// EITHER-LABEL: func.func @reduce_seed
// EITHER: FusionKind = "MulRedSqrt"
func.func @reduce_seed(%a: tensor<3x4xf32>, %b: tensor<3x4xf32>, %z: tensor<f32>) -> tensor<3xf32> {
  %n = mhlo.negate %a : tensor<3x4xf32>
  %m = mhlo.maximum %n, %b : tensor<3x4xf32>
  %r = mhlo.reduce(%m init: %z) across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
   reducer(%p: tensor<f32>, %q: tensor<f32>) {
    %u = mhlo.negate %q : tensor<f32>
    %v = mhlo.subtract %p, %u : tensor<f32>
    "mhlo.return"(%v) : (tensor<f32>) -> ()
  }
  return %r : tensor<3xf32>
}

// R4 again: the negation is first reached while its other user is still outside, and admitted once that is in.
// CHECK-LABEL: func.func @late_admission
// CHECK-NEXT: %{{.+}} = "mhlo.fusion"(%arg0) ({
// CHECK: mhlo.negate
// CHECK-NEXT: mhlo.sqrt
// CHECK: }) {FusionKind = "Elementwise"}
// EITHER-LABEL: func.func @late_admission
// EITHER-NEXT: %{{.+}} = "mhlo.fusion"
func.func @late_admission(%a: tensor<4xf32>) -> tensor<8xf32> {
  %n = mhlo.negate %a : tensor<4xf32>
  %s = mhlo.sqrt %n : tensor<4xf32>
  %t = mhlo.tanh %s : tensor<4xf32>
  %o = "mhlo.concatenate"(%n, %t) <{dimension = 0 : i64}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %o : tensor<8xf32>
}

// A value used three times by one cluster is inside; conversions and comparisons are absorbed, predicates included.
// CHECK-LABEL: func.func @converts_and_compares
// CHECK-NEXT: %{{.+}} = "mhlo.fusion"(%arg0) ({
// CHECK: mhlo.convert
// CHECK-NEXT: mhlo.add
// CHECK-NEXT: mhlo.compare
// CHECK-NEXT: mhlo.not
// CHECK-NEXT: "mhlo.concatenate"
// EITHER-LABEL: func.func @converts_and_compares
// EITHER-NEXT: %{{.+}} = "mhlo.fusion"
func.func @converts_and_compares(%a: tensor<4xi32>) -> tensor<8xi1> {
  %f = mhlo.convert %a : (tensor<4xi32>) -> tensor<4xbf16>
  %g = mhlo.add %f, %f : tensor<4xbf16>
  %p = "mhlo.compare"(%f, %g) <{comparison_direction = #mhlo<comparison_direction LT>}> : (tensor<4xbf16>, tensor<4xbf16>) -> tensor<4xi1>
  %q = mhlo.not %p : tensor<4xi1>
  %o = "mhlo.concatenate"(%p, %q) <{dimension = 0 : i64}> : (tensor<4xi1>, tensor<4xi1>) -> tensor<8xi1>
  return %o : tensor<8xi1>
}

// A reduce is never absorbed by another seed: two clusters, one reading the other.
// CHECK-LABEL: func.func @seed_over_seed
// CHECK: %[[F:.+]] = "mhlo.fusion"(%arg0, %arg1)
// CHECK: %[[G:.+]] = "mhlo.fusion"(%[[F]])
// CHECK: return %[[G]]
// EITHER-LABEL: func.func @seed_over_seed
// EITHER-COUNT-2: = "mhlo.fusion"
func.func @seed_over_seed(%a: tensor<3x4xf32>, %z: tensor<f32>) -> tensor<6xf32> {
  %n = mhlo.negate %a : tensor<3x4xf32>
  %r = mhlo.reduce(%n init: %z) applies mhlo.add across dimensions = [1] : (tensor<3x4xf32>, tensor<f32>) -> tensor<3xf32>
  %e = mhlo.exponential %r : tensor<3xf32>
  %l = mhlo.log %e : tensor<3xf32>
  %o = "mhlo.concatenate"(%e, %l) <{dimension = 0 : i64}> : (tensor<3xf32>, tensor<3xf32>) -> tensor<6xf32>
  return %o : tensor<6xf32>
}
