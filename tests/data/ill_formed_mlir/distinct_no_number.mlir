"t.before"() : () -> ()
"t.op"() {a = distinct[]<>} : () -> ()
"t.after"() : () -> ()
