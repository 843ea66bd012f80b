// A reduction over (value, index) pairs that front ends write for argmax and argmin: value and index as destinations.
// FORM: argmax
// FORM: argmin
// RUN: hlo2penguin convert %s | filecheck %s
// CHECK: v4 = m0.Tensor(name="iota.1", shape=(4,5), parent=v0, id=3, dtype="int32"
// CHECK: v3 = m8.NeuronTensorOp(srcs=[], dsts=[v4], op=m0.iota, iota_dim=0, shape=(4,5), dtype="int32", xla_op='mhlo.iota', id=4
// CHECK: v6 = m0.Tensor(name="iota.2", shape=(4,5), parent=v0, id=5, dtype="int32"
// CHECK: v5 = m8.NeuronTensorOp(srcs=[], dsts=[v6], op=m0.iota, iota_dim=1, shape=(4,5), dtype="int32", xla_op='mhlo.iota', id=6
// CHECK: v7 = m0.SingleValueTensor(value=m7.dtype.static_cast(-np.inf, np.float32), name="constant.1", shape=(), parent=v0, id=7, dtype="float32"
// CHECK: v8 = m0.SingleValueTensor(value=2147483647, name="constant.2", shape=(), parent=v0, id=8, dtype="int32"
// CHECK: v9 = m0.SingleValueTensor(value=0, name="constant.3", shape=(), parent=v0, id=9, dtype="int32"
// CHECK: v11 = m0.Tensor(name="get_tuple_element.1", shape=(5,), parent=v0, id=10, dtype="float32"
// CHECK: v12 = m0.Tensor(name="output0", shape=(5,), parent=v0, id=11, dtype="int32"
// CHECK: v10 = m8.NeuronTensorOp(srcs=[v1], dsts=[v11, v12], xla_op='mhlo.argmax', axis=0, id=12
// CHECK: v14 = m0.Tensor(name="get_tuple_element.2", shape=(4,), parent=v0, id=13, dtype="int32"
// CHECK: v15 = m0.Tensor(name="output1", shape=(4,), parent=v0, id=14, dtype="int32"
// CHECK: v13 = m8.NeuronTensorOp(srcs=[v2], dsts=[v14, v15], xla_op='mhlo.argmin', axis=1, id=15
// CHECK: v17 = m0.Tensor(name="output2", shape=(4,), parent=v0, id=16, dtype="float32"
// CHECK: v18 = m0.Tensor(name="output3", shape=(4,), parent=v0, id=17, dtype="int32"
// CHECK: v16 = m8.NeuronTensorOp(srcs=[v1], dsts=[v17, v18], xla_op='mhlo.argmax', axis=1, id=18
func.func @main(%x: tensor<4x5xf32>, %n: tensor<4x5xi32>) -> (tensor<5xi32>, tensor<4xi32>, tensor<4xf32>, tensor<4xi32>) {
  %i0 = stablehlo.iota dim = 0 : tensor<4x5xi32>
  %i1 = stablehlo.iota dim = 1 : tensor<4x5xi32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %high = stablehlo.constant dense<2147483647> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %low), (%i0 init: %zero) across dimensions = [0] : (tensor<4x5xf32>, tensor<4x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<5xf32>, tensor<5xi32>)
   reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>) {
    %gt = stablehlo.compare GT, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %pick = stablehlo.or %gt, %nan : tensor<i1>
    %eq = stablehlo.compare EQ, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lt = stablehlo.compare LT, %b, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = stablehlo.and %eq, %lt : tensor<i1>
    %p = stablehlo.or %pick, %tie : tensor<i1>
    %v = stablehlo.select %pick, %a, %c : tensor<i1>, tensor<f32>
    %w = stablehlo.select %p, %b, %d : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  }
  %1:2 = stablehlo.reduce(%n init: %high), (%i1 init: %zero) across dimensions = [1] : (tensor<4x5xi32>, tensor<4x5xi32>, tensor<i32>, tensor<i32>) -> (tensor<4xi32>, tensor<4xi32>)
   reducer(%a: tensor<i32>, %c: tensor<i32>) (%b: tensor<i32>, %d: tensor<i32>) {
    %le = stablehlo.compare LE, %a, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %eq = stablehlo.compare EQ, %a, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %v = stablehlo.select %le, %a, %c : tensor<i1>, tensor<i32>
    %w = stablehlo.select %le, %b, %d : tensor<i1>, tensor<i32>
    %low_index = stablehlo.minimum %b, %d : tensor<i32>
    %k = stablehlo.select %eq, %low_index, %w : tensor<i1>, tensor<i32>
    stablehlo.return %v, %k : tensor<i32>, tensor<i32>
  }
  %2:2 = stablehlo.reduce(%x init: %low), (%i1 init: %zero) across dimensions = [1] : (tensor<4x5xf32>, tensor<4x5xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%a: tensor<f32>, %c: tensor<f32>) (%b: tensor<i32>, %d: tensor<i32>) {
    %ge = stablehlo.compare GE, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %ge, %a, %c : tensor<i1>, tensor<f32>
    %w = stablehlo.select %ge, %b, %d : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  }
  return %0#1, %1#1, %2#0, %2#1 : tensor<5xi32>, tensor<4xi32>, tensor<4xf32>, tensor<4xi32>
}
