"t.before"() : () -> ()
"t.op"() : () -> vector<0xi32>
