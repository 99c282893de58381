"t.before"() : () -> ()
"t.op"() {a = affine_map<(d0) (d0)>} : () -> ()
"t.after"() : () -> ()
