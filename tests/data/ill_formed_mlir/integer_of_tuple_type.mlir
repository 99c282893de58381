"t.before"() : () -> ()
"t.op"() {a = 1 : tuple<>} : () -> ()
"t.after"() : () -> ()
