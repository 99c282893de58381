"t.before"() : () -> ()
"t.op"() {a = loc(callsite("a" "b"))} : () -> ()
"t.after"() : () -> ()
