use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute)]
enum Event {
    #[bytecode(form(code = 1, with = "space"), form(code = 2, without = "space, fixed"))]
    Place {
        space: Option<u8>,
        fixed: bool,
    },
}

fn main() {}
