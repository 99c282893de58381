use bytespec::mlir::Value;
use bytespec::{Dialect, Operation};

#[derive(Dialect)]
#[bytecode(name = "motor", operations(Spin))]
struct Motor;

#[derive(Operation)]
#[bytecode(dialect = Motor, operation = "spin", text = "spin {speed}, {speed} : {type speed}")]
struct Spin {
    speed: Value,
}

fn main() {}
