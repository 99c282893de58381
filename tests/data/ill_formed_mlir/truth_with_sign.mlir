"t.before"() : () -> ()
"t.op"() {a = -true} : () -> ()
"t.after"() : () -> ()
