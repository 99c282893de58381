"t.before"() : () -> ()
"t.op"() {a = #d.x : } : () -> ()
"t.after"() : () -> ()
