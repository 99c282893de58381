"t.before"() : () -> ()
"t.op"() : () -> vector<[4xi32>
