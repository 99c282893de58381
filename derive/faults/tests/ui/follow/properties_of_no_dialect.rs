use bytespec::{Dialect, OpProperties};

#[derive(Dialect)]
#[bytecode(name = "motor", operations(Spin))]
struct Motor;

#[derive(OpProperties)]
#[bytecode(operation = "spin")]
struct Spin {
    now: bool,
}

fn main() {}
