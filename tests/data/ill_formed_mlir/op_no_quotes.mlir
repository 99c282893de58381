"t.a"() : () -> ()
foo.bar
