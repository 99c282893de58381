use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute, Debug)]
enum Event {
    #[bytecode(code = 1)]
    Said(u8, u8),
}

fn main() {}
