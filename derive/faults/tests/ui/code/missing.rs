use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute, Debug)]
enum Event {
    #[bytecode(code = 4)]
    Said,
    Heard,
}

fn main() {}
