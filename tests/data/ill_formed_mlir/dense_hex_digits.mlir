"t.before"() : () -> ()
"t.op"() {a = dense<"0xZZ"> : tensor<1xi8>} : () -> ()
"t.after"() : () -> ()
