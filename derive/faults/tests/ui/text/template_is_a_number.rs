use bytespec::{BytecodeAttribute, Dialect};

#[derive(Dialect)]
#[bytecode(name = "music", attributes(Sound))]
struct Music;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Music)]
enum Sound {
    #[bytecode(code = 0, text = 3)]
    Note { pitch: u8 },
}

fn main() {}
