"t.z"() : () -> ()
"t.a"() : () -> (tensor<4xi32, vector<i32>)
"t.c"() : () -> i0x
