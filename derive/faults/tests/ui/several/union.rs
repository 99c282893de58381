use bytespec::{BytecodeAttribute, Dialect};

#[derive(Dialect)]
#[bytecode(name = "motor", versions("1.0", "1.1", "2.0"))]
struct Motor;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Motor, reserved(2), colour = "red")]
enum Event {
    #[bytecode(code = 2)]
    Said {
        #[bytecode(since = "1.1")]
        level: u8,
        #[bytecode(wire = "varint")]
        flag: String,
    },
    #[bytecode(code = 2, until = "1.x")]
    Heard,
    Seen(u8, u8),
}

fn main() {}
