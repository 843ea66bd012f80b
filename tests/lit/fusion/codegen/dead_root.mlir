// A cluster that nothing reads becomes a fusion without results, in either form.
// RUN: hlo2penguin opt --pass=neuron-op-fusion --fuse=all --fusion-form=fusion %s | filecheck %s
// RUN: hlo2penguin opt --pass=neuron-op-fusion --fuse=all --fusion-form=composite %s | filecheck %s --check-prefix=COMP

// CHECK: "mhlo.fusion"(%arg0) ({
// CHECK: mhlo.return
// CHECK-NEXT: }) {FusionKind = "Expm1"} : (tensor<4xf32>) -> ()
// CHECK-NEXT: return %arg0
// COMP: stablehlo.composite "composite.Fused" %arg0 {CompositeKind = "Expm1", decomposition = @hilo.FusedComposite.0} : (tensor<4xf32>) -> ()
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = stablehlo.exponential_minus_one %x : tensor<4xf32>
  return %x : tensor<4xf32>
}
