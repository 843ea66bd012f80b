// OQ-22: the documents' elementwise table has bitwise names only; `not` is logical on i1 in both.
// RUN: hlo2penguin convert %s --profile=documented | filecheck %s
// CHECK: op=np.bitwise_and, xla_op='mhlo.binary'
// CHECK: op=np.bitwise_or, xla_op='mhlo.binary'
// CHECK: op=np.bitwise_xor, xla_op='mhlo.binary'
// CHECK: op=np.logical_not, xla_op='mhlo.unary'
func.func @main(%a: tensor<8xi1>, %b: tensor<8xi1>) -> tensor<8xi1> {
  %0 = stablehlo.and %a, %b : tensor<8xi1>
  %1 = stablehlo.or %0, %b : tensor<8xi1>
  %2 = stablehlo.xor %1, %b : tensor<8xi1>
  %3 = stablehlo.not %2 : tensor<8xi1>
  return %3 : tensor<8xi1>
}
