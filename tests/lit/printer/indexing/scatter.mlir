// A scatter combines by its body's function; a body that returns the update assigns. Several operands that do not mix
// print as one statement each.
// FORM: scatter
// RUN: hlo2penguin convert %s --split-input-file | filecheck %s
// RUN: not hlo2penguin convert %s --split-input-file --profile=documented | filecheck %s --check-prefix=DOC
// DOC: [NCC_PYP055] a scatter that assigns has no documented form
// CHECK: v4 = m8.NeuronTensorOp(srcs=[v1, v2, v3], dsts=[v5], op=np.add, xla_op='np.add', index_vector_dim=1, update_scatter_dims=[0], update_window_dims=[1], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], unique_indices=True, scatter_kind=np.add, id=5
// CHECK: v6 = m8.NeuronTensorOp(srcs=[v5, v2, v3], dsts=[v7], op=np.multiply, xla_op='np.multiply', index_vector_dim=1, update_scatter_dims=[0], update_window_dims=[1], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], unique_indices=False, scatter_kind=np.multiply, id=7
// CHECK: v8 = m8.NeuronTensorOp(srcs=[v7, v2, v3], dsts=[v9], op=np.minimum, xla_op='np.minimum', index_vector_dim=1, update_scatter_dims=[0], update_window_dims=[1], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], unique_indices=False, scatter_kind=np.minimum, id=9
// CHECK: v10 = m8.NeuronTensorOp(srcs=[v9, v2, v3], dsts=[v11], op=np.maximum, xla_op='np.maximum', index_vector_dim=1, update_scatter_dims=[0], update_window_dims=[1], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], unique_indices=False, scatter_kind=np.maximum, id=11
// CHECK: v12 = m8.NeuronTensorOp(srcs=[v11, v2, v3], dsts=[v13], op=np.subtract, xla_op='np.subtract', index_vector_dim=1, update_scatter_dims=[0], update_window_dims=[1], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], unique_indices=False, scatter_kind=np.subtract, id=13
// CHECK: v6 = m8.NeuronTensorOp(srcs=[v1, v3, v4], dsts=[v7], op=np.bitwise_and, xla_op='np.bitwise_and', index_vector_dim=1, update_scatter_dims=[0], update_window_dims=[], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], unique_indices=False, scatter_kind=np.bitwise_and, id=7
// CHECK: v8 = m8.NeuronTensorOp(srcs=[v2, v3, v5], dsts=[v9], op=np.logical_or, xla_op='np.logical_or', index_vector_dim=1, update_scatter_dims=[0], update_window_dims=[], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], unique_indices=False, scatter_kind=np.logical_or, id=9
// CHECK: v10 = m8.NeuronTensorOp(srcs=[v7, v3, v4], dsts=[v11], op=np.bitwise_xor, xla_op='np.bitwise_xor', index_vector_dim=1, update_scatter_dims=[0], update_window_dims=[], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], unique_indices=False, scatter_kind=np.bitwise_xor, id=11
// CHECK: v12 = m8.NeuronTensorOp(srcs=[v9, v3, v5], dsts=[v13], op=np.logical_xor, xla_op='np.logical_xor', index_vector_dim=1, update_scatter_dims=[0], update_window_dims=[], inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], unique_indices=False, scatter_kind=np.logical_xor, id=13
// CHECK: v4 = m8.NeuronTensorOp(srcs=[v1, v2, v3], dsts=[v5], op=np.copyto, xla_op='np.copyto', index_vector_dim=2, update_scatter_dims=[0,1], update_window_dims=[], inserted_window_dims=[1], scatter_dims_to_operand_dims=[1], input_batching_dims=[0], scatter_indices_batching_dims=[0], unique_indices=False, scatter_kind=np.copyto, id=5
func.func @main(%o: tensor<10x8xf32>, %i: tensor<5x1xi32>, %u: tensor<5x8xf32>) -> tensor<10x8xf32> {
  %0 = "stablehlo.scatter"(%o, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.add %b, %a : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<10x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<10x8xf32>
  %1 = "stablehlo.scatter"(%0, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<10x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<10x8xf32>
  %2 = "stablehlo.scatter"(%1, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.minimum %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<10x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<10x8xf32>
  %3 = "stablehlo.scatter"(%2, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<10x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<10x8xf32>
  %4 = "stablehlo.scatter"(%3, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.subtract %a, %b : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<10x8xf32>, tensor<5x1xi32>, tensor<5x8xf32>) -> tensor<10x8xf32>
  return %4 : tensor<10x8xf32>
}
// -----
func.func @main(%o: tensor<10xi32>, %p: tensor<10xi1>, %i: tensor<5x1xi32>, %u: tensor<5xi32>, %w: tensor<5xi1>) -> (tensor<10xi32>, tensor<10xi1>) {
  %0 = "stablehlo.scatter"(%o, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %r = stablehlo.and %a, %b : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) : (tensor<10xi32>, tensor<5x1xi32>, tensor<5xi32>) -> tensor<10xi32>
  %1 = "stablehlo.scatter"(%p, %i, %w) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %r = stablehlo.or %a, %b : tensor<i1>
    stablehlo.return %r : tensor<i1>
  }) : (tensor<10xi1>, tensor<5x1xi32>, tensor<5xi1>) -> tensor<10xi1>
  %2:2 = "stablehlo.scatter"(%0, %1, %i, %u, %w) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %c: tensor<i1>, %b: tensor<i32>, %d: tensor<i1>):
    %r = stablehlo.xor %a, %b : tensor<i32>
    %s = stablehlo.xor %c, %d : tensor<i1>
    stablehlo.return %r, %s : tensor<i32>, tensor<i1>
  }) : (tensor<10xi32>, tensor<10xi1>, tensor<5x1xi32>, tensor<5xi32>, tensor<5xi1>) -> (tensor<10xi32>, tensor<10xi1>)
  return %2#0, %2#1 : tensor<10xi32>, tensor<10xi1>
}
// -----
func.func @main(%o: tensor<3x10xf32>, %i: tensor<3x2x1xi32>, %u: tensor<3x2xf32>) -> tensor<3x10xf32> {
  %0 = "stablehlo.scatter"(%o, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<3x10xf32>, tensor<3x2x1xi32>, tensor<3x2xf32>) -> tensor<3x10xf32>
  return %0 : tensor<3x10xf32>
}
