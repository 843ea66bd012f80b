// The select region gives the comparison, exchanged operands the flipped one; the scatter region the function.
// FORM: select_and_scatter
// RUN: hlo2penguin convert %s | filecheck %s
// CHECK: v4 = m8.NeuronTensorOp(srcs=[v1, v2, v3], dsts=[v5], op=np.add, xla_op='np.greater_equal', window_shape=(1,2,2,1), stride=(1,2,2,1), padding=(0,0,0,0,0,0,0,0), src_shape=(1,8,8,4), scatter_ident=0.0, id=5
// CHECK: v6 = m8.NeuronTensorOp(srcs=[v1, v2, v3], dsts=[v7], op=np.maximum, xla_op='np.less', window_shape=(1,3,3,1), stride=(1,2,2,1), padding=(0,0,0,1,1,0,0,0), src_shape=(1,8,8,4), scatter_ident=-3.4028234663852886e+38, id=7
func.func @main(%x: tensor<1x8x8x4xf32>, %s: tensor<1x4x4x4xf32>) -> (tensor<1x8x8x4xf32>, tensor<1x8x8x4xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %p : tensor<f32>
  }) : (tensor<1x8x8x4xf32>, tensor<1x4x4x4xf32>, tensor<f32>) -> tensor<1x8x8x4xf32>
  %1 = "stablehlo.select_and_scatter"(%x, %s, %z) <{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>, padding = dense<[[0, 0], [0, 1], [1, 0], [0, 0]]> : tensor<4x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare GT, %b, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.maximum %b, %a : tensor<f32>
    stablehlo.return %p : tensor<f32>
  }) : (tensor<1x8x8x4xf32>, tensor<1x4x4x4xf32>, tensor<f32>) -> tensor<1x8x8x4xf32>
  return %0, %1 : tensor<1x8x8x4xf32>, tensor<1x8x8x4xf32>
}
