"t.before"() : () -> ()
"t.op"() : () -> tensor<*xi32, 1>
