"t.before"() : () -> ()
"t.op"() {a = "abc} : () -> ()
"t.after"() : () -> ()
