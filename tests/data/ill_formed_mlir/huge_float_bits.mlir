"t.z"() : () -> ()
"t.a"() {a = 0xFFFFFFFFFFFFFFFFF : f64} : () -> ()
