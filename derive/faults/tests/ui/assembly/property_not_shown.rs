use bytespec::mlir::{AttributeId, Value};
use bytespec::{Dialect, OpProperties, Operation};

#[derive(Dialect)]
#[bytecode(name = "motor", operations(Spin))]
struct Motor;

#[derive(OpProperties)]
#[bytecode(dialect = Motor, operation = "spin")]
struct Limit {
    turns: u64,
    note: AttributeId,
}

#[derive(Operation)]
#[bytecode(dialect = Motor, operation = "spin", text = "spin {speed} {turns} : {type speed}")]
struct Spin {
    speed: Value,
    #[bytecode(properties)]
    limit: Limit,
}

fn main() {}
