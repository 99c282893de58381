"t.before"() : () -> ()
"t.op"() {a = loc("a":1:)} : () -> ()
"t.after"() : () -> ()
