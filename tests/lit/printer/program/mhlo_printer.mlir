// What the MHLO printer does otherwise: frontend attributes as one dict after dsts, without those that are keywords, and no
// file in debug locations. The StableHLO printer prints no frontend attributes.
// RUN: hlo2penguin convert %s --dialect=mhlo | filecheck %s --check-prefix=MHLO
// RUN: hlo2penguin convert %s | filecheck %s
// MHLO: srcs=[v1], dsts=[v3], frontend_attributes = {'a':'it\'s','z':'1'}, xla_op='mhlo.transpose', src_shape=(2,3), permutation=(1,0), id=3, parent=v0, dl=m1.DebugLocation(tensor_op_name="_transpose.1", line={{[0-9]+}}, column=0, hlo_id=1))
// MHLO: m0.OffloadedMemCpy(srcs=[v3], dsts=[v4], dtype="float32"
// MHLO: srcs=[v4], dsts=[v7], xla_op='mhlo.all_gather'
// CHECK: srcs=[v1], dsts=[v3], xla_op='mhlo.transpose', src_shape=(2,3), permutation=(1,0), id=3, parent=v0, dl=m1.DebugLocation(tensor_op_name="_transpose.1", file="{{.*}}", line={{[0-9]+}}, column=0, hlo_id=1))
func.func @main(%x: tensor<2x3xf32>) -> tensor<6x2xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] {mhlo.frontend_attributes = {z = "1", a = "it's"}} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.reshape %0 {mhlo.frontend_attributes = {z = "1"}} : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %2 = "stablehlo.all_gather"(%1) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> {mhlo.frontend_attributes = {stream_id = "0"}} : (tensor<3x2xf32>) -> tensor<6x2xf32>
  return %2 : tensor<6x2xf32>
}
