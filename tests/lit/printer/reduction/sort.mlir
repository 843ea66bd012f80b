// The direction of a sort: of the returned comparison, flipped where its operands are exchanged; total order on plain
// arguments and JAX's canonicalised operands are the same order. Further operands follow. An argsort loses its iota.
// FORM: sort
// RUN: hlo2penguin convert %s | filecheck %s
// RUN: hlo2penguin convert %s --profile=documented | filecheck %s --check-prefix=DOC
// CHECK: v3 = m8.NeuronTensorOp(srcs=[v1], dsts=[v4], xla_op='mhlo.sort', dimension=1, is_stable=True, comparison_dir='lt', id=4
// CHECK: v5 = m8.NeuronTensorOp(srcs=[v1], dsts=[v6], xla_op='mhlo.sort', dimension=0, is_stable=False, comparison_dir='gt', id=6
// CHECK: v7 = m8.NeuronTensorOp(srcs=[v1, v2], dsts=[v8, v9], xla_op='mhlo.sort', dimension=1, is_stable=False, comparison_dir='ge', id=9
// CHECK: v10 = m8.NeuronTensorOp(srcs=[], dsts=[v11], op=m0.iota, iota_dim=0, shape=(7,), dtype="int32", xla_op='mhlo.iota', id=11
// CHECK: v12 = m8.NeuronTensorOp(srcs=[v11], dsts=[v13], xla_op='mhlo.broadcast_in_dim', src_shape=(7,), broadcast_dims=(1,), shape=(4,7), id=13
// CHECK: v14 = m8.NeuronTensorOp(srcs=[v1], dsts=[v15, v16], xla_op='mhlo.sort', dimension=1, is_stable=True, comparison_dir='gt', id=16
// CHECK: v17 = m8.NeuronTensorOp(srcs=[v2], dsts=[v18], xla_op='mhlo.sort', dimension=1, is_stable=False, comparison_dir='ge', id=18
// CHECK: v19 = m8.NeuronTensorOp(srcs=[v18], dsts=[v20], dtype="float32", xla_op='mhlo.convert', id=20
// DOC: v3 = m8.NeuronTensorOp(srcs=[v1], dsts=[v4], op="NeuronTensorOp", xla_op='mhlo.sort', dimension=1, is_stable=True, comparison_dir='lt', id=4
// DOC: v5 = m8.NeuronTensorOp(srcs=[v1], dsts=[v6], op="NeuronTensorOp", xla_op='mhlo.sort', dimension=0, is_stable=False, comparison_dir='lt', id=6
// DOC: v7 = m8.NeuronTensorOp(srcs=[v1, v2], dsts=[v8, v9], op="NeuronTensorOp", xla_op='mhlo.sort', dimension=1, is_stable=False, comparison_dir='ge', id=9
// DOC: v10 = m8.NeuronTensorOp(srcs=[], dsts=[v11], op=m0.iota, iota_dim=0, shape=(7,), dtype="int32", xla_op='mhlo.iota', id=11
// DOC: v12 = m8.NeuronTensorOp(srcs=[v11], dsts=[v13], xla_op='mhlo.broadcast_in_dim', src_shape=(7,), broadcast_dims=(1,), shape=(4,7), id=13
// DOC: v14 = m8.NeuronTensorOp(srcs=[v1], dsts=[v15, v16], op="NeuronTensorOp", xla_op='mhlo.sort', dimension=1, is_stable=True, comparison_dir='gt', id=16
// DOC: v17 = m8.NeuronTensorOp(srcs=[v2], dsts=[v18], op="NeuronTensorOp", xla_op='mhlo.sort', dimension=1, is_stable=False, comparison_dir='le', id=18
// DOC: v19 = m8.NeuronTensorOp(srcs=[v18], dsts=[v20], dtype="float32", xla_op='mhlo.convert', id=20
func.func @main(%x: tensor<4x7xf32>, %y: tensor<4x7xi32>) -> (tensor<4x7xf32>, tensor<4x7xf32>, tensor<4x7xf32>, tensor<4x7xi32>, tensor<4x7xi32>, tensor<4x7xf32>) {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4x7xf32>) -> tensor<4x7xf32>
  %1 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %p = stablehlo.compare LT, %b, %a, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4x7xf32>) -> tensor<4x7xf32>
  %2:2 = "stablehlo.sort"(%x, %y) <{is_stable = false}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4x7xf32>, tensor<4x7xi32>) -> (tensor<4x7xf32>, tensor<4x7xi32>)
  %i = stablehlo.iota dim = 0 : tensor<7xi32>
  %ib = stablehlo.broadcast_in_dim %i, dims = [1] : (tensor<7xi32>) -> tensor<4x7xi32>
  %3:2 = "stablehlo.sort"(%x, %ib) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %c1 = stablehlo.compare EQ, %a, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %c2 = stablehlo.select %c1, %zero, %a : tensor<i1>, tensor<f32>
    %c3 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %c4 = stablehlo.select %c3, %nan, %c2 : tensor<i1>, tensor<f32>
    %c5 = stablehlo.compare EQ, %b, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %c6 = stablehlo.select %c5, %zero, %b : tensor<i1>, tensor<f32>
    %c7 = stablehlo.compare NE, %b, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %c8 = stablehlo.select %c7, %nan, %c6 : tensor<i1>, tensor<f32>
    %c9 = stablehlo.compare GT, %c4, %c8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c9 : tensor<i1>
  }) : (tensor<4x7xf32>, tensor<4x7xi32>) -> (tensor<4x7xf32>, tensor<4x7xi32>)
  %4 = "stablehlo.sort"(%y) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %p = stablehlo.compare LE, %b, %a, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4x7xi32>) -> tensor<4x7xi32>
  %5 = stablehlo.convert %4 : (tensor<4x7xi32>) -> tensor<4x7xf32>
  return %0, %1, %2#0, %2#1, %3#1, %5 : tensor<4x7xf32>, tensor<4x7xf32>, tensor<4x7xf32>, tensor<4x7xi32>, tensor<4x7xi32>, tensor<4x7xf32>
}
