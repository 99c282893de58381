use bytespec::{BytecodeAttribute, Dialect};

#[derive(Dialect)]
#[bytecode(name = "motor", versions("1.0", "1.1", "2.0"))]
struct Motor;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Motor)]
enum Event {
    #[bytecode(code = 4)]
    Said {
        #[bytecode(since = "1.1", default = String::new())]
        words: String,
    },
}

fn main() {}
