"t.before"() : () -> ()
"t.op"() {a = nonsense} : () -> ()
"t.after"() : () -> ()
