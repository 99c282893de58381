"t.z"() : () -> ()
"t.a"() : () -> memref<4xf32, strided<[1], offset: 99999999999999999999>>
