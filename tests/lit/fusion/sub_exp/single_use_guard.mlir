// OQ-2: the documented profile asks for exponentials with one use each; the observed one does not.
// RUN: hlo2penguin opt --pass=neuron-op-fusion --profile=documented %s | filecheck %s --check-prefix=GUARD
// RUN: hlo2penguin opt --pass=neuron-op-fusion --profile=observed %s | filecheck %s --check-prefix=FREE

// GUARD-LABEL: func.func @shared_exponential
// GUARD-NOT: mhlo.fusion
// GUARD-LABEL: func.func @single_uses
// GUARD: mhlo.fusion
// FREE-LABEL: func.func @shared_exponential
// FREE: mhlo.fusion
func.func @shared_exponential(%p: tensor<4xf32>, %q: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %top = mhlo.maximum %p, %q : tensor<4xf32>
  %dp = mhlo.subtract %p, %top : tensor<4xf32>
  %ep = mhlo.exponential %dp : tensor<4xf32>
  %dq = mhlo.subtract %q, %top : tensor<4xf32>
  %eq = mhlo.exponential %dq : tensor<4xf32>
  %sum = mhlo.add %ep, %eq : tensor<4xf32>
  %log = mhlo.log %sum : tensor<4xf32>
  %out = mhlo.add %top, %log : tensor<4xf32>
  return %out, %eq : tensor<4xf32>, tensor<4xf32>
}
func.func @single_uses(%p: tensor<4xf32>, %q: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %top = mhlo.maximum %p, %q : tensor<4xf32>
  %dp = mhlo.subtract %p, %top : tensor<4xf32>
  %ep = mhlo.exponential %dp : tensor<4xf32>
  %dq = mhlo.subtract %q, %top : tensor<4xf32>
  %eq = mhlo.exponential %dq : tensor<4xf32>
  %sum = mhlo.add %ep, %eq : tensor<4xf32>
  %log = mhlo.log %sum : tensor<4xf32>
  %out = mhlo.add %top, %log : tensor<4xf32>
  return %out, %top : tensor<4xf32>, tensor<4xf32>
}
