use bytespec::{Dialect, Operation};

#[derive(Dialect)]
#[bytecode(name = "motor")]
struct Motor;

#[derive(Operation)]
#[bytecode(dialect = Motor, operation = "spin")]
struct Spin {
    speed: u64,
}

fn main() {}
