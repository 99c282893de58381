"t.before"() : () -> ()
"t.op"() : () -> nonsense
