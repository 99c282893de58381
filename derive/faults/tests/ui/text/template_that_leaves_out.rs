use bytespec::{BytecodeAttribute, BytecodeEnum, Dialect};

#[derive(Dialect)]
#[bytecode(name = "music", attributes(Sound))]
struct Music;

#[derive(BytecodeEnum, Clone, Copy, Debug)]
#[bytecode(wire = "u8")]
enum Length {
    Whole = 1,
}

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Music)]
enum Sound {
    #[bytecode(code = 0, text = "note<{pitch}>")]
    Note { pitch: u8, length: Length },
}

fn main() {}
