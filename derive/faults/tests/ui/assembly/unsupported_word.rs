use bytespec::mlir::Value;
use bytespec::{Dialect, Operation};

#[derive(Dialect)]
#[bytecode(name = "motor", operations(Spin))]
struct Motor;

#[derive(Operation)]
#[bytecode(dialect = Motor, operation = "spin", text = "spin {speed} : {types speed}{line}{?not speed| x}")]
struct Spin {
    speed: Value,
}

fn main() {}
