use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute, Debug)]
enum Event {
    #[bytecode(code = 4)]
    Said,
    #[bytecode(code = 4)]
    Heard,
}

fn main() {}
