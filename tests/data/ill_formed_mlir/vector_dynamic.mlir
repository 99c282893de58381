"t.before"() : () -> ()
"t.op"() : () -> vector<?xi32>
