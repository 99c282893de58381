use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute)]
enum Tone {
    #[bytecode(form(code = 1, is(slur = Slur::On)), form(code = 2, without = "slur"))]
    Note {
        slur: Option<u8>,
        pitch: u8,
    },
}

fn main() {}
