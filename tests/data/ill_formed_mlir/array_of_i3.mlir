"t.before"() : () -> ()
"t.op"() {a = array<i3: 1>} : () -> ()
"t.after"() : () -> ()
