use bytespec::{BytecodeAttribute, Dialect};

#[derive(Dialect)]
#[bytecode(name = "motor", attributes(Number))]
struct Motor;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Motor, code = 0, width = 8)]
struct Number;

fn main() {}
