"t.before"() : () -> ()
"t.op"() {a = @a::b} : () -> ()
"t.after"() : () -> ()
