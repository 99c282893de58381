"t.before"() : () -> ()
"t.op"() {a = array<i1: 1>} : () -> ()
"t.after"() : () -> ()
