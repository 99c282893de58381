"t.before"() : () -> ()
"t.op"() {a = dense<[1, 2]> : tensor<3xi32>} : () -> ()
"t.after"() : () -> ()
