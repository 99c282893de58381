use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute)]
enum Event {
    #[bytecode(code = 4)]
    Said = 4,
}

fn main() {}
