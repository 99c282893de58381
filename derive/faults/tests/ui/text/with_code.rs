use bytespec::{BytecodeAttribute, Dialect};

#[derive(Dialect)]
#[bytecode(name = "motor", versions("1.0", "1.1", "2.0"))]
struct Motor;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Motor)]
enum Event {
    #[bytecode(text, code = 1)]
    Text(String),
}

fn main() {}
