// Groups of replicas by the axes of a mesh.
module @meshes {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%x: tensor<2x2xi64>) -> tensor<2x2xi64> {
    %0 = "stablehlo.all_reduce"(%x) ({
      ^bb0(%a: tensor<i64>, %b: tensor<i64>):
        %c = stablehlo.add %a, %b : tensor<i64>
        stablehlo.return %c : tensor<i64>
    }) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">, #stablehlo.axis_ref<name = "y", sub_axis_info = (1)2>]>} : (tensor<2x2xi64>) -> tensor<2x2xi64>
    return %0 : tensor<2x2xi64>
  }
}
