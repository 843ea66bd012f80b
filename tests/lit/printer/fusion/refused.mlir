// Kinds that are unknown or missing, in the words of the printer at work; a composite that contains itself.
// RUN: not hlo2penguin convert %s --split-input-file | filecheck %s
// CHECK: [NCC_PYP053] Unexpected FusionOp type 'Softmax'. Supported fusion types are: ScheduleFusion, MulRedSqrt, DotLogistic, Elementwise, Expm1, Log1p, DotSoftmax.
// CHECK: [NCC_PYP053] Unexpected FusionOp type ''.
// CHECK: // -----
// CHECK: [NCC_ISPP054] Unexpected CompositeOp kind 'FusedComposite'. Supported kinds are: ScheduleFusion, MulRedSqrt, DotLogistic, Expm1, Log1p, Elementwise, and DotSoftmax.
// CHECK: // -----
// CHECK: [NCC_PYP055] the body of composite @body holds the composite itself
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "mhlo.fusion"(%x) ({
  ^bb0(%a: tensor<8xf32>):
    %t = mhlo.negate %a : tensor<8xf32>
    mhlo.return %t : tensor<8xf32>
  }) {FusionKind = "Softmax"} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = "mhlo.fusion"(%x) ({
  ^bb0(%a: tensor<8xf32>):
    %t = mhlo.negate %a : tensor<8xf32>
    mhlo.return %t : tensor<8xf32>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return %x : tensor<8xf32>
}
// -----
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.composite "composite.Fused" %x {CompositeKind = "FusedComposite", decomposition = @body} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @body(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.abs %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}
// -----
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.composite "composite.Fused" %x {CompositeKind = "Elementwise", decomposition = @body} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @body(%a: tensor<8xf32>) -> tensor<8xf32> attributes {genComposite} {
  %0 = stablehlo.composite "composite.Fused" %a {CompositeKind = "Elementwise", decomposition = @body} : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
