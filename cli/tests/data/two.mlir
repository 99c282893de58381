"test.one"() {a = "b"} : () -> ()
%0 = "test.two"() ({^bb0(%a: i1):}) : () -> i8
