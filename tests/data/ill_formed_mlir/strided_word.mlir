"t.before"() : () -> ()
"t.op"() {a = strided<[a]>} : () -> ()
"t.after"() : () -> ()
