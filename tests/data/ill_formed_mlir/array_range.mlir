"t.before"() : () -> ()
"t.op"() {a = array<i8: 300>} : () -> ()
"t.after"() : () -> ()
