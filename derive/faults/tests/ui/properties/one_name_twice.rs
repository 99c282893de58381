use bytespec::mlir::AttributeId;
use bytespec::{Dialect, OpProperties};

#[derive(Dialect)]
#[bytecode(name = "motor")]
struct Motor;

#[derive(OpProperties)]
#[bytecode(dialect = Motor, operation = "spin")]
struct Spin {
    speed: AttributeId,
    #[bytecode(name = "speed")]
    fast: AttributeId,
}

fn main() {}
