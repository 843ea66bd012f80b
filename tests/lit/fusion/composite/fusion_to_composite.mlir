// The pass fusion-to-composite (section 12.2): operands verbatim, kind carried over, functions at module level, inner
// fusions first, marked functions skipped, the counter reset for each run.
// RUN: hlo2penguin opt --pass=fusion-to-composite %s | filecheck %s

// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[F:.+]]:2 = stablehlo.composite "composite.Fused" %arg1, %arg0 {CompositeKind = "DotSoftmax", decomposition = @hilo.FusedComposite.0} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT: %[[G:.+]] = stablehlo.composite "composite.Fused" %[[F]]#1 {CompositeKind = "FusedComposite", decomposition = @hilo.FusedComposite.1}
// CHECK-NEXT: return %[[F]]#0, %[[G]]
// CHECK-LABEL: func.func @skipped
// CHECK-NEXT: "mhlo.fusion"
// CHECK-LABEL: func.func private @hilo.FusedComposite.0
// CHECK-SAME: (%[[A:.+]]: tensor<4xf32>, %[[B:.+]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT: %[[S:.+]] = mhlo.subtract %[[A]], %[[B]]
// CHECK-NEXT: return %[[B]], %[[S]]
// CHECK-LABEL: func.func private @hilo.FusedComposite.1
// CHECK-SAME: attributes {genComposite = true, noDelete = true}
// CHECK-NEXT: mhlo.tanh
// CHECK-NEXT: return
// CHECK-LABEL: func.func private @hilo.FusedComposite.2
// CHECK-NEXT: mhlo.cosine
// CHECK-LABEL: func.func private @hilo.FusedComposite.3
// CHECK: stablehlo.composite "composite.Fused" %{{.+}} {CompositeKind = "Log1p", decomposition = @hilo.FusedComposite.2}
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %f:2 = "mhlo.fusion"(%y, %x) ({
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    %s = mhlo.subtract %a, %b : tensor<4xf32>
    "mhlo.return"(%b, %s) : (tensor<4xf32>, tensor<4xf32>) -> ()
  }) {FusionKind = "DotSoftmax"} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %g = "mhlo.fusion"(%f#1) ({
  ^bb0(%a: tensor<4xf32>):
    %t = mhlo.tanh %a : tensor<4xf32>
    "stablehlo.return"(%t) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %f#0, %g : tensor<4xf32>, tensor<4xf32>
}
func.func @nested(%x: tensor<4xf32>) -> tensor<4xf32> {
  %f = "mhlo.fusion"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    %g = "mhlo.fusion"(%a) ({
    ^bb0(%b: tensor<4xf32>):
      %t = mhlo.cosine %b : tensor<4xf32>
      "mhlo.return"(%t) : (tensor<4xf32>) -> ()
    }) {FusionKind = "Log1p"} : (tensor<4xf32>) -> tensor<4xf32>
    "mhlo.return"(%g) : (tensor<4xf32>) -> ()
  }) {FusionKind = "Expm1"} : (tensor<4xf32>) -> tensor<4xf32>
  return %f : tensor<4xf32>
}
func.func @skipped(%x: tensor<4xf32>) -> tensor<4xf32> attributes {genComposite = true} {
  %f = "mhlo.fusion"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    %t = mhlo.tanh %a : tensor<4xf32>
    "mhlo.return"(%t) : (tensor<4xf32>) -> ()
  }) {FusionKind = "Elementwise"} : (tensor<4xf32>) -> tensor<4xf32>
  return %f : tensor<4xf32>
}
