// Resizing: two digits say whether corners align and centres lie on half pixels. Nearest prints the spatial size.
// FORM: resize_nearest
// FORM: resize_nearest_kernel
// FORM: resize_bilinear
// RUN: hlo2penguin convert %s | filecheck %s
// RUN: hlo2penguin convert %s --profile=documented | filecheck %s --check-prefix=DOC
func.func @main(%x: tensor<1x8x8x3xf32>) -> (tensor<1x16x24x3xf32>, tensor<1x16x16x3xf32>, tensor<1x4x4x3xf32>) {
  %0 = stablehlo.custom_call @ResizeNearest(%x) {backend_config = "\"00\""} : (tensor<1x8x8x3xf32>) -> tensor<1x16x24x3xf32>
  %1 = stablehlo.custom_call @ResizeBilinear(%x) {backend_config = "01"} : (tensor<1x8x8x3xf32>) -> tensor<1x16x16x3xf32>
  %2 = stablehlo.custom_call @ResizeBilinear(%x) {backend_config = "{\"align_corners\": true}"} : (tensor<1x8x8x3xf32>) -> tensor<1x4x4x3xf32>
  return %0, %1, %2 : tensor<1x16x24x3xf32>, tensor<1x16x16x3xf32>, tensor<1x4x4x3xf32>
}
