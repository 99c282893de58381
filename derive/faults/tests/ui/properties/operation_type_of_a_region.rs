use bytespec::dialect::{OpRegion, OpResult};
use bytespec::{Dialect, Operation};

#[derive(Dialect)]
#[bytecode(name = "motor")]
struct Motor;

#[derive(Operation)]
#[bytecode(dialect = Motor, operation = "spin")]
struct Spin {
    speed: OpRegion,
    #[bytecode(type_of = "speed")]
    reached: OpResult,
}

fn main() {}
