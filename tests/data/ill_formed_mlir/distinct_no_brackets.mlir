"t.before"() : () -> ()
"t.op"() {a = distinct[0]} : () -> ()
"t.after"() : () -> ()
