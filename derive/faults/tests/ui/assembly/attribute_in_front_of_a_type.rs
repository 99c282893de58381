use bytespec::dialect::OpResult;
use bytespec::mlir::AttributeId;
use bytespec::{Dialect, Operation};

#[derive(Dialect)]
#[bytecode(name = "motor", operations(Spin))]
struct Motor;

#[derive(Operation)]
#[bytecode(dialect = Motor, operation = "spin", text = "spin {note} : {type reached}")]
struct Spin {
    note: AttributeId,
    reached: OpResult,
}

fn main() {}
