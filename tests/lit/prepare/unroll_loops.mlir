// A counted loop becomes its iterations: no counter, no compare, static slices, one constant per written index.
// RUN: hlo2penguin opt --pass=unroll-loops %s | filecheck %s

// CHECK-LABEL: func.func @main
// CHECK-NOT: stablehlo.while
// CHECK: %[[ZERO:.+]] = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: %[[A:.+]] = stablehlo.slice %arg0 [0:1]
// CHECK-NEXT: %[[B:.+]] = stablehlo.negate %[[A]]
// CHECK-NEXT: %[[C:.+]] = stablehlo.dynamic_update_slice %arg0, %[[B]], %[[ZERO]]
// CHECK-NEXT: %[[D:.+]] = stablehlo.slice %[[C]] [1:2]
// CHECK-NEXT: %[[E:.+]] = stablehlo.negate %[[D]]
// CHECK-NEXT: %[[ONE:.+]] = stablehlo.constant dense<1> : tensor<i32>
// CHECK-NEXT: %[[F:.+]] = stablehlo.dynamic_update_slice %[[C]], %[[E]], %[[ONE]]
// CHECK-NEXT: return %[[F]]
func.func @main(%x: tensor<5xf32>) -> tensor<5xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<5xf32>
    cond {
      %p = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %s = stablehlo.dynamic_slice %a, %i, sizes = [1] : (tensor<5xf32>, tensor<i32>) -> tensor<1xf32>
      %t = stablehlo.negate %s : tensor<1xf32>
      %u = stablehlo.dynamic_update_slice %a, %t, %i : (tensor<5xf32>, tensor<1xf32>, tensor<i32>) -> tensor<5xf32>
      %n = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %n, %u : tensor<i32>, tensor<5xf32>
    }
  return %r#1 : tensor<5xf32>
}
