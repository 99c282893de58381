"t.before"() : () -> ()
"t.op"() {a = dense<1> : tensor<1xf32>} : () -> ()
"t.after"() : () -> ()
