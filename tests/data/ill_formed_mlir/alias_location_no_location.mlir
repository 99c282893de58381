"t.a"() : () -> () loc(#loc1)
#loc1 = 1 : i32
