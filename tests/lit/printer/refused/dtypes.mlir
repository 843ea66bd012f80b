// An element type that cannot be printed is reported where it enters the program, once, by name; all problems of a program
// together. Integers below eight bits, complex and f64 have no dtype.
// RUN: not hlo2penguin convert %s --split-input-file | filecheck %s
// RUN: not hlo2penguin convert %s --split-input-file --dialect=mhlo | filecheck %s --check-prefix=MHLO
// CHECK: input0: [ERROR] [NCC_ESPP004] complex<f32> dtype is not supported
// CHECK: op:   argument 0 of @main
// CHECK: input1: [ERROR] [NCC_ESPP004] f64 dtype is not supported
// CHECK-NOT: input2
// CHECK: input3: [ERROR] [NCC_ESPP004] i4 dtype is not supported
// CHECK-NOT: ERROR
// CHECK: // -----
// CHECK: [ERROR] [NCC_ESPP004] f64 dtype is not supported
// CHECK-NEXT: op:   %0 = stablehlo.convert
// CHECK: [ERROR] [NCC_ESPP004] complex<f32> dtype is not supported
// CHECK-NEXT: op:   %2 = stablehlo.complex
// CHECK-NOT: ERROR
// MHLO: input0: [ERROR] [NCC_PYP004] complex<f32> dtype is not supported
func.func @main(%c: tensor<2xcomplex<f32>>, %d: tensor<2xf64>, %e: tensor<2xf8E4M3FNUZ>, %i: tensor<2xi4>) -> (tensor<2xf32>, tensor<2xf64>, tensor<2xf8E4M3FNUZ>) {
  %0 = stablehlo.real %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %1 = stablehlo.add %d, %d : tensor<2xf64>
  %2 = stablehlo.add %i, %i : tensor<2xi4>
  return %0, %1, %e : tensor<2xf32>, tensor<2xf64>, tensor<2xf8E4M3FNUZ>
}
// -----
func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.convert %x : (tensor<2xf32>) -> tensor<2xf64>
  %1 = stablehlo.cbrt %0 : tensor<2xf64>
  %2 = stablehlo.complex %x, %x : tensor<2xcomplex<f32>>
  %3 = stablehlo.imag %2 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %4 = stablehlo.convert %1 : (tensor<2xf64>) -> tensor<2xf32>
  return %3, %4 : tensor<2xf32>, tensor<2xf32>
}
