use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute)]
enum Event {
    #[bytecode(form = 1)]
    Place {
        height: u8,
    },
}

fn main() {}
