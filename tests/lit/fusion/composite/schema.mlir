// The StableHLO form (section 12.1): constant name, kind in CompositeKind, private function with two marks. Symbols
// count from 0 over the module; those already taken are passed over. Bodies of earlier fusions are left alone.
// RUN: hlo2penguin opt --pass=neuron-op-fusion --fuse=all %s | filecheck %s
// RUN: hlo2penguin opt --pass=neuron-op-fusion --fuse=all %s > %t.1
// RUN: hlo2penguin opt --pass=neuron-op-fusion --fuse=all %t.1 > %t.2
// RUN: diff %t.1 %t.2
// RUN: sed s/stablehlo/mhlo/g %s | hlo2penguin opt --pass=neuron-op-fusion --fuse=all --fusion-form=composite - | sed s/mhlo/stablehlo/g | filecheck %s

// CHECK-LABEL: func.func @first
// CHECK-NEXT: %[[F:.+]] = stablehlo.composite "composite.Fused" %arg0 {CompositeKind = "Expm1", decomposition = @hilo.FusedComposite.0} : (tensor<4xbf16>) -> tensor<4xbf16>
// CHECK-NEXT: return %[[F]]
// CHECK-LABEL: func.func private @hilo.FusedComposite.1
// CHECK-NEXT: stablehlo.log_plus_one
// CHECK-NEXT: return
// CHECK-LABEL: func.func @second
// CHECK-NEXT: %[[F:.+]]:2 = stablehlo.composite "composite.Fused" %arg0, %arg1 {CompositeKind = "DotLogistic", decomposition = @hilo.FusedComposite.2} : (tensor<3x5xf32>, tensor<5x7xf32>) -> (tensor<3x7xf32>, tensor<3x7xf32>)
// CHECK-NEXT: %[[G:.+]] = stablehlo.composite "composite.Fused" %[[F]]#1 {CompositeKind = "Log1p", decomposition = @hilo.FusedComposite.3}
// CHECK-NEXT: return %[[G]], %[[F]]#0
// CHECK-LABEL: func.func private @hilo.FusedComposite.0
// CHECK-SAME: (%[[X:.+]]: tensor<4xbf16>) -> tensor<4xbf16> attributes {genComposite = true, noDelete = true} {
// CHECK-NEXT: %[[C:.+]] = stablehlo.constant dense<1.000000e+00> : tensor<4xbf16>
// CHECK-NEXT: %[[E:.+]] = stablehlo.exponential %[[X]]
// CHECK-NEXT: %[[S:.+]] = stablehlo.subtract %[[E]], %[[C]]
// CHECK-NEXT: return %[[S]] : tensor<4xbf16>
// CHECK-LABEL: func.func private @hilo.FusedComposite.2
// CHECK: return %{{.+}}, %{{.+}} : tensor<3x7xf32>, tensor<3x7xf32>
// CHECK-LABEL: func.func private @hilo.FusedComposite.3
func.func @first(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %e = stablehlo.exponential_minus_one %x : tensor<4xbf16>
  return %e : tensor<4xbf16>
}
func.func private @hilo.FusedComposite.1(%x: tensor<4xbf16>) -> tensor<4xbf16> attributes {genComposite = true} {
  %l = stablehlo.log_plus_one %x : tensor<4xbf16>
  return %l : tensor<4xbf16>
}
func.func @second(%x: tensor<3x5xf32>, %w: tensor<5x7xf32>) -> (tensor<3x7xf32>, tensor<3x7xf32>) {
  %d = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  %s = stablehlo.logistic %d : tensor<3x7xf32>
  %l = stablehlo.log_plus_one %s : tensor<3x7xf32>
  return %l, %d : tensor<3x7xf32>, tensor<3x7xf32>
}
