"t.before"() : () -> ()
"t.op"() : () -> tensor<4 i32>
