use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute)]
#[bytecode(code = 3)]
enum Event {
    #[bytecode(code = 4)]
    Said,
}

fn main() {}
