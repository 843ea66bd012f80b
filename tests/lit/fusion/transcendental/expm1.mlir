// fuseExpm1Op: exp(x) - 1, the one made in the element type and inside the fusion (section 7).
// RUN: hlo2penguin opt --pass=neuron-op-fusion --general-elementwise-fusion %s | filecheck %s
// RUN: sed s/mhlo/stablehlo/g %s | hlo2penguin opt --pass=neuron-op-fusion --general-elementwise-fusion --fusion-form=fusion - | sed s/stablehlo/mhlo/g | filecheck %s

// CHECK-LABEL: func.func @f32
// CHECK-NEXT: %[[F:.+]] = "mhlo.fusion"(%arg0) ({
// CHECK-NEXT: ^bb0(%[[A:.+]]: tensor<5xf32>):
// CHECK-NEXT: %[[C:.+]] = mhlo.constant dense<1.000000e+00> : tensor<5xf32>
// CHECK-NEXT: %[[E:.+]] = mhlo.exponential %[[A]] : tensor<5xf32>
// CHECK-NEXT: %[[S:.+]] = mhlo.subtract %[[E]], %[[C]] : tensor<5xf32>
// CHECK-NEXT: mhlo.return %[[S]] : tensor<5xf32>
// CHECK-NEXT: }) {FusionKind = "Expm1"} : (tensor<5xf32>) -> tensor<5xf32>
// CHECK-NEXT: return %[[F]]
func.func @f32(%x: tensor<5xf32>) -> tensor<5xf32> {
  %e = mhlo.exponential_minus_one %x : tensor<5xf32>
  return %e : tensor<5xf32>
}

// No single-use test: every use is redirected.
// CHECK-LABEL: func.func @several_users
// CHECK: %[[F:.+]] = "mhlo.fusion"(%arg0)
// CHECK: FusionKind = "Expm1"
// CHECK: %[[M:.+]] = mhlo.multiply %[[F]], %[[F]]
// CHECK-NEXT: return %[[M]], %[[F]]
func.func @several_users(%x: tensor<5xbf16>) -> (tensor<5xbf16>, tensor<5xbf16>) {
  %e = mhlo.exponential_minus_one %x : tensor<5xbf16>
  %m = mhlo.multiply %e, %e : tensor<5xbf16>
  return %m, %e : tensor<5xbf16>, tensor<5xbf16>
}

// The exponential keeps the accuracy asked for, the subtraction gets no attribute (OQ-46).
// CHECK-LABEL: func.func @accuracy
// CHECK: mhlo.constant dense<1.000000e+00> : tensor<5xf64>
// CHECK-NEXT: mhlo.exponential %{{.+}} {result_accuracy = #mhlo.result_accuracy<ulps = 10
// CHECK-NEXT: mhlo.subtract %{{.+}}, %{{.+}} : tensor<5xf64>
func.func @accuracy(%x: tensor<5xf64>) -> tensor<5xf64> {
  %e = mhlo.exponential_minus_one %x {result_accuracy = #mhlo.result_accuracy<ulps = 10, mode = #mhlo.result_accuracy_mode<TOLERANCE>>} : tensor<5xf64>
  return %e : tensor<5xf64>
}

// A chain: the second reads the first fusion.
// CHECK-LABEL: func.func @chain
// CHECK: %[[F:.+]] = "mhlo.fusion"(%arg0)
// CHECK: %[[G:.+]] = "mhlo.fusion"(%[[F]])
// CHECK: return %[[G]]
func.func @chain(%x: tensor<5xf16>) -> tensor<5xf16> {
  %e = mhlo.exponential_minus_one %x : tensor<5xf16>
  %g = mhlo.exponential_minus_one %e : tensor<5xf16>
  return %g : tensor<5xf16>
}

// Condition 1: complex is no float type.
// CHECK-LABEL: func.func @complex
// CHECK-NEXT: mhlo.exponential_minus_one
// CHECK-NEXT: return
func.func @complex(%x: tensor<5xcomplex<f32>>) -> tensor<5xcomplex<f32>> {
  %e = mhlo.exponential_minus_one %x : tensor<5xcomplex<f32>>
  return %e : tensor<5xcomplex<f32>>
}
