use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute)]
enum Event {
    #[bytecode(code = 3, form(code = 1, with = "space"), form(code = 2, without = "space"))]
    Place {
        space: Option<u8>,
    },
}

fn main() {}
