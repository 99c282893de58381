"t.z"() : () -> ()
"t.a"() {a = 0xFFFFFFFFFFFFFFFFF : i64} : () -> ()
