// AwsNeuronControlDep prints nothing: who reads its value gets the data operand's tensor, and one edge per predecessor
// that an op computes. Arguments and constants have no op variable.
// RUN: hlo2penguin convert %s | filecheck %s
// CHECK: v4 = m8.NeuronTensorOp(srcs=[v1], dsts=[v5], op=np.tanh, xla_op='mhlo.unary', id=5
// CHECK: v6 = m8.NeuronTensorOp(srcs=[v2], dsts=[v7], op=np.negative, xla_op='mhlo.unary', id=7
// CHECK: v8 = m8.NeuronTensorOp(srcs=[v2], dsts=[v9], op=np.abs, xla_op='mhlo.unary', id=9
// CHECK: v8.add_dep_edge(m9.DependencyEdge(src=v4, dst=v8, idx_map=[], kind=m9.EdgeKind.ORDERED, predicates=[]))
// CHECK: v8.add_dep_edge(m9.DependencyEdge(src=v6, dst=v8, idx_map=[], kind=m9.EdgeKind.ORDERED, predicates=[]))
// CHECK: v10 = m8.NeuronTensorOp(srcs=[v2, v3], dsts=[v11], op=np.add, xla_op='mhlo.binary', id=11
// CHECK: v10.add_dep_edge(m9.DependencyEdge(src=v8, dst=v10, idx_map=[], kind=m9.EdgeKind.ORDERED, predicates=[]))
// CHECK: v10.add_dep_edge(m9.DependencyEdge(src=v4, dst=v10, idx_map=[], kind=m9.EdgeKind.ORDERED, predicates=[]))
// CHECK: v10.add_dep_edge(m9.DependencyEdge(src=v6, dst=v10, idx_map=[], kind=m9.EdgeKind.ORDERED, predicates=[]))
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.tanh %x : tensor<4xf32>
  %1 = stablehlo.negate %y : tensor<4xf32>
  %2 = stablehlo.custom_call @AwsNeuronControlDep(%0, %x, %1, %c, %y) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %3 = stablehlo.abs %2 : tensor<4xf32>
  %4 = stablehlo.custom_call @AwsNeuronControlDep(%3, %2) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = stablehlo.add %4, %c : tensor<4xf32>
  return %0, %3, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
