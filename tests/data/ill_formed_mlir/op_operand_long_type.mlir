%0 = "t.a"() : () -> tuple<memref<1x2x3xi32>, memref<4x5x6xi32>, memref<7x8x9xi32>, memref<1x1x1xi64>>
"t.b"(%0) : (tuple<memref<1x2x3xi32>, memref<4x5x6xi32>, memref<7x8x9xi32>, memref<1x1x1xf32>>) -> ()
