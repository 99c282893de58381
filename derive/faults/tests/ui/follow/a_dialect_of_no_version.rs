use bytespec::{BytecodeAttribute, Dialect};

#[derive(Dialect)]
#[bytecode(name = "motor", versions(1, 2), attributes(Speed))]
struct Motor;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Motor, code = 0, since = "1.1")]
struct Speed {
    #[bytecode(since = "1.2", default = 3)]
    value: u8,
}

fn main() {}
