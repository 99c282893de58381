"t.a"() : () -> ()
"t.b"() : () -> () loc(#missing)
