use bytespec::{Dialect, OpProperties, Operation};

#[derive(Dialect)]
#[bytecode(name = "motor", operations(Limit))]
struct Motor;

#[derive(OpProperties)]
#[bytecode(dialect = Motor, operation = "stop")]
struct Limit {
    turns: u64,
}

#[derive(Operation)]
#[bytecode(dialect = Motor, operation = "spin")]
struct Spin {
    #[bytecode(properties)]
    limit: Limit,
}

fn main() {}
