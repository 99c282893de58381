use bytespec::mlir::Value;
use bytespec::{Dialect, Operation};

#[derive(Dialect)]
#[bytecode(name = "motor", operations(Spin))]
struct Motor;

#[derive(Operation)]
#[bytecode(dialect = Motor, operation = "spin", text = "spin : {type sensors} {sensors}")]
struct Spin {
    sensors: Vec<Value>,
}

fn main() {}
