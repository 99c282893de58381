"builtin.module"() ({
  %0:2 = "test.two"() <{a = 1 : i8}> : () -> (i32, i32) loc("elsewhere":7:7)
}) : () -> ()
