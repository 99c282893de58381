"t.before"() : () -> ()
"t.op"() {a = dense<1>} : () -> ()
"t.after"() : () -> ()
