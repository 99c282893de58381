"t.before"() : () -> ()
"t.op"() {a = dense<"0x0102"> : tensor<3xi8>} : () -> ()
"t.after"() : () -> ()
