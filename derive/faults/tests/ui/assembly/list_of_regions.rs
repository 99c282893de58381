use bytespec::dialect::OpRegion;
use bytespec::{Dialect, Operation};

#[derive(Dialect)]
#[bytecode(name = "motor", operations(Spin))]
struct Motor;

#[derive(Operation)]
#[bytecode(dialect = Motor, operation = "spin", text = "spin {turns}")]
struct Spin {
    turns: Vec<OpRegion>,
}

fn main() {}
