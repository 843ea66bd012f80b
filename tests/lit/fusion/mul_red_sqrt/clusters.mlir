// fuseMulRedSqrt: multiply, reduce, sqrt (section 6). Live-ins come as init, then factors (OQ-41).
// RUN: hlo2penguin opt --pass=neuron-op-fusion %s | filecheck %s
// RUN: sed s/mhlo/stablehlo/g %s | hlo2penguin opt --pass=neuron-op-fusion --fusion-form=fusion - | sed s/stablehlo/mhlo/g | filecheck %s

// CHECK-LABEL: func.func @square
// CHECK-NEXT: %[[Z:.+]] = mhlo.constant
// CHECK-NEXT: %[[F:.+]] = "mhlo.fusion"(%[[Z]], %arg0) ({
// CHECK-NEXT: ^bb0(%[[I:.+]]: tensor<f32>, %[[A:.+]]: tensor<6x32xf32>):
// CHECK-NEXT: %[[Q:.+]] = mhlo.multiply %[[A]], %[[A]]
// CHECK-NEXT: %[[R:.+]] = mhlo.reduce(%[[Q]] init: %[[I]]) applies mhlo.add across dimensions = [1]
// CHECK-NEXT: %[[S:.+]] = mhlo.sqrt %[[R]]
// CHECK-NEXT: mhlo.return %[[S]] : tensor<6xf32>
// CHECK-NEXT: }) {FusionKind = "MulRedSqrt"} : (tensor<f32>, tensor<6x32xf32>) -> tensor<6xf32>
// CHECK-NEXT: return %[[F]]
func.func @square(%x: tensor<6x32xf32>) -> tensor<6xf32> {
  %z = mhlo.constant dense<0.0> : tensor<f32>
  %q = mhlo.multiply %x, %x : tensor<6x32xf32>
  %r = mhlo.reduce(%q init: %z) applies mhlo.add across dimensions = [1] : (tensor<6x32xf32>, tensor<f32>) -> tensor<6xf32>
  %s = mhlo.sqrt %r : tensor<6xf32>
  return %s : tensor<6xf32>
}

// P3: the factors need not be equal. Epsilon and reciprocal stay outside.
// CHECK-LABEL: func.func @product_of_two_values
// CHECK: %[[F:.+]] = "mhlo.fusion"(%arg2, %arg0, %arg1)
// CHECK: %[[D:.+]] = mhlo.divide %{{.+}}, %[[F]]
// CHECK-NEXT: return %[[D]]
func.func @product_of_two_values(%x: tensor<6x32xf16>, %y: tensor<6x32xf16>, %z: tensor<f16>) -> tensor<6xf16> {
  %q = mhlo.multiply %x, %y : tensor<6x32xf16>
  %r = mhlo.reduce(%q init: %z) applies mhlo.add across dimensions = [1] : (tensor<6x32xf16>, tensor<f16>) -> tensor<6xf16>
  %s = mhlo.sqrt %r : tensor<6xf16>
  %one = mhlo.constant dense<1.0> : tensor<6xf16>
  %d = mhlo.divide %one, %s : tensor<6xf16>
  return %d : tensor<6xf16>
}

// P5: the reduction body is not looked at.
// CHECK-LABEL: func.func @max_body
// CHECK: "mhlo.fusion"
// CHECK: applies mhlo.maximum
// CHECK: FusionKind = "MulRedSqrt"
func.func @max_body(%x: tensor<6x32xf32>, %z: tensor<f32>) -> tensor<6xf32> {
  %q = mhlo.multiply %x, %x : tensor<6x32xf32>
  %r = mhlo.reduce(%q init: %z) applies mhlo.maximum across dimensions = [1] : (tensor<6x32xf32>, tensor<f32>) -> tensor<6xf32>
  %s = mhlo.sqrt %r : tensor<6xf32>
  return %s : tensor<6xf32>
}

// Two matches; the root may have any number of users.
// CHECK-LABEL: func.func @two_matches
// CHECK: %[[F:.+]] = "mhlo.fusion"(%arg1, %arg0)
// CHECK: %[[G:.+]] = "mhlo.fusion"(%arg1, %arg0)
// CHECK: %[[A:.+]] = mhlo.add %[[F]], %[[F]]
// CHECK: return %[[A]], %[[G]]
func.func @two_matches(%x: tensor<6x6xf32>, %z: tensor<f32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %q = mhlo.multiply %x, %x : tensor<6x6xf32>
  %r = mhlo.reduce(%q init: %z) applies mhlo.add across dimensions = [1] : (tensor<6x6xf32>, tensor<f32>) -> tensor<6xf32>
  %p = mhlo.multiply %x, %x : tensor<6x6xf32>
  %t = mhlo.reduce(%p init: %z) applies mhlo.add across dimensions = [0] : (tensor<6x6xf32>, tensor<f32>) -> tensor<6xf32>
  %s = mhlo.sqrt %r : tensor<6xf32>
  %u = mhlo.sqrt %t : tensor<6xf32>
  %a = mhlo.add %s, %s : tensor<6xf32>
  return %a, %u : tensor<6xf32>, tensor<6xf32>
}
