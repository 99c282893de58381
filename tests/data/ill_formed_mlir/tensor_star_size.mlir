"t.before"() : () -> ()
"t.op"() : () -> tensor<4x*xi32>
