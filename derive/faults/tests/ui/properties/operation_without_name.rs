use bytespec::{Dialect, Operation};

#[derive(Dialect)]
#[bytecode(name = "motor")]
struct Motor;

#[derive(Operation)]
#[bytecode(dialect = Motor)]
struct Spin {}

fn main() {}
