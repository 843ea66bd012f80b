// Resizing: two digits say whether corners align and centres lie on half pixels. Nearest prints the spatial size.
// FORM: resize_nearest
// FORM: resize_nearest_kernel
// FORM: resize_bilinear
// RUN: hlo2penguin convert %s | filecheck %s
// RUN: hlo2penguin convert %s --profile=documented | filecheck %s --check-prefix=DOC
// DOC: v2 = m8.NeuronTensorOp(srcs=[v1], dsts=[v3], op="NeuronTensorOp", xla_op='mhlo.resize_nearest', shape=[16, 24], dtype="float32", kernel_name='ResizeNearest', kernel_config={"align_corners":False, "half_pixel_centers":False}, id=3
// DOC: v4 = m8.NeuronTensorOp(srcs=[v1], dsts=[v5], op="NeuronTensorOp", xla_op='mhlo.resize_bilinear', align_corners=False, half_pixel_centers=True, id=5
// DOC: v6 = m8.NeuronTensorOp(srcs=[v1], dsts=[v7], op="NeuronTensorOp", xla_op='mhlo.resize_bilinear', align_corners=True, half_pixel_centers=False, id=7
// CHECK: v2 = m8.NeuronTensorOp(srcs=[v1], dsts=[v3], xla_op='mhlo.resize_nearest', shape=(16,24), dtype="float32", kernel_name='ResizeNearest', kernel_config='{"align_corners":false,"half_pixel_centers":false}', id=3
// CHECK: v4 = m8.NeuronTensorOp(srcs=[v1], dsts=[v5], xla_op='mhlo.resize_bilinear', align_corners=False, half_pixel_centers=True, id=5
// CHECK: v6 = m8.NeuronTensorOp(srcs=[v1], dsts=[v7], xla_op='mhlo.resize_bilinear', align_corners=True, half_pixel_centers=False, id=7
func.func @main(%x: tensor<1x8x8x3xf32>) -> (tensor<1x16x24x3xf32>, tensor<1x16x16x3xf32>, tensor<1x4x4x3xf32>) {
  %0 = stablehlo.custom_call @ResizeNearest(%x) {backend_config = "\"00\""} : (tensor<1x8x8x3xf32>) -> tensor<1x16x24x3xf32>
  %1 = stablehlo.custom_call @ResizeBilinear(%x) {backend_config = "01"} : (tensor<1x8x8x3xf32>) -> tensor<1x16x16x3xf32>
  %2 = stablehlo.custom_call @ResizeBilinear(%x) {backend_config = "{\"align_corners\": true}"} : (tensor<1x8x8x3xf32>) -> tensor<1x4x4x3xf32>
  return %0, %1, %2 : tensor<1x16x24x3xf32>, tensor<1x16x16x3xf32>, tensor<1x4x4x3xf32>
}
