"t.before"() : () -> ()
"t.op"() {a = dense<1> : i32} : () -> ()
"t.after"() : () -> ()
