use bytespec::{BytecodeAttribute, Dialect};

#[derive(Dialect)]
#[bytecode(name = "motor", types(Speed))]
struct Motor;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Motor, code = 1)]
struct Speed {}

fn main() {}
