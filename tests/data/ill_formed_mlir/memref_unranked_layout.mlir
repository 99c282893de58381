"t.before"() : () -> ()
"t.op"() : () -> memref<*xi32, affine_map<(d0) -> (d0)>>
