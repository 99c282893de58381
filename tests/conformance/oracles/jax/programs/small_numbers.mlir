// Types of numbers that came later.
module @small_numbers {
  func.func @main() -> (tensor<2xf8E4M3FN>, tensor<2xf8E5M2>) {
    %0 = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf8E4M3FN>
    %1 = stablehlo.constant dense<[1.0, -2.0]> : tensor<2xf8E5M2>
    return %0, %1 : tensor<2xf8E4M3FN>, tensor<2xf8E5M2>
  }
  func.func @since_0_11() -> (tensor<2xf8E4M3FNUZ>, tensor<2xf8E5M2FNUZ>, tensor<f8E4M3B11FNUZ>) {
    %0 = stablehlo.constant dense<1.0> : tensor<2xf8E4M3FNUZ>
    %1 = stablehlo.constant dense<1.0> : tensor<2xf8E5M2FNUZ>
    %2 = stablehlo.constant dense<1.0> : tensor<f8E4M3B11FNUZ>
    return %0, %1, %2 : tensor<2xf8E4M3FNUZ>, tensor<2xf8E5M2FNUZ>, tensor<f8E4M3B11FNUZ>
  }
}
