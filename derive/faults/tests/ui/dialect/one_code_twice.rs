use bytespec::{BytecodeAttribute, Dialect};

#[derive(Dialect)]
#[bytecode(name = "motor", attributes(Speed, Angle))]
struct Motor;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Motor, code = 1)]
struct Speed {}

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Motor, code = 1)]
struct Angle {}

fn main() {}
