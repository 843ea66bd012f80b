// dot and dot_general print alike. Zero points are texts, gradient hints booleans; precision and algorithm are not printed.
// FORM: dot
// RUN: hlo2penguin convert %s --no-fuse-dot-logistic | filecheck %s
// RUN: hlo2penguin convert %s --profile=documented | filecheck %s --check-prefix=DOC
// DOC: v6 = m8.NeuronTensorOp(srcs=[v1, v2], dsts=[v7], op="NeuronTensorOp", xla_op='mhlo.dot', lhs_batching_dims=[], lhs_contract_dims=[1], rhs_batching_dims=[], rhs_contract_dims=[0], id=7
// DOC: v8 = m8.NeuronTensorOp(srcs=[v3, v3], dsts=[v9], op="NeuronTensorOp", xla_op='mhlo.dot', lhs_batching_dims=[], lhs_contract_dims=[0], rhs_batching_dims=[], rhs_contract_dims=[0], id=9
// DOC: v10 = m8.NeuronTensorOp(srcs=[v4, v5], dsts=[v11], op="NeuronTensorOp", xla_op='mhlo.dot', lhs_batching_dims=[0, 1], lhs_contract_dims=[3], rhs_batching_dims=[0, 2], rhs_contract_dims=[1], lhs_zero_point='3', rhs_zero_point='-1', grad_x=True, grad_y=False, id=11
// DOC: v12 = m8.NeuronTensorOp(srcs=[v1, v2], dsts=[v13], op="NeuronTensorOp", xla_op='mhlo.dot', lhs_batching_dims=[], lhs_contract_dims=[1], rhs_batching_dims=[], rhs_contract_dims=[0], id=13
// CHECK: v6 = m8.NeuronTensorOp(srcs=[v1, v2], dsts=[v7], xla_op='mhlo.dot', lhs_batching_dims=[], lhs_contract_dims=[1], rhs_batching_dims=[], rhs_contract_dims=[0], id=7
// CHECK: v8 = m8.NeuronTensorOp(srcs=[v3, v3], dsts=[v9], xla_op='mhlo.dot', lhs_batching_dims=[], lhs_contract_dims=[0], rhs_batching_dims=[], rhs_contract_dims=[0], id=9
// CHECK: v10 = m8.NeuronTensorOp(srcs=[v4, v5], dsts=[v11], xla_op='mhlo.dot', lhs_batching_dims=[0,1], lhs_contract_dims=[3], rhs_batching_dims=[0,2], rhs_contract_dims=[1], lhs_zero_point='3', rhs_zero_point='-1', grad_x=True, grad_y=False, id=11
// CHECK: v12 = m8.NeuronTensorOp(srcs=[v1, v2], dsts=[v13], xla_op='mhlo.dot', lhs_batching_dims=[], lhs_contract_dims=[1], rhs_batching_dims=[], rhs_contract_dims=[0], id=13
func.func @main(%a: tensor<4x3xf32>, %b: tensor<3x5xf32>, %v: tensor<3xf32>, %p: tensor<2x7x4x3xf32>, %q: tensor<2x3x7x5xf32>) -> (tensor<4x5xf32>, tensor<f32>, tensor<2x7x4x5xf32>, tensor<4x5xf32>) {
  %0 = "mhlo.dot"(%a, %b) : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  %1 = "mhlo.dot"(%v, %v) : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  %2 = stablehlo.dot_general %p, %q, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [HIGHEST, DEFAULT] {mhlo.frontend_attributes = {grad_x = "True", grad_y = "0", lhs_zero_point = "3", rhs_zero_point = "-1"}} : (tensor<2x7x4x3xf32>, tensor<2x3x7x5xf32>) -> tensor<2x7x4x5xf32>
  %3 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
  return %0, %1, %2, %3 : tensor<4x5xf32>, tensor<f32>, tensor<2x7x4x5xf32>, tensor<4x5xf32>
}
