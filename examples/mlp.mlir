// A two-layer perceptron with a SiLU gate: dot, logistic and multiply become one DotLogistic cluster.
module @mlp {
  func.func @main(%x: tensor<32x128xbf16>, %w1: tensor<128x512xbf16>, %w2: tensor<512x128xbf16>) -> tensor<32x128xbf16> {
    %h = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<32x128xbf16>, tensor<128x512xbf16>) -> tensor<32x512xbf16>
    %s = stablehlo.logistic %h : tensor<32x512xbf16>
    %g = stablehlo.multiply %h, %s : tensor<32x512xbf16>
    %y = stablehlo.dot_general %g, %w2, contracting_dims = [1] x [0] : (tensor<32x512xbf16>, tensor<512x128xbf16>) -> tensor<32x128xbf16>
    return %y : tensor<32x128xbf16>
  }
}
