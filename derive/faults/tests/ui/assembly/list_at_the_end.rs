use bytespec::mlir::BlockId;
use bytespec::{Dialect, Operation};

#[derive(Dialect)]
#[bytecode(name = "motor", operations(Spin))]
struct Motor;

#[derive(Operation)]
#[bytecode(dialect = Motor, operation = "spin", text = "spin {targets}")]
struct Spin {
    targets: Vec<BlockId>,
}

fn main() {}
