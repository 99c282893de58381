use bytespec::{BytecodeAttribute, Dialect};

#[derive(Dialect)]
#[bytecode(name = "music", attributes(Sound))]
struct Music;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dialect = Music)]
enum Sound {
    #[bytecode(
        text = "note<{pitch}>",
        form(code = 0, with = "sharp"),
        form(code = 1, without = "sharp")
    )]
    Note { pitch: u8, sharp: bool },
}

fn main() {}
