// A composite prints as a fusion does. One function may be the body of several: each call has tensors of its own.
// The StableHLO printer names the kind of a DotLogistic where the MHLO printer says DotFusion (OQ-34).
// RUN: hlo2penguin convert %s | filecheck %s
// RUN: hlo2penguin convert %s --profile=documented | filecheck %s --check-prefix=DOC
// DOC: op='DotFusion', hilo_fusion_op='DotFusion', id=
// CHECK: v4 = m0.Tensor(name="fusion.1", shape=(8,), parent=v0, id=3, dtype="float32"
// CHECK: v3 = m8.NeuronTensorOp(srcs=[v1], dsts=[v4], xla_op='mhlo.fusion', op='Elementwise', hilo_fusion_op='Elementwise', id=4
// CHECK: v6 = m0.Tensor(name="abs.1", shape=(8,), parent=v0, id=5, dtype="float32"
// CHECK: v5 = m8.NeuronTensorOp(srcs=[v1], dsts=[v6], op=np.abs, xla_op='mhlo.unary', id=6
// CHECK: v7 = m8.NeuronTensorOp(srcs=[v6], dsts=[v4], op=np.negative, xla_op='mhlo.unary', id=7
// CHECK: v9 = m0.Tensor(name="output0", shape=(8,), parent=v0, id=8, dtype="float32"
// CHECK: v8 = m8.NeuronTensorOp(srcs=[v4], dsts=[v9], xla_op='mhlo.fusion', op='Elementwise', hilo_fusion_op='Elementwise', id=9
// CHECK: v11 = m0.Tensor(name="abs.2", shape=(8,), parent=v0, id=10, dtype="float32"
// CHECK: v10 = m8.NeuronTensorOp(srcs=[v4], dsts=[v11], op=np.abs, xla_op='mhlo.unary', id=11
// CHECK: v12 = m8.NeuronTensorOp(srcs=[v11], dsts=[v9], op=np.negative, xla_op='mhlo.unary', id=12
// CHECK: v14 = m0.Tensor(name="output1", shape=(8,), parent=v0, id=13, dtype="float32"
// CHECK: v13 = m8.NeuronTensorOp(srcs=[v9, v2], dsts=[v14], xla_op='mhlo.fusion', op='DotFusion', hilo_fusion_op='DotLogistic', id=14
// CHECK: v16 = m0.Tensor(name="dot_general.1", shape=(8,), parent=v0, id=15, dtype="float32"
// CHECK: v15 = m8.NeuronTensorOp(srcs=[v9, v2], dsts=[v16], xla_op='mhlo.dot', lhs_batching_dims=[], lhs_contract_dims=[0], rhs_batching_dims=[], rhs_contract_dims=[0], id=16
// CHECK: v17 = m8.NeuronTensorOp(srcs=[v16], dsts=[v14], op=m9.expit, xla_op='mhlo.unary', id=17
func.func @main(%x: tensor<8xf32>, %w: tensor<8x8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.composite "composite.Fused" %x {CompositeKind = "Elementwise", composite_attributes = {}, decomposition = @body, version = 0 : i32} : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.composite "composite.Fused" %0 {CompositeKind = "Elementwise", composite_attributes = {}, decomposition = @body, version = 0 : i32} : (tensor<8xf32>) -> tensor<8xf32>
  %2 = stablehlo.composite "composite.Fused" %1, %w {CompositeKind = "DotLogistic", composite_attributes = {}, decomposition = @silu, version = 0 : i32} : (tensor<8xf32>, tensor<8x8xf32>) -> tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}
func.func private @body(%a: tensor<8xf32>) -> tensor<8xf32> attributes {genComposite} {
  %0 = stablehlo.abs %a : tensor<8xf32>
  %1 = stablehlo.negate %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func private @silu(%a: tensor<8xf32>, %b: tensor<8x8xf32>) -> tensor<8xf32> attributes {genComposite} {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x8xf32>) -> tensor<8xf32>
  %1 = stablehlo.logistic %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
