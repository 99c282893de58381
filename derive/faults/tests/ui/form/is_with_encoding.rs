use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute)]
enum Tone {
    #[bytecode(form(code = 1, is(kind = Kind::Whole)), form(code = 2, is(kind = Kind::Half)))]
    Note {
        #[bytecode(since = "1.1")]
        kind: Kind,
        pitch: u8,
    },
}

enum Kind {
    Whole,
    Half,
}

fn main() {}
