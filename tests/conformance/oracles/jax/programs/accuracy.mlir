// What an older version cannot say: how accurate a result is, how a product is computed.
module @accuracy {
  func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = "stablehlo.exponential"(%x) {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = "stablehlo.tanh"(%0) {result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-5, rtol = 0.5, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.log %1 : tensor<4x4xf32>
    return %2 : tensor<4x4xf32>
  }
}
