// Regions, tuples, tokens, bounded and unknown sizes.
module @control_flow attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%n: tensor<i32>, %x: tensor<4xf32>, %t: !stablehlo.token) -> (tensor<4xf32>, !stablehlo.token) {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %r:2 = stablehlo.while(%i = %n, %v = %x) : tensor<i32>, tensor<4xf32> attributes {note = "loop"}
      cond {
        %p = stablehlo.compare GT, %i, %one, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      } do {
        %j = stablehlo.subtract %i, %one : tensor<i32>
        %w = stablehlo.multiply %v, %v : tensor<4xf32>
        stablehlo.return %j, %w : tensor<i32>, tensor<4xf32>
      }
    %p = stablehlo.compare EQ, %r#0, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %b = "stablehlo.if"(%p) ({
      stablehlo.return %r#1 : tensor<4xf32>
    }, {
      stablehlo.return %x : tensor<4xf32>
    }) : (tensor<i1>) -> tensor<4xf32>
    %c = "stablehlo.case"(%n) ({
      stablehlo.return %b : tensor<4xf32>
    }, {
      stablehlo.return %x : tensor<4xf32>
    }) : (tensor<i32>) -> tensor<4xf32>
    %tuple = stablehlo.tuple %c, %n : tuple<tensor<4xf32>, tensor<i32>>
    %part = stablehlo.get_tuple_element %tuple[0] : (tuple<tensor<4xf32>, tensor<i32>>) -> tensor<4xf32>
    %after = stablehlo.after_all %t, %t : !stablehlo.token
    return %part, %after : tensor<4xf32>, !stablehlo.token
  }
  func.func private @sizes(%x: tensor<?x4xf32>, %y: tensor<?x4xf32, #stablehlo.bounds<8, ?>>) -> tensor<i32> {
    %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
    %1 = stablehlo.abs %y : tensor<?x4xf32, #stablehlo.bounds<8, ?>>
    return %0 : tensor<i32>
  }
}
