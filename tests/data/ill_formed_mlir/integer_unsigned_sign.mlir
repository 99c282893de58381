"t.before"() : () -> ()
"t.op"() {a = -1 : ui8} : () -> ()
"t.after"() : () -> ()
