"t.before"() : () -> ()
"t.op"() : () -> !undefined
