"t.before"() : () -> ()
"t.op"() {a = loc("a"("b")} : () -> ()
"t.after"() : () -> ()
