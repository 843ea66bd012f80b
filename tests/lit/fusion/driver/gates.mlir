// Which switch runs which sub-pass (section 1).
// RUN: hlo2penguin opt --pass=neuron-op-fusion %s | filecheck %s --check-prefixes=SUB,DOT,NOGEN
// RUN: hlo2penguin opt --pass=neuron-op-fusion --no-fuse-dot-logistic %s | filecheck %s --check-prefixes=SUB,NODOT,NOGEN
// RUN: hlo2penguin opt --pass=neuron-op-fusion --profile=documented %s | filecheck %s --check-prefixes=SUB,NODOT,NOGEN
// RUN: hlo2penguin opt --pass=neuron-op-fusion --profile=documented --fuse-dot-logistic %s | filecheck %s --check-prefixes=SUB,DOT,NOGEN
// RUN: hlo2penguin opt --pass=neuron-op-fusion --general-elementwise-fusion --no-fuse-dot-logistic %s | filecheck %s --check-prefixes=SUB,NODOT,GEN
// RUN: hlo2penguin opt --pass=neuron-op-fusion --fuse=all %s | filecheck %s --check-prefixes=SUB,DOT,GEN
// RUN: hlo2penguin opt --pass=neuron-op-fusion --fuse=none %s | filecheck %s --check-prefix=OFF
// RUN: hlo2penguin opt --pass=neuron-op-fusion --no-neuron-op-fusion --general-elementwise-fusion %s | filecheck %s --check-prefix=OFF
// OFF-NOT: mhlo.fusion

// SUB-LABEL: func.func @sub_exp
// SUB: FusionKind = "Elementwise"
func.func @sub_exp(%p: tensor<4xf32>, %q: tensor<4xf32>) -> tensor<4xf32> {
  %top = mhlo.maximum %p, %q : tensor<4xf32>
  %dp = mhlo.subtract %p, %top : tensor<4xf32>
  %ep = mhlo.exponential %dp : tensor<4xf32>
  %dq = mhlo.subtract %q, %top : tensor<4xf32>
  %eq = mhlo.exponential %dq : tensor<4xf32>
  %sum = mhlo.add %ep, %eq : tensor<4xf32>
  %log = mhlo.log %sum : tensor<4xf32>
  %out = mhlo.add %top, %log : tensor<4xf32>
  return %out : tensor<4xf32>
}
// DOT-LABEL: func.func @dot_logistic
// DOT: FusionKind = "DotLogistic"
// NODOT-LABEL: func.func @dot_logistic
// NODOT-NOT: mhlo.fusion
// NODOT: return
func.func @dot_logistic(%x: tensor<3x5xf32>, %w: tensor<5x7xf32>) -> tensor<3x7xf32> {
  %d = "mhlo.dot"(%x, %w) : (tensor<3x5xf32>, tensor<5x7xf32>) -> tensor<3x7xf32>
  %s = mhlo.logistic %d : tensor<3x7xf32>
  return %s : tensor<3x7xf32>
}
// DOT-LABEL: func.func @mul_red_sqrt
// DOT: mhlo.sqrt
// DOT-NEXT: mhlo.return
// DOT-NEXT: FusionKind = "MulRedSqrt"
func.func @mul_red_sqrt(%x: tensor<6x32xf32>, %z: tensor<f32>) -> tensor<6xf32> {
  %q = mhlo.multiply %x, %x : tensor<6x32xf32>
  %r = mhlo.reduce(%q init: %z) applies mhlo.add across dimensions = [1] : (tensor<6x32xf32>, tensor<f32>) -> tensor<6xf32>
  %s = mhlo.sqrt %r : tensor<6xf32>
  return %s : tensor<6xf32>
}
// GEN-LABEL: func.func @general
// GEN: FusionKind = "Expm1"
// GEN: FusionKind = "Log1p"
// GEN: FusionKind = "Elementwise"
// NOGEN-LABEL: func.func @general
// NOGEN-NOT: mhlo.fusion
func.func @general(%x: tensor<3xf32>) -> tensor<6xf32> {
  %e = mhlo.exponential_minus_one %x : tensor<3xf32>
  %l = mhlo.log_plus_one %x : tensor<3xf32>
  %n = mhlo.negate %l : tensor<3xf32>
  %o = "mhlo.concatenate"(%e, %n) <{dimension = 0 : i64}> : (tensor<3xf32>, tensor<3xf32>) -> tensor<6xf32>
  return %o : tensor<6xf32>
}
