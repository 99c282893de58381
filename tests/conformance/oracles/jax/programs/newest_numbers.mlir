// Types of numbers that came with 1.2.0 to 1.8.0.
module @newest_numbers {
  func.func @main() -> (tensor<3xi2>, tensor<3xui2>, tensor<f8E4M3>, tensor<f8E3M4>) {
    %0 = stablehlo.constant dense<[-2, 1, 0]> : tensor<3xi2>
    %1 = stablehlo.constant dense<[3, 1, 0]> : tensor<3xui2>
    %2 = stablehlo.constant dense<1.0> : tensor<f8E4M3>
    %3 = stablehlo.constant dense<1.0> : tensor<f8E3M4>
    return %0, %1, %2, %3 : tensor<3xi2>, tensor<3xui2>, tensor<f8E4M3>, tensor<f8E3M4>
  }
  func.func @since_1_8() -> (tensor<2xf4E2M1FN>, tensor<2xf6E2M3FN>, tensor<2xf6E3M2FN>, tensor<2xf8E8M0FNU>) {
    %0 = stablehlo.constant dense<1.0> : tensor<2xf4E2M1FN>
    %1 = stablehlo.constant dense<[1.0, 0.5]> : tensor<2xf6E2M3FN>
    %2 = stablehlo.constant dense<1.0> : tensor<2xf6E3M2FN>
    %3 = stablehlo.constant dense<2.0> : tensor<2xf8E8M0FNU>
    return %0, %1, %2, %3 : tensor<2xf4E2M1FN>, tensor<2xf6E2M3FN>, tensor<2xf6E3M2FN>, tensor<2xf8E8M0FNU>
  }
}
