// What keeps the expanders from acting: an enclosing fusion (OQ-47), a dynamic shape, the documented single-use guard.
// RUN: hlo2penguin opt --pass=neuron-op-fusion --fuse=all %s | filecheck %s
// RUN: hlo2penguin opt --pass=neuron-op-fusion --fuse=all --profile=documented %s | filecheck %s --check-prefix=GUARD

// CHECK-LABEL: func.func @already_fused
// CHECK-NEXT: "mhlo.fusion"
// CHECK-NEXT: ^bb0
// CHECK-NEXT: mhlo.exponential_minus_one
// CHECK-NEXT: mhlo.log_plus_one
// CHECK-NEXT: mhlo.return
func.func @already_fused(%x: tensor<5xf32>) -> tensor<5xf32> {
  %f = "mhlo.fusion"(%x) ({
  ^bb0(%a: tensor<5xf32>):
    %e = mhlo.exponential_minus_one %a : tensor<5xf32>
    %l = mhlo.log_plus_one %e : tensor<5xf32>
    "mhlo.return"(%l) : (tensor<5xf32>) -> ()
  }) {FusionKind = "Elementwise"} : (tensor<5xf32>) -> tensor<5xf32>
  return %f : tensor<5xf32>
}

// CHECK-LABEL: func.func @dynamic
// CHECK-NEXT: mhlo.exponential_minus_one
// CHECK-NEXT: return
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %e = mhlo.exponential_minus_one %x : tensor<?xf32>
  return %e : tensor<?xf32>
}

// CHECK-LABEL: func.func @two_uses
// CHECK: FusionKind = "Expm1"
// CHECK: FusionKind = "Log1p"
// GUARD-LABEL: func.func @two_uses
// GUARD-NEXT: mhlo.exponential_minus_one
// GUARD-NEXT: mhlo.log_plus_one
// GUARD-NEXT: return
func.func @two_uses(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) {
  %e = mhlo.exponential_minus_one %x : tensor<5xf32>
  %l = mhlo.log_plus_one %e : tensor<5xf32>
  return %e, %l, %l : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>
}

// GUARD-LABEL: func.func @one_use
// GUARD: FusionKind = "Expm1"
// GUARD: FusionKind = "Log1p"
func.func @one_use(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %e = mhlo.exponential_minus_one %x : tensor<5xf32>
  %l = mhlo.log_plus_one %x : tensor<5xf32>
  return %e, %l : tensor<5xf32>, tensor<5xf32>
}
