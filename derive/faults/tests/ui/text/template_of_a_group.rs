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
    #[bytecode(code = 0, text = "note{?sharp| sharp {length}}")]
    Note { sharp: bool, length: Length },
}

fn main() {}
