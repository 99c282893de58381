// Types of numbers and their constants.
module @numbers {
  func.func @main(%wide: tensor<2x3xf64>, %any: tensor<*xf32>) -> tensor<2x3xf64> {
    %false = stablehlo.constant dense<false> : tensor<i1>
    %true = stablehlo.constant dense<true> : tensor<i1>
    %all = stablehlo.constant dense<true> : tensor<9xi1>
    %some = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
    %many = stablehlo.constant dense<[true, false, true, true, false, false, false, true, true]> : tensor<9xi1>
    %i8 = stablehlo.constant dense<[-128, 127]> : tensor<2xi8>
    %ui8 = stablehlo.constant dense<[0, 255]> : tensor<2xui8>
    %i16 = stablehlo.constant dense<-32768> : tensor<i16>
    %ui16 = stablehlo.constant dense<65535> : tensor<ui16>
    %i32 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
    %ui32 = stablehlo.constant dense<4294967295> : tensor<ui32>
    %i64 = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
    %ui64 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
    %f16 = stablehlo.constant dense<[1.5, 0x7C00]> : tensor<2xf16>
    %bf16 = stablehlo.constant dense<-2.0> : tensor<bf16>
    %f32 = stablehlo.constant dense<0x7FC00000> : tensor<4xf32>
    %f64 = stablehlo.constant dense<1.0e-300> : tensor<2x3xf64>
    %none = stablehlo.constant dense<> : tensor<0x4xf32>
    %c64 = stablehlo.constant dense<(1.0, -1.0)> : tensor<2xcomplex<f32>>
    %c128 = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f64>>
    %sum = stablehlo.add %wide, %f64 : tensor<2x3xf64>
    return %sum : tensor<2x3xf64>
  }
}
