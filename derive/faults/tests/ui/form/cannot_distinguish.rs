use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute)]
enum Event {
    #[bytecode(form(code = 1, with = "height"))]
    Place {
        height: u8,
    },
}

fn main() {}
