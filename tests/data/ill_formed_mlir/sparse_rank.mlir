"t.before"() : () -> ()
"t.op"() {a = sparse<[[0]], [1]> : tensor<2x2xi32>} : () -> ()
"t.after"() : () -> ()
