"t.a"() : () -> () loc(#loc1)
#loc1 = loc("x"(#loc1))
