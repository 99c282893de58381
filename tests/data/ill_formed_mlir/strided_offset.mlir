"t.before"() : () -> ()
"t.op"() {a = strided<[1], ofset: 1>} : () -> ()
"t.after"() : () -> ()
