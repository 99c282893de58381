use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(dead(4, "a whisper"))]
enum Event {
    #[bytecode(code = 4)]
    Said,
}

fn main() {}
