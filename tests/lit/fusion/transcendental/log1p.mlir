// fuseLog1pOp: log(x + 1), the one made in the element type and inside the fusion (section 7).
// RUN: hlo2penguin opt --pass=neuron-op-fusion --general-elementwise-fusion %s | filecheck %s
// RUN: sed s/mhlo/stablehlo/g %s | hlo2penguin opt --pass=neuron-op-fusion --general-elementwise-fusion --fusion-form=fusion - | sed s/stablehlo/mhlo/g | filecheck %s

// CHECK-LABEL: func.func @bf16
// CHECK-NEXT: %[[F:.+]] = "mhlo.fusion"(%arg0) ({
// CHECK-NEXT: ^bb0(%[[A:.+]]: tensor<2x3xbf16>):
// CHECK-NEXT: %[[C:.+]] = mhlo.constant dense<1.000000e+00> : tensor<2x3xbf16>
// CHECK-NEXT: %[[S:.+]] = mhlo.add %[[A]], %[[C]] : tensor<2x3xbf16>
// CHECK-NEXT: %[[L:.+]] = mhlo.log %[[S]] : tensor<2x3xbf16>
// CHECK-NEXT: mhlo.return %[[L]] : tensor<2x3xbf16>
// CHECK-NEXT: }) {FusionKind = "Log1p"} : (tensor<2x3xbf16>) -> tensor<2x3xbf16>
// CHECK-NEXT: return %[[F]]
func.func @bf16(%x: tensor<2x3xbf16>) -> tensor<2x3xbf16> {
  %e = mhlo.log_plus_one %x : tensor<2x3xbf16>
  return %e : tensor<2x3xbf16>
}

// Two in one function, and an expm1 of a log1p: the later sub-pass's fusion feeds the earlier one's.
// CHECK-LABEL: func.func @two
// CHECK: %[[F:.+]] = "mhlo.fusion"(%arg0)
// CHECK: FusionKind = "Log1p"
// CHECK: %[[G:.+]] = "mhlo.fusion"(%[[F]])
// CHECK: FusionKind = "Expm1"
// CHECK: %[[H:.+]] = "mhlo.fusion"(%arg0)
// CHECK: FusionKind = "Log1p"
// CHECK: return %[[G]], %[[H]]
func.func @two(%x: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %l = mhlo.log_plus_one %x : tensor<5xf32>
  %e = mhlo.exponential_minus_one %l : tensor<5xf32>
  %k = mhlo.log_plus_one %x : tensor<5xf32>
  return %e, %k : tensor<5xf32>, tensor<5xf32>
}

// CHECK-LABEL: func.func @accuracy
// CHECK: mhlo.add %{{.+}}, %{{.+}} : tensor<5xf32>
// CHECK-NEXT: mhlo.log %{{.+}} {result_accuracy = #mhlo.result_accuracy<ulps = 10
func.func @accuracy(%x: tensor<5xf32>) -> tensor<5xf32> {
  %e = mhlo.log_plus_one %x {result_accuracy = #mhlo.result_accuracy<ulps = 10, mode = #mhlo.result_accuracy_mode<TOLERANCE>>} : tensor<5xf32>
  return %e : tensor<5xf32>
}

// Condition 1: complex is no float type.
// CHECK-LABEL: func.func @complex
// CHECK-NEXT: mhlo.log_plus_one
// CHECK-NEXT: return
func.func @complex(%x: tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>> {
  %e = mhlo.log_plus_one %x : tensor<5xcomplex<f32>>
  return %e : tensor<5xcomplex<f32>>
}
