"t.before"() : () -> ()
"t.op"() : () -> memref<4xi32, 1, 2>
