"t.before"() : () -> ()
"t.op"() : () -> complex<f32, f32>
