use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute)]
enum Tone {
    #[bytecode(
        form(code = 1, is(kind = Kind::Whole), with = "slur"),
        form(code = 2, is(kind = Kind::Half), without = "slur"),
        form(code = 3, is(kind = Kind::Half), with = "slur")
    )]
    Note {
        kind: Kind,
        slur: bool,
    },
}

enum Kind {
    Whole,
    Half,
}

fn main() {}
