"t.before"() : () -> ()
"t.op"() {a = 0x1FFFFFFFF : f32} : () -> ()
"t.after"() : () -> ()
