// Where fusions stand and what they read (section 9).
// RUN: hlo2penguin opt --pass=neuron-op-fusion %s | filecheck %s
// RUN: sed s/mhlo/stablehlo/g %s | hlo2penguin opt --pass=neuron-op-fusion --fusion-form=fusion - | sed s/stablehlo/mhlo/g | filecheck %s

// 9.4: three clusters in a chain; each reads the fusion before, never the value hidden in it.
// CHECK-LABEL: func.func @chain
// CHECK-NEXT: %[[F:.+]] = "mhlo.fusion"(%arg0, %arg1) ({
// CHECK: %[[G:.+]] = "mhlo.fusion"(%[[F]], %arg1) ({
// CHECK-NEXT: ^bb0(%[[A:.+]]: tensor<3x3xf32>, %[[B:.+]]: tensor<3x3xf32>):
// CHECK-NEXT: mhlo.dot{{.*}}%[[A]], %[[B]]
// CHECK: %[[H:.+]] = "mhlo.fusion"(%[[G]], %[[F]]) ({
// CHECK-NEXT: ^bb0(%[[A:.+]]: tensor<3x3xf32>, %[[B:.+]]: tensor<3x3xf32>):
// CHECK-NEXT: mhlo.dot{{.*}}%[[A]], %[[B]]
// CHECK: return %[[H]]
func.func @chain(%x: tensor<3x3xf32>, %w: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %d0 = "mhlo.dot"(%x, %w) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %s0 = mhlo.logistic %d0 : tensor<3x3xf32>
  %m0 = mhlo.multiply %s0, %d0 : tensor<3x3xf32>
  %d1 = "mhlo.dot"(%m0, %w) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %s1 = mhlo.logistic %d1 : tensor<3x3xf32>
  %d2 = "mhlo.dot"(%s1, %m0) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %s2 = mhlo.logistic %d2 : tensor<3x3xf32>
  return %s2 : tensor<3x3xf32>
}

// 9.5: users of the dot between dot and logistic move behind the fusion, in program order, each followed by what waits
// for it only; an op that waits for two comes after the second.
// CHECK-LABEL: func.func @repair
// CHECK-NEXT: %[[I:.+]] = mhlo.tanh %arg0
// CHECK-NEXT: %[[F:.+]]:2 = "mhlo.fusion"(%arg0, %arg1)
// CHECK: %[[A:.+]] = mhlo.negate %[[F]]#0
// CHECK-NEXT: %[[C:.+]] = mhlo.abs %[[A]]
// CHECK-NEXT: %[[B:.+]] = mhlo.cosine %[[F]]#0
// CHECK-NEXT: %[[D:.+]] = mhlo.add %[[A]], %[[B]]
// CHECK-NEXT: %[[E:.+]] = mhlo.sine %[[F]]#1
// CHECK-NEXT: return %[[I]], %[[C]], %[[D]], %[[E]]
func.func @repair(%x: tensor<3x3xf32>, %w: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>) {
  %d = "mhlo.dot"(%x, %w) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %a = mhlo.negate %d : tensor<3x3xf32>
  %b = mhlo.cosine %d : tensor<3x3xf32>
  %c = mhlo.abs %a : tensor<3x3xf32>
  %e = mhlo.add %a, %b : tensor<3x3xf32>
  %i = mhlo.tanh %x : tensor<3x3xf32>
  %s = mhlo.logistic %d : tensor<3x3xf32>
  %t = mhlo.sine %s : tensor<3x3xf32>
  return %i, %c, %e, %t : tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
}

// Two clusters woven into each other: the second waits, as one op, for the first.
// CHECK-LABEL: func.func @woven
// CHECK-NEXT: %[[F:.+]]:2 = "mhlo.fusion"(%arg0, %arg1)
// CHECK: %[[G:.+]] = "mhlo.fusion"(%[[F]]#0, %arg1)
// CHECK: return %[[F]]#1, %[[G]]
func.func @woven(%x: tensor<3x3xf32>, %w: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  %d = "mhlo.dot"(%x, %w) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %e = "mhlo.dot"(%d, %w) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %t = mhlo.logistic %e : tensor<3x3xf32>
  %s = mhlo.logistic %d : tensor<3x3xf32>
  return %s, %t : tensor<3x3xf32>, tensor<3x3xf32>
}

// Uses inside regions of other ops are redirected too, and such an op moves as a whole.
// CHECK-LABEL: func.func @use_in_a_region
// CHECK-NEXT: %[[F:.+]]:2 = "mhlo.fusion"(%arg0, %arg1)
// CHECK: %[[C:.+]] = {{.*}}mhlo.case
// CHECK: mhlo.return %[[F]]#0
// CHECK: return %[[F]]#1, %[[C]]
func.func @use_in_a_region(%x: tensor<3x3xf32>, %w: tensor<3x3xf32>, %i: tensor<i32>) -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  %d = "mhlo.dot"(%x, %w) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %c = "mhlo.case"(%i) ({
    "mhlo.return"(%d) : (tensor<3x3xf32>) -> ()
  }, {
    "mhlo.return"(%x) : (tensor<3x3xf32>) -> ()
  }) : (tensor<i32>) -> tensor<3x3xf32>
  %s = mhlo.logistic %d : tensor<3x3xf32>
  return %s, %c : tensor<3x3xf32>, tensor<3x3xf32>
}

// A dot in the function and its logistic in a branch are no cluster; inside one block of a region they are.
// CHECK-LABEL: func.func @regions
// CHECK-NEXT: %[[D:.+]] = {{"?}}mhlo.dot
// CHECK: mhlo.case
// CHECK: %[[L:.+]] = mhlo.logistic %[[D]]
// CHECK-NEXT: mhlo.return %[[L]]
// CHECK: "mhlo.fusion"(%arg1, %arg0)
// CHECK: FusionKind = "DotLogistic"
func.func @regions(%x: tensor<3x3xf32>, %w: tensor<3x3xf32>, %i: tensor<i32>) -> tensor<3x3xf32> {
  %d = "mhlo.dot"(%x, %w) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %c = "mhlo.case"(%i) ({
    %s = mhlo.logistic %d : tensor<3x3xf32>
    "mhlo.return"(%s) : (tensor<3x3xf32>) -> ()
  }, {
    %e = "mhlo.dot"(%w, %x) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
    %t = mhlo.logistic %e : tensor<3x3xf32>
    "mhlo.return"(%t) : (tensor<3x3xf32>) -> ()
  }) : (tensor<i32>) -> tensor<3x3xf32>
  return %c : tensor<3x3xf32>
}
