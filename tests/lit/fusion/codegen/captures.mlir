// Reduction bodies that read values from outside: the block argument where the value is a live-in; a value that only the
// body reads stays a capture of the inline form and becomes a further operand of the composite.
// RUN: hlo2penguin opt --pass=neuron-op-fusion --fusion-form=fusion %s | filecheck %s
// RUN: hlo2penguin opt --pass=neuron-op-fusion --fusion-form=composite %s | filecheck %s --check-prefix=COMP
// RUN: hlo2penguin opt --pass=neuron-op-fusion --fusion-form=fusion --pass=fusion-to-composite %s | filecheck %s --check-prefix=COMP

// CHECK-LABEL: func.func @main
// CHECK: "mhlo.fusion"(%arg1, %arg0) ({
// CHECK-NEXT: ^bb0(%[[I:.+]]: tensor<f32>, %{{.+}}: tensor<6x4xf32>):
// CHECK: %[[P:.+]] = stablehlo.add %{{.+}}, %[[I]]
// CHECK-NEXT: stablehlo.multiply %[[P]], %arg2
// COMP-LABEL: func.func @main
// COMP: stablehlo.composite "composite.Fused" %arg1, %arg0, %arg2
// COMP-LABEL: func.func private @hilo.FusedComposite.0
// COMP-SAME: (%[[I:.+]]: tensor<f32>, %{{.+}}: tensor<6x4xf32>, %[[K:.+]]: tensor<f32>)
// COMP: %[[P:.+]] = stablehlo.add %{{.+}}, %[[I]]
// COMP-NEXT: stablehlo.multiply %[[P]], %[[K]]
func.func @main(%x: tensor<6x4xf32>, %z: tensor<f32>, %k: tensor<f32>) -> tensor<6xf32> {
  %q = stablehlo.multiply %x, %x : tensor<6x4xf32>
  %r = stablehlo.reduce(%q init: %z) across dimensions = [1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<6xf32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %p = stablehlo.add %a, %z : tensor<f32>
    %m = stablehlo.multiply %p, %k : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }
  %s = stablehlo.sqrt %r : tensor<6xf32>
  return %s : tensor<6xf32>
}
