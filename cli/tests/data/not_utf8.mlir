"builtin.module"() ({
  "test.a"() {a = "für"} : () -> ()
}) : () -> ()
