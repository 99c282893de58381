use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute)]
enum Event {
    #[bytecode(form(code = 1), form(code = 2))]
    Place {
        height: u8,
    },
}

fn main() {}
