"t.before"() : () -> ()
"t.op"() {a = dense<true> : tensor<1xi8>} : () -> ()
"t.after"() : () -> ()
