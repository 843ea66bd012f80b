// Windows at full rank: strides default to 1, padding to 0. The initial value counts unless it is the function's identity,
// which for a maximum is finite. Dilations have keywords of their own, only where they are not all 1.
// FORM: reduce_window
// RUN: hlo2penguin convert %s | filecheck %s
// RUN: hlo2penguin convert %s --profile=documented | filecheck %s --check-prefix=DOC
// CHECK: v6 = m8.NeuronTensorOp(srcs=[v1, v2], dsts=[v7], op=np.maximum, xla_op='np.maximum', use_init_operand=True, stride=(1,2,2,1), padding=(0,0,0,0,0,0,0,0), window_shape=(1,2,2,1), id=7
// CHECK: v8 = m8.NeuronTensorOp(srcs=[v1, v5], dsts=[v9], op=np.add, xla_op='np.add', use_init_operand=False, stride=(1,1,1,1), padding=(0,0,2,1,0,0,0,0), window_shape=(1,3,1,1), id=9
// CHECK: v10 = m8.NeuronTensorOp(srcs=[v1, v3], dsts=[v11], op=np.maximum, xla_op='np.maximum', use_init_operand=False, stride=(1,1,1,1), padding=(0,0,0,0,0,0,0,0), window_shape=(1,1,1,1), id=11
// CHECK: v12 = m8.NeuronTensorOp(srcs=[v1, v4], dsts=[v13], op=np.multiply, xla_op='np.multiply', use_init_operand=True, stride=(1,1,1,1), padding=(0,0,0,0,0,0,0,0), window_shape=(1,2,1,1), base_dilation=(1,1,2,1), window_dilation=(1,2,1,1), id=13
// DOC: v6 = m8.NeuronTensorOp(srcs=[v1, v2], dsts=[v7], op=np.maximum, xla_op='np.maximum', use_init_operand=True, stride=[1, 2, 2, 1], padding=[0, 0, 0, 0, 0, 0, 0, 0], window_shape=[1, 2, 2, 1], id=7
// DOC: v8 = m8.NeuronTensorOp(srcs=[v1, v5], dsts=[v9], op=np.add, xla_op='np.add', use_init_operand=False, stride=[1, 1, 1, 1], padding=[0, 0, 2, 1, 0, 0, 0, 0], window_shape=[1, 3, 1, 1], id=9
// DOC: v10 = m8.NeuronTensorOp(srcs=[v1, v3], dsts=[v11], op=np.maximum, xla_op='np.maximum', use_init_operand=False, stride=[1, 1, 1, 1], padding=[0, 0, 0, 0, 0, 0, 0, 0], window_shape=[1, 1, 1, 1], id=11
// DOC: v12 = m8.NeuronTensorOp(srcs=[v1, v4], dsts=[v13], op=np.multiply, xla_op='np.multiply', use_init_operand=True, stride=[1, 1, 1, 1], padding=[0, 0, 0, 0, 0, 0, 0, 0], window_shape=[1, 2, 1, 1], base_dilation=[1, 1, 2, 1], window_dilation=[1, 2, 1, 1], id=13
func.func @main(%x: tensor<1x4x4x1xf32>) -> (tensor<1x2x2x1xf32>, tensor<1x5x4x1xf32>, tensor<1x4x4x1xf32>, tensor<1x2x7x1xf32>) {
  %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %lowest = stablehlo.constant dense<0xFF7FFFFF> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %z = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %ninf) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<1x4x4x1xf32>, tensor<f32>) -> tensor<1x2x2x1xf32>
  %1 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 3, 1, 1>, padding = dense<[[0, 0], [2, 1], [0, 0], [0, 0]]> : tensor<4x2xi64>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<1x4x4x1xf32>, tensor<f32>) -> tensor<1x5x4x1xf32>
  %2 = "stablehlo.reduce_window"(%x, %lowest) <{window_dimensions = array<i64: 1, 1, 1, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<1x4x4x1xf32>, tensor<f32>) -> tensor<1x4x4x1xf32>
  %3 = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 2, 1, 1>, window_dilations = array<i64: 1, 2, 1, 1>, base_dilations = array<i64: 1, 1, 2, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.multiply %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<1x4x4x1xf32>, tensor<f32>) -> tensor<1x2x7x1xf32>
  return %0, %1, %2, %3 : tensor<1x2x2x1xf32>, tensor<1x5x4x1xf32>, tensor<1x4x4x1xf32>, tensor<1x2x7x1xf32>
}
