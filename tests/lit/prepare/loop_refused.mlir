// A loop whose end depends on data is refused with the place and the reason; one that is too long with its counts.
// RUN: not hlo2penguin convert %s -o %t/penguin.py 2>&1 | filecheck %s
// RUN: not test -e %t/penguin.py
// RUN: not hlo2penguin convert --unroll-limit 3 %S/unroll_loops.mlir -o %t/penguin.py 2>&1 | filecheck %s --check-prefix=LIMIT

// CHECK: loop_refused.mlir:{{[0-9]+:[0-9]+.*}}NCC_PYP055{{.*}}`while` has no counterpart in Penguin
// CHECK-SAME: its condition depends on carried value 0, whose start is not known at compile time
// CHECK: help:
// LIMIT: H2P202{{.*}}`while` cannot be unrolled: 2 iterations of 3 operations are 6 operations after unrolling, 3 are allowed
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %ten = stablehlo.constant dense<10.0> : tensor<f32>
  %r = stablehlo.while(%a = %x) : tensor<f32>
    cond {
      %p = stablehlo.compare LT, %a, %ten : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %b = stablehlo.add %a, %a : tensor<f32>
      stablehlo.return %b : tensor<f32>
    }
  return %r : tensor<f32>
}
