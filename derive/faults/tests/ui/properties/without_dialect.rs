use bytespec::mlir::AttributeId;
use bytespec::{Dialect, OpProperties};

#[derive(Dialect)]
#[bytecode(name = "motor")]
struct Motor;

#[derive(OpProperties)]
#[bytecode(operation = "spin")]
struct Spin {
    speed: AttributeId,
}

fn main() {}
