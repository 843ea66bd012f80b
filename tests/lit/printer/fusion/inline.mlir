// An inline fusion: a header that declares the results, then the body, whose producers write the header's tensors.
// What no statement of the body can write (an argument, a constant, a value returned twice) is copied.
// FORM: fusion
// RUN: hlo2penguin convert %s | filecheck %s
// CHECK: v4 = m0.Tensor(name="output0", shape=(8,4), parent=v0, id=3, dtype="float32"
// CHECK: v3 = m8.NeuronTensorOp(srcs=[v1], dsts=[v4], xla_op='mhlo.fusion', op='Elementwise', hilo_fusion_op='Expm1', id=4
// CHECK: v5 = m0.SingleValueTensor(value=m7.dtype.static_cast(1.0, np.float32), name="constant.1", shape=(8,4), parent=v0, id=5, dtype="float32"
// CHECK: v7 = m0.Tensor(name="exponential.1", shape=(8,4), parent=v0, id=6, dtype="float32"
// CHECK: v6 = m8.NeuronTensorOp(srcs=[v1], dsts=[v7], op=np.exp, xla_op='mhlo.unary', id=7
// CHECK: v8 = m8.NeuronTensorOp(srcs=[v7, v5], dsts=[v4], op=np.subtract, xla_op='mhlo.binary', id=8
// CHECK: v9 = m0.SingleValueTensor(value=m7.dtype.static_cast(0.0, np.float32), name="constant.2", shape=(), parent=v0, id=9, dtype="float32"
// CHECK: v11 = m0.Tensor(name="output1", shape=(8,), parent=v0, id=10, dtype="float32"
// CHECK: v10 = m8.NeuronTensorOp(srcs=[v9, v4], dsts=[v11], xla_op='mhlo.fusion', op='MulRedSqrt', hilo_fusion_op='MulRedSqrt', reduce_dims=[1], id=11
// CHECK: v13 = m0.Tensor(name="multiply.1", shape=(8,4), parent=v0, id=12, dtype="float32"
// CHECK: v12 = m8.NeuronTensorOp(srcs=[v4, v4], dsts=[v13], op=np.multiply, xla_op='mhlo.binary', id=13
// CHECK: v15 = m0.Tensor(name="reduce.1", shape=(8,), parent=v0, id=14, dtype="float32"
// CHECK: v14 = m8.NeuronTensorOp(srcs=[v13, v9], dsts=[v15], op=np.add, xla_op='np.add', init_value=0.0, reduce_dims=[1], id=15
// CHECK: v16 = m8.NeuronTensorOp(srcs=[v15], dsts=[v11], op=np.sqrt, xla_op='mhlo.unary', id=16
// CHECK: v18 = m0.Tensor(name="output2", shape=(8,4), parent=v0, id=17, dtype="float32"
// CHECK: v17 = m8.NeuronTensorOp(srcs=[v4, v2], dsts=[v18], xla_op='mhlo.fusion', op='DotFusion', hilo_fusion_op='DotFusion', id=18
// CHECK: v20 = m0.Tensor(name="dot.1", shape=(8,4), parent=v0, id=19, dtype="float32"
// CHECK: v19 = m8.NeuronTensorOp(srcs=[v4, v2], dsts=[v20], xla_op='mhlo.dot', lhs_batching_dims=[], lhs_contract_dims=[1], rhs_batching_dims=[], rhs_contract_dims=[0], id=20
// CHECK: v21 = m8.NeuronTensorOp(srcs=[v20], dsts=[v18], op=m9.expit, xla_op='mhlo.unary', id=21
// CHECK: v23 = m0.Tensor(name="get_tuple_element.1", shape=(8,4), parent=v0, id=22, dtype="float32"
// CHECK: v24 = m0.Tensor(name="get_tuple_element.2", shape=(8,4), parent=v0, id=23, dtype="float32"
// CHECK: v25 = m0.Tensor(name="output3", shape=(8,4), parent=v0, id=24, dtype="float32"
// CHECK: v26 = m0.Tensor(name="output4", shape=(8,4), parent=v0, id=25, dtype="float32"
// CHECK: v22 = m8.NeuronTensorOp(srcs=[v18], dsts=[v23, v24, v25, v26], xla_op='mhlo.fusion', op='DotSoftmax', hilo_fusion_op='DotSoftmax', id=26
// CHECK: v27 = m0.SingleValueTensor(value=m7.dtype.static_cast(2.0, np.float32), name="constant.3", shape=(8,4), parent=v0, id=27, dtype="float32"
// CHECK: v28 = m8.NeuronTensorOp(srcs=[v18], dsts=[v23], op=np.tanh, xla_op='mhlo.unary', id=28
// CHECK: v29 = m0.OffloadedMemCpy(srcs=[v18], dsts=[v24], dtype="float32", id=29
// CHECK: v30 = m0.OffloadedMemCpy(srcs=[v23], dsts=[v25], dtype="float32", id=30
// CHECK: v31 = m0.OffloadedMemCpy(srcs=[v27], dsts=[v26], dtype="float32", id=31
// CHECK: v33 = m0.Tensor(name="output6", shape=(8,4), parent=v0, id=32, dtype="float32"
// CHECK: v32 = m8.NeuronTensorOp(srcs=[v23, v24], dsts=[v33], op=np.add, xla_op='mhlo.binary', id=33
// CHECK: v35 = m0.Tensor(name="fusion.1", shape=(8,4), parent=v0, id=34, dtype="float32"
// CHECK: v34 = m8.NeuronTensorOp(srcs=[v33], dsts=[v35], xla_op='mhlo.fusion', op='Elementwise', hilo_fusion_op='Log1p', id=35
// CHECK: v36 = m8.NeuronTensorOp(srcs=[v33], dsts=[v35], op=np.abs, xla_op='mhlo.unary', id=36
// CHECK: v38 = m0.Tensor(name="output5", shape=(8,4), parent=v0, id=37, dtype="float32"
// CHECK: v37 = m8.NeuronTensorOp(srcs=[v35], dsts=[v38], xla_op='mhlo.fusion', op='Elementwise', hilo_fusion_op='Elementwise', id=38
// CHECK: v39 = m8.NeuronTensorOp(srcs=[v35], dsts=[v38], op=np.negative, xla_op='mhlo.unary', id=39
func.func @main(%x: tensor<8x4xf32>, %w: tensor<4x4xf32>) -> (tensor<8x4xf32>, tensor<8xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  %0 = "mhlo.fusion"(%x) ({
  ^bb0(%a: tensor<8x4xf32>):
    %c = mhlo.constant dense<1.0> : tensor<8x4xf32>
    %e = mhlo.exponential %a : tensor<8x4xf32>
    %s = mhlo.subtract %e, %c : tensor<8x4xf32>
    mhlo.return %s : tensor<8x4xf32>
  }) {FusionKind = "Expm1"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %z = mhlo.constant dense<0.0> : tensor<f32>
  %1 = "mhlo.fusion"(%z, %0) ({
  ^bb0(%i: tensor<f32>, %a: tensor<8x4xf32>):
    %m = mhlo.multiply %a, %a : tensor<8x4xf32>
    %r = mhlo.reduce(%m init: %i) applies mhlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
    %q = mhlo.sqrt %r : tensor<8xf32>
    mhlo.return %q : tensor<8xf32>
  }) {FusionKind = "MulRedSqrt"} : (tensor<f32>, tensor<8x4xf32>) -> tensor<8xf32>
  %2 = "mhlo.fusion"(%0, %w) ({
  ^bb0(%a: tensor<8x4xf32>, %b: tensor<4x4xf32>):
    %d = "mhlo.dot"(%a, %b) : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %l = mhlo.logistic %d : tensor<8x4xf32>
    mhlo.return %l : tensor<8x4xf32>
  }) {FusionKind = "DotLogistic"} : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %3:4 = "mhlo.fusion"(%2) ({
  ^bb0(%a: tensor<8x4xf32>):
    %c = mhlo.constant dense<2.0> : tensor<8x4xf32>
    %t = mhlo.tanh %a : tensor<8x4xf32>
    mhlo.return %t, %a, %t, %c : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>
  }) {FusionKind = "DotSoftmax"} : (tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>)
  %4 = mhlo.add %3#0, %3#1 : tensor<8x4xf32>
  %5 = "mhlo.fusion"(%4) ({
  ^bb0(%a: tensor<8x4xf32>):
    %t = mhlo.abs %a : tensor<8x4xf32>
    mhlo.return %t : tensor<8x4xf32>
  }) {FusionKind = "Log1p"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %6 = "mhlo.fusion"(%5) ({
  ^bb0(%a: tensor<8x4xf32>):
    %t = mhlo.negate %a : tensor<8x4xf32>
    mhlo.return %t : tensor<8x4xf32>
  }) {FusionKind = "Elementwise"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0, %1, %2, %3#2, %3#3, %6, %4 : tensor<8x4xf32>, tensor<8xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>
}
