use bytespec::mlir::Value as Speed;
use bytespec::{Dialect, Operation};

#[derive(Dialect)]
#[bytecode(name = "motor", operations(Spin))]
struct Motor;

#[derive(Operation)]
#[bytecode(dialect = Motor, operation = "spin", text = "spin {speed}")]
struct Spin {
    speed: Speed,
}

fn main() {}
