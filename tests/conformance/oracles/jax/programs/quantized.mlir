// Quantized types.
module @quantized {
  func.func @main(%x: tensor<2x3x!quant.uniform<i8:f32, 34.0:16>>) -> tensor<2x3xf32> {
    %0 = stablehlo.uniform_dequantize %x : (tensor<2x3x!quant.uniform<i8:f32, 34.0:16>>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @by_axis(%x: tensor<2x!quant.uniform<i8<-127:127>:f32:0, {0.5:1, 2.0:-3}>>) -> tensor<2xf32> {
    %0 = stablehlo.uniform_dequantize %x : (tensor<2x!quant.uniform<i8<-127:127>:f32:0, {0.5:1, 2.0:-3}>>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
