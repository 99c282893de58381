use bytespec::mlir::Value;
use bytespec::{Dialect, Operation};

#[derive(Dialect)]
#[bytecode(name = "motor", operations(Spin))]
struct Motor;

#[derive(Operation)]
#[bytecode(dialect = Motor, operation = "spin", text = "spin {speed}{?brake|, {brake}}, {sensors} : {type speed} {type sensors}{?brake| by {type brake}}")]
struct Spin {
    speed: Value,
    brake: Option<Value>,
    sensors: Vec<Value>,
}

fn main() {}
