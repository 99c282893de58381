use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute)]
enum Event {
    #[bytecode(form(code = 1, with = "space", without = "space"), form(code = 2, without = "space"))]
    Place {
        space: Option<u8>,
    },
}

fn main() {}
