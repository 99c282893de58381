use bytespec::dialect::OpRegion;
use bytespec::{Dialect, Operation};

#[derive(Dialect)]
#[bytecode(name = "motor", operations(Spin))]
struct Motor;

#[derive(Operation)]
#[bytecode(dialect = Motor, operation = "spin", text = "spin motor.stop")]
struct Spin {
    at_end: OpRegion,
}

fn main() {}
