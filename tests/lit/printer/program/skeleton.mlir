// The skeleton line by line: imports, Function, weight_load, inputs with their marks, body, aliases, outputs, the last id.
// RUN: hlo2penguin convert %s | filecheck %s
// CHECK: import neuronxcc.starfish.penguin.ir.ir as m0
// CHECK-NEXT: import neuronxcc.starfish.penguin.ir.DebugInfo as m1
// CHECK-NEXT: import neuronxcc.starfish.penguin.targets.tonga.APIndex as m2
// CHECK-NEXT: import neuronxcc.starfish.penguin.targets.tonga.TongaInst as m3
// CHECK-NEXT: import neuronxcc.starfish.penguin.targets.tonga.TongaISAInst as m4
// CHECK-NEXT: import neuronxcc.starfish.penguin.targets.tonga.TongaTensor as m5
// CHECK-NEXT: import numpy as np
// CHECK-NEXT: v0 = m0.Function(id_=0, batch_ids=[], attrs=("model-type=memory-bound","mac-count=0",'hlo-metrics={"AliasedOutputSize":0,{{.*}}}'))
// CHECK-NEXT: def weight_load(p):
// CHECK-NEXT: t = np.load(p)
// CHECK-NEXT: return t
// CHECK-NEXT: import neuronxcc.starfish.support as m7
// CHECK-NEXT: v1 = m0.Tensor(name="weight", shape=(4,), parent=v0, id=1, dtype="float32", view=m0.TensorView(shape=(4,), layout="N", transpose=(0,)), attrs={'CrossPassTensor': ""})
// CHECK-NEXT: v0.markInput(v1, is_parameter_tensor=True)
// CHECK-NEXT: v2 = m0.Tensor(name="input1", shape=(1,2,3,4,5), parent=v0, id=2, dtype="float32", view=m0.TensorView(shape=(1,2,3,4,5), layout="", transpose=(0,1,2,3,4)), attrs={'CrossPassTensor': ""})
// CHECK-NEXT: v0.markInput(v2)
// CHECK-NEXT: v3 = m0.Tensor(name="out \"b\"", shape=(1,2,3,4,5), parent=v0, id=3, {{.*}}transpose=(0,1,2,3,4)), )
// CHECK-NEXT: v4 = m0.OffloadedMemCpy(srcs=[v2], dsts=[v3], dtype="float32", id=4, parent=v0, dl=m1.DebugLocation(tensor_op_name="UnnamedModule", file="", line=0, column=0, hlo_id=0))
// CHECK-NEXT: v6 = m0.Tensor(name="tanh.1", shape=(4,), parent=v0, id=5, {{.*}}, attrs={'non_local': True, 'no-opt': "1", 'remat.value': "r", 'transposable': False, 'actual_shape': "4"})
// CHECK-NEXT: import neuronxcc.starfish.penguin.frontends.XlaFE as m8
// CHECK-NEXT: v5 = m8.NeuronTensorOp(srcs=[v1], dsts=[v6], op=np.tanh, xla_op='mhlo.unary', id=6, {{.*}}hlo_id=1))
// CHECK-NEXT: v8 = m0.Tensor(name="out a", shape=(4,), parent=v0, id=7
// CHECK-NEXT: v7 = m8.NeuronTensorOp(srcs=[v6], dsts=[v8], op=np.tanh, xla_op='mhlo.unary', id=8
// CHECK-NEXT: v0.aliasTensors("out \"b\"", "input1", "must")
// CHECK-NEXT: v0.aliasTensors("out a", "weight", "may")
// CHECK-NEXT: v0.markOutput(v8)
// CHECK-NEXT: v0.markOutput(v3)
// CHECK-NEXT: v0.markOutput(v8)
// CHECK-NEXT: v0.id=9
// CHECK-NEXT: ir=v0
module attributes {mhlo.input_output_alias = [{alias = {kind = "must_alias", parameter_index = array<i64>, parameter_number = 1 : i64}, output_index = array<i64: 1>}, {alias = {kind = "may_alias", parameter_index = array<i64>, parameter_number = 0 : i64}, output_index = array<i64: 0>}]} {
  func.func @main(%x: tensor<4xf32>, %y: tensor<1x2x3x4x5xf32>) -> (tensor<4xf32>, tensor<1x2x3x4x5xf32>, tensor<4xf32>) attributes {input_names = ["weight"], output_names = ["out a", "out \22b\22"], slowChangingIns = array<i32: 0>} {
    %0 = stablehlo.tanh %x {neuron.non_local, neuron.no_opt = "1", neuron.remat.value = "r", neuron.transposable = false, neuron.actual_shape = "4"} : tensor<4xf32>
    %1 = stablehlo.tanh %0 : tensor<4xf32>
    return %1, %y, %1 : tensor<4xf32>, tensor<1x2x3x4x5xf32>, tensor<4xf32>
  }
}
