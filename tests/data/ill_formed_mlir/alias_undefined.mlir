"t.before"() : () -> ()
"t.op"() {a = #undefined} : () -> ()
"t.after"() : () -> ()
