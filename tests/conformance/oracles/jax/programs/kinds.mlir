// Operations whose properties are of many kinds.
module @kinds {
  func.func @main(%x: tensor<2x4xf32>, %key: tensor<2xui64>, %i: tensor<2x1xi64>) -> tensor<2x4xf32> {
    %fft = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<2x4xf32>) -> tensor<2x3xcomplex<f32>>
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
    %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
    %dot = stablehlo.dot_general %x, %t, contracting_dims = [1] x [0], precision = [HIGH, HIGHEST] : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
    %solved = "stablehlo.triangular_solve"(%dot, %x) {left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>} : (tensor<2x2xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
    %gathered = "stablehlo.gather"(%solved, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false} : (tensor<2x4xf32>, tensor<2x1xi64>) -> tensor<2x4xf32>
    %call = stablehlo.custom_call @target(%gathered) {has_side_effect = true, api_version = 1 : i32, backend_config = "some text", operand_layouts = [dense<[1, 0]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %sum = "stablehlo.all_reduce"(%call) ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %c : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids} : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %e = stablehlo.exponential %sum {extra = [1 : i32, 2.5 : f64, "three", true, {four = 4 : ui8}, f32, @main]} : tensor<2x4xf32>
    return %e : tensor<2x4xf32>
  }
}
