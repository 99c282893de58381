use bytespec::dialect::OpResult;
use bytespec::mlir::Value;
use bytespec::{Dialect, Operation};

#[derive(Dialect)]
#[bytecode(name = "motor", operations(Spin))]
struct Motor;

#[derive(Operation)]
#[bytecode(dialect = Motor, operation = "spin", text = "spin {speed}")]
struct Spin {
    speed: Value,
    #[bytecode(type_of = "speed")]
    reached: OpResult,
}

fn main() {}
