"t.before"() : () -> ()
"t.op"() {a = dense_resource<key>} : () -> ()
"t.after"() : () -> ()
