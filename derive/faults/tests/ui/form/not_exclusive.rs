use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute)]
enum Event {
    #[bytecode(form(code = 1, with = "space"), form(code = 2, with = "space"), form(code = 3, without = "space"))]
    Place {
        space: Option<u8>,
    },
}

fn main() {}
