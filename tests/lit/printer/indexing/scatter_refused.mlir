// Bodies that neither combine by one function nor assign, and operands whose updates mix.
// RUN: not hlo2penguin convert %s --split-input-file | filecheck %s
// CHECK-COUNT-3: [NCC_PYP055] reduction body is not a single recognised operation
func.func @main(%o: tensor<10xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>) -> tensor<10xf32> {
  %0 = "stablehlo.scatter"(%o, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.sine %a : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<10xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}
// -----
func.func @main(%o: tensor<10xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>) -> tensor<10xf32> {
  %0 = "stablehlo.scatter"(%o, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %r = stablehlo.subtract %b, %a : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) : (tensor<10xf32>, tensor<5x1xi32>, tensor<5xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}
// -----
func.func @main(%o: tensor<10xf32>, %i: tensor<5x1xi32>, %u: tensor<5xf32>) -> (tensor<10xf32>, tensor<10xf32>) {
  %0:2 = "stablehlo.scatter"(%o, %o, %i, %u, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %c: tensor<f32>, %b: tensor<f32>, %d: tensor<f32>):
    %r = stablehlo.add %a, %d : tensor<f32>
    stablehlo.return %r, %d : tensor<f32>, tensor<f32>
  }) : (tensor<10xf32>, tensor<10xf32>, tensor<5x1xi32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<10xf32>, tensor<10xf32>)
  return %0#0, %0#1 : tensor<10xf32>, tensor<10xf32>
}
