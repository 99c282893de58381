"builtin.module"() ({
  %0 = "test.one"() : () -> i32
  %1 = "test.two"(%0) : (i33) -> i32
  "test.three"(%missing) {a = dense<[1, [2]]> : tensor<2xi8>} : (i32) -> ()
  %2 = "test.four"() : () -> ()
  "test.five"()[^bb9] : () -> ()
}) : () -> ()
