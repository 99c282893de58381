"t.before"() : () -> ()
"t.op"() {a = #d-x.y<1>} : () -> ()
"t.after"() : () -> ()
