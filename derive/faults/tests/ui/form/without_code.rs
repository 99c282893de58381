use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute)]
enum Event {
    #[bytecode(form(with = "space"), form(code = 2, without = "space"))]
    Place {
        space: Option<u8>,
    },
}

fn main() {}
