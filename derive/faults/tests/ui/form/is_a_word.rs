use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute)]
enum Tone {
    #[bytecode(form(code = 1, is(kind = whole)), form(code = 2, is(kind = Kind::Half)))]
    Note {
        kind: Kind,
        pitch: u8,
    },
}

enum Kind {
    Whole,
    Half,
}

fn main() {}
