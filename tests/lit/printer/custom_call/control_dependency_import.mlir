// A function that announces control dependencies imports their module before everything else that is imported on demand.
// RUN: hlo2penguin convert %s | filecheck %s
// CHECK: import numpy as np
// CHECK-NEXT: import neuronxcc.starfish.penguin.ir.Dependency as m7
// CHECK-NEXT: v0 = m0.Function(
// CHECK: import neuronxcc.starfish.support as m8
// CHECK: import neuronxcc.starfish.penguin.frontends.XlaFE as m9
// CHECK: v4.add_dep_edge(m7.DependencyEdge(src=v2, dst=v4, idx_map=[], kind=m7.EdgeKind.ORDERED, predicates=[]))
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) attributes {mhlo.frontend_attributes = {has_control_deps = "1"}} {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  %1 = stablehlo.custom_call @AwsNeuronControlDep(%0, %x) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.abs %1 : tensor<4xf32>
  return %0, %2 : tensor<4xf32>, tensor<4xf32>
}
