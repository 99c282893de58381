// What mlir-opt prints without options.
func.func @main() {
  return
}
