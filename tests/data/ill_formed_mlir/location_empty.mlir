"t.before"() : () -> ()
"t.op"() {a = loc()} : () -> ()
"t.after"() : () -> ()
