"t.before"() : () -> ()
"t.op"() {a = loc(fused["a")} : () -> ()
"t.after"() : () -> ()
