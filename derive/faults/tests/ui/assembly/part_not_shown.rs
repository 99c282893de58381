use bytespec::mlir::Value;
use bytespec::{Dialect, Operation};

#[derive(Dialect)]
#[bytecode(name = "motor", operations(Spin))]
struct Motor;

#[derive(Operation)]
#[bytecode(dialect = Motor, operation = "spin", text = "spin {speed} : {type speed}, {type brake}")]
struct Spin {
    speed: Value,
    brake: Value,
}

fn main() {}
