"t.before"() : () -> ()
"t.op"() {a = dense<1> : tensor<?xi32>} : () -> ()
"t.after"() : () -> ()
