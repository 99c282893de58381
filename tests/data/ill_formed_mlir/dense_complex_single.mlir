"t.before"() : () -> ()
"t.op"() {a = dense<1.0> : tensor<1xcomplex<f32>>} : () -> ()
"t.after"() : () -> ()
