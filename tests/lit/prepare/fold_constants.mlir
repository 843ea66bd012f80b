// Converts of constants are folded, f64 goes with them; broadcasts where the constant is a splat or the result small.
// RUN: hlo2penguin opt --pass=fold-constants %s | filecheck %s
// RUN: hlo2penguin opt --pass=fold-constants --pass=fold-constants %s | filecheck %s

// CHECK-LABEL: func.func @main
// CHECK-NOT: f64
// CHECK: stablehlo.constant dense<1.000000e-01> : tensor<64x64xf32>
// CHECK-NOT: f64
// CHECK: stablehlo.constant dense<{{\[\[1, 1\], \[2, 2\]\]}}> : tensor<2x2xi32>
// CHECK: %[[ROW:.+]] = stablehlo.constant dense<[1.000000e+00, 2.000000e+00]>
// CHECK: stablehlo.broadcast_in_dim %[[ROW]], dims = [0]
func.func @main(%x: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<2x2xi32>, tensor<2x4096xf32>) {
  %c = stablehlo.constant dense<0.1> : tensor<f64>
  %f = stablehlo.convert %c : (tensor<f64>) -> tensor<f32>
  %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
  %r = stablehlo.add %x, %b : tensor<64x64xf32>
  %d = stablehlo.constant dense<[1.5, 2.9]> : tensor<2xf64>
  %i = stablehlo.convert %d : (tensor<2xf64>) -> tensor<2xi32>
  %s = stablehlo.broadcast_in_dim %i, dims = [0] : (tensor<2xi32>) -> tensor<2x2xi32>
  %e = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %l = stablehlo.broadcast_in_dim %e, dims = [0] : (tensor<2xf32>) -> tensor<2x4096xf32>
  return %r, %s, %l : tensor<64x64xf32>, tensor<2x2xi32>, tensor<2x4096xf32>
}
