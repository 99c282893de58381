use bytespec::dialect::OpResult;
use bytespec::{Dialect, Operation};

#[derive(Dialect)]
#[bytecode(name = "motor")]
struct Motor;

#[derive(Operation)]
#[bytecode(dialect = Motor, operation = "spin")]
struct Spin {
    #[bytecode(type_of = "speed")]
    reached: OpResult,
}

fn main() {}
