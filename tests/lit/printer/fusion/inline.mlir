// An inline fusion: a header that declares the results, then the body, whose producers write the header's tensors.
// What no statement of the body can write (an argument, a constant, a value returned twice) is copied.
// FORM: fusion
// RUN: hlo2penguin convert %s | filecheck %s
// RUN: hlo2penguin convert %s --dialect=stablehlo | filecheck %s --check-prefix=HLO
// HLO: op='DotFusion', hilo_fusion_op='DotLogistic', id=
func.func @main(%x: tensor<8x4xf32>, %w: tensor<4x4xf32>) -> (tensor<8x4xf32>, tensor<8xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  %0 = "mhlo.fusion"(%x) ({
  ^bb0(%a: tensor<8x4xf32>):
    %c = mhlo.constant dense<1.0> : tensor<8x4xf32>
    %e = mhlo.exponential %a : tensor<8x4xf32>
    %s = mhlo.subtract %e, %c : tensor<8x4xf32>
    mhlo.return %s : tensor<8x4xf32>
  }) {FusionKind = "Expm1"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %z = mhlo.constant dense<0.0> : tensor<f32>
  %1 = "mhlo.fusion"(%z, %0) ({
  ^bb0(%i: tensor<f32>, %a: tensor<8x4xf32>):
    %m = mhlo.multiply %a, %a : tensor<8x4xf32>
    %r = mhlo.reduce(%m init: %i) applies mhlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
    %q = mhlo.sqrt %r : tensor<8xf32>
    mhlo.return %q : tensor<8xf32>
  }) {FusionKind = "MulRedSqrt"} : (tensor<f32>, tensor<8x4xf32>) -> tensor<8xf32>
  %2 = "mhlo.fusion"(%0, %w) ({
  ^bb0(%a: tensor<8x4xf32>, %b: tensor<4x4xf32>):
    %d = "mhlo.dot"(%a, %b) : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %l = mhlo.logistic %d : tensor<8x4xf32>
    mhlo.return %l : tensor<8x4xf32>
  }) {FusionKind = "DotLogistic"} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %3:4 = "mhlo.fusion"(%2) ({
  ^bb0(%a: tensor<8x4xf32>):
    %c = mhlo.constant dense<2.0> : tensor<8x4xf32>
    %t = mhlo.tanh %a : tensor<8x4xf32>
    mhlo.return %t, %a, %t, %c : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>
  }) {FusionKind = "DotSoftmax"} : (tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>)
  %4 = mhlo.add %3#0, %3#1 : tensor<8x4xf32>
  %5 = "mhlo.fusion"(%4) ({
  ^bb0(%a: tensor<8x4xf32>):
    %t = mhlo.abs %a : tensor<8x4xf32>
    mhlo.return %t : tensor<8x4xf32>
  }) {FusionKind = "Log1p"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %6 = "mhlo.fusion"(%5) ({
  ^bb0(%a: tensor<8x4xf32>):
    %t = mhlo.negate %a : tensor<8x4xf32>
    mhlo.return %t : tensor<8x4xf32>
  }) {FusionKind = "Elementwise"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0, %1, %2, %3#2, %3#3, %6, %4 : tensor<8x4xf32>, tensor<8xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>
}
