// OQ-70: a compound body has no name; the documents name it by its first known op. A lone subtract has none in either.
// RUN: not hlo2penguin convert %s --split-input-file --fuse=none | filecheck %s
// RUN: not hlo2penguin convert %s --split-input-file --fuse=none --profile=documented | filecheck %s --check-prefix=DOC
// CHECK: [NCC_PYP055] reduction body is not a single recognised operation
// CHECK-NEXT: op: {{.*}}stablehlo.reduce
// CHECK: help: reduce with add
// CHECK: // -----
// CHECK: [NCC_PYP055] reduction body is not a single recognised operation
// CHECK: // -----
// CHECK: [NCC_PYP055] reduction body is not a single recognised operation
// DOC: op=np.maximum, xla_op='np.maximum', init_value=-3.4028234663852886e+38, reduce_dims=[0]
// DOC: // -----
// DOC: [NCC_PYP055] reduction body is not a single recognised operation
// DOC: // -----
// DOC: [NCC_PYP055] reduction body is not a single recognised operation
func.func @main(%x: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %m = stablehlo.maximum %a, %b : tensor<f32>
    %d = stablehlo.add %m, %a : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }
  return %0 : tensor<f32>
}
// -----
func.func @main(%x: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %d = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }
  return %0 : tensor<f32>
}
// -----
func.func @main(%x: tensor<4xf32>, %z: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    stablehlo.return %b : tensor<f32>
  }
  return %0 : tensor<f32>
}
