// A body of one op on the two arguments names the function, in either order; init_value is its identity, the initial
// value is an operand. i1 reduces by logical functions.
// FORM: reduce
// RUN: hlo2penguin convert %s --fuse=none | filecheck %s
// CHECK: v11 = m8.NeuronTensorOp(srcs=[v1, v6], dsts=[v12], op=np.add, xla_op='np.add', init_value=0.0, reduce_dims=[1], id=12
// CHECK: v13 = m8.NeuronTensorOp(srcs=[v1, v6], dsts=[v14], op=np.maximum, xla_op='np.maximum', init_value=-3.4028234663852886e+38, reduce_dims=[0], id=14
// CHECK: v15 = m8.NeuronTensorOp(srcs=[v2, v7], dsts=[v16], op=np.minimum, xla_op='np.minimum', init_value=3.3895313892515355e+38, reduce_dims=[0,1], id=16
// CHECK: v17 = m8.NeuronTensorOp(srcs=[v3, v8], dsts=[v18], op=np.multiply, xla_op='np.multiply', init_value=1, reduce_dims=[0], id=18
// CHECK: v19 = m8.NeuronTensorOp(srcs=[v3, v8], dsts=[v20], op=np.bitwise_and, xla_op='np.bitwise_and', init_value=-1, reduce_dims=[0], id=20
// CHECK: v21 = m8.NeuronTensorOp(srcs=[v3, v8], dsts=[v22], op=np.minimum, xla_op='np.minimum', init_value=2147483647, reduce_dims=[0], id=22
// CHECK: v23 = m8.NeuronTensorOp(srcs=[v4, v9], dsts=[v24], op=np.bitwise_xor, xla_op='np.bitwise_xor', init_value=0, reduce_dims=[0], id=24
// CHECK: v25 = m8.NeuronTensorOp(srcs=[v4, v9], dsts=[v26], op=np.bitwise_and, xla_op='np.bitwise_and', init_value=255, reduce_dims=[0], id=26
// CHECK: v27 = m8.NeuronTensorOp(srcs=[v5, v10], dsts=[v28], op=np.logical_or, xla_op='np.logical_or', init_value=False, reduce_dims=[1], id=28
// CHECK: v29 = m8.NeuronTensorOp(srcs=[v5, v10], dsts=[v30], op=np.logical_and, xla_op='np.logical_and', init_value=True, reduce_dims=[1], id=30
// CHECK: v31 = m8.NeuronTensorOp(srcs=[v5, v10], dsts=[v32], op=np.logical_xor, xla_op='np.logical_xor', init_value=False, reduce_dims=[1], id=32
func.func @main(%x: tensor<4x8xf32>, %h: tensor<4x8xbf16>, %i: tensor<4x8xi32>, %u: tensor<4x8xui8>, %b: tensor<4x8xi1>, %z: tensor<f32>, %zh: tensor<bf16>, %zi: tensor<i32>, %zu: tensor<ui8>, %zb: tensor<i1>) -> (tensor<4xf32>, tensor<8xf32>, tensor<bf16>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xui8>, tensor<8xui8>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = "stablehlo.reduce"(%h, %zh) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%p: tensor<bf16>, %q: tensor<bf16>):
    %m = stablehlo.minimum %q, %p : tensor<bf16>
    stablehlo.return %m : tensor<bf16>
  }) : (tensor<4x8xbf16>, tensor<bf16>) -> tensor<bf16>
  %3 = stablehlo.reduce(%i init: %zi) applies stablehlo.multiply across dimensions = [0] : (tensor<4x8xi32>, tensor<i32>) -> tensor<8xi32>
  %4 = stablehlo.reduce(%i init: %zi) applies stablehlo.and across dimensions = [0] : (tensor<4x8xi32>, tensor<i32>) -> tensor<8xi32>
  %5 = stablehlo.reduce(%i init: %zi) applies stablehlo.minimum across dimensions = [0] : (tensor<4x8xi32>, tensor<i32>) -> tensor<8xi32>
  %6 = stablehlo.reduce(%u init: %zu) applies stablehlo.xor across dimensions = [0] : (tensor<4x8xui8>, tensor<ui8>) -> tensor<8xui8>
  %7 = stablehlo.reduce(%u init: %zu) applies stablehlo.and across dimensions = [0] : (tensor<4x8xui8>, tensor<ui8>) -> tensor<8xui8>
  %8 = stablehlo.reduce(%b init: %zb) applies stablehlo.or across dimensions = [1] : (tensor<4x8xi1>, tensor<i1>) -> tensor<4xi1>
  %9 = stablehlo.reduce(%b init: %zb) applies stablehlo.and across dimensions = [1] : (tensor<4x8xi1>, tensor<i1>) -> tensor<4xi1>
  %10 = stablehlo.reduce(%b init: %zb) applies stablehlo.xor across dimensions = [1] : (tensor<4x8xi1>, tensor<i1>) -> tensor<4xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : tensor<4xf32>, tensor<8xf32>, tensor<bf16>, tensor<8xi32>, tensor<8xi32>, tensor<8xi32>, tensor<8xui8>, tensor<8xui8>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}
