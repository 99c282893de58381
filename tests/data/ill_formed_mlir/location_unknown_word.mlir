"t.before"() : () -> ()
"t.op"() {a = loc(nowhere)} : () -> ()
"t.after"() : () -> ()
