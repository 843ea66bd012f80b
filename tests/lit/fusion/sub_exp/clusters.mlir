// Two-way log-sum-exp becomes one fusion, in both dialects; nothing but wrapping happens (section 4).
// RUN: hlo2penguin opt --pass=neuron-op-fusion %s | filecheck %s
// RUN: sed s/mhlo/stablehlo/g %s | hlo2penguin opt --pass=neuron-op-fusion --fusion-form=fusion - | sed s/stablehlo/mhlo/g | filecheck %s

// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[P:.+]]: tensor<5x3xf32>, %[[Q:.+]]: tensor<5x3xf32>)
// CHECK-NEXT: %[[F:.+]] = "mhlo.fusion"(%[[P]], %[[Q]]) ({
// CHECK-NEXT: ^bb0(%[[X:.+]]: tensor<5x3xf32>, %[[Y:.+]]: tensor<5x3xf32>):
// CHECK-NEXT: %[[TOP:.+]] = mhlo.maximum %[[X]], %[[Y]]
// CHECK-NEXT: %[[DX:.+]] = mhlo.subtract %[[X]], %[[TOP]]
// CHECK-NEXT: %[[DY:.+]] = mhlo.subtract %[[Y]], %[[TOP]]
// CHECK-NEXT: %[[EY:.+]] = mhlo.exponential %[[DY]]
// CHECK-NEXT: %[[EX:.+]] = mhlo.exponential %[[DX]]
// CHECK-NEXT: %[[SUM:.+]] = mhlo.add %[[EX]], %[[EY]]
// CHECK-NEXT: %[[LOG:.+]] = mhlo.log %[[SUM]]
// CHECK-NEXT: %[[OUT:.+]] = mhlo.add %[[TOP]], %[[LOG]]
// CHECK-NEXT: mhlo.return %[[OUT]] : tensor<5x3xf32>
// CHECK-NEXT: }) {FusionKind = "Elementwise"} : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x3xf32>
// CHECK-NEXT: return %[[F]]
func.func @main(%p: tensor<5x3xf32>, %q: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %top = mhlo.maximum %p, %q : tensor<5x3xf32>
  %dp = mhlo.subtract %p, %top : tensor<5x3xf32>
  %dq = mhlo.subtract %q, %top : tensor<5x3xf32>
  %eq = mhlo.exponential %dq : tensor<5x3xf32>
  %ep = mhlo.exponential %dp : tensor<5x3xf32>
  %sum = mhlo.add %ep, %eq : tensor<5x3xf32>
  %log = mhlo.log %sum : tensor<5x3xf32>
  %out = mhlo.add %top, %log : tensor<5x3xf32>
  return %out : tensor<5x3xf32>
}

// Two trees, the second over the first's result: the second reads the first fusion.
// CHECK-LABEL: func.func @two
// CHECK: %[[A:.+]] = "mhlo.fusion"(%arg0, %arg1)
// CHECK: %[[B:.+]] = "mhlo.fusion"(%[[A]], %arg2)
// CHECK: return %[[B]]
func.func @two(%p: tensor<4xbf16>, %q: tensor<4xbf16>, %r: tensor<4xbf16>) -> tensor<4xbf16> {
  %top = mhlo.maximum %p, %q : tensor<4xbf16>
  %dp = mhlo.subtract %p, %top : tensor<4xbf16>
  %ep = mhlo.exponential %dp : tensor<4xbf16>
  %dq = mhlo.subtract %q, %top : tensor<4xbf16>
  %eq = mhlo.exponential %dq : tensor<4xbf16>
  %sum = mhlo.add %ep, %eq : tensor<4xbf16>
  %log = mhlo.log %sum : tensor<4xbf16>
  %out = mhlo.add %top, %log : tensor<4xbf16>
  %top2 = mhlo.maximum %out, %r : tensor<4xbf16>
  %dp2 = mhlo.subtract %out, %top2 : tensor<4xbf16>
  %ep2 = mhlo.exponential %dp2 : tensor<4xbf16>
  %dq2 = mhlo.subtract %r, %top2 : tensor<4xbf16>
  %eq2 = mhlo.exponential %dq2 : tensor<4xbf16>
  %sum2 = mhlo.add %ep2, %eq2 : tensor<4xbf16>
  %log2 = mhlo.log %sum2 : tensor<4xbf16>
  %out2 = mhlo.add %top2, %log2 : tensor<4xbf16>
  return %out2 : tensor<4xbf16>
}

// No single-use requirement (OQ-2): the exponential with a second user is a further result. Its reader moves behind.
// CHECK-LABEL: func.func @exponential_with_second_user
// CHECK: %[[F:.+]]:2 = "mhlo.fusion"(%arg0, %arg1)
// CHECK: mhlo.return %{{.+}}, %{{.+}} : tensor<4xf32>, tensor<4xf32>
// CHECK: %[[N:.+]] = mhlo.negate %[[F]]#0
// CHECK: return %[[F]]#1, %[[N]]
func.func @exponential_with_second_user(%p: tensor<4xf32>, %q: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %top = mhlo.maximum %p, %q : tensor<4xf32>
  %dp = mhlo.subtract %p, %top : tensor<4xf32>
  %ep = mhlo.exponential %dp : tensor<4xf32>
  %n = mhlo.negate %ep : tensor<4xf32>
  %dq = mhlo.subtract %q, %top : tensor<4xf32>
  %eq = mhlo.exponential %dq : tensor<4xf32>
  %sum = mhlo.add %ep, %eq : tensor<4xf32>
  %log = mhlo.log %sum : tensor<4xf32>
  %out = mhlo.add %top, %log : tensor<4xf32>
  return %out, %n : tensor<4xf32>, tensor<4xf32>
}
