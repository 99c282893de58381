"t.before"() : () -> ()
"t.op"() {a = array<tuple<>: 1>} : () -> ()
"t.after"() : () -> ()
