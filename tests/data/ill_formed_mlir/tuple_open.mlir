"t.before"() : () -> ()
"t.op"() : () -> tuple<i32
