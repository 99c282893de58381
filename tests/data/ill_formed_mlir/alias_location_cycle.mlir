"t.a"() : () -> () loc(#loc1)
#loc1 = loc("x"(#loc2))
#loc2 = loc("y"(#loc1))
