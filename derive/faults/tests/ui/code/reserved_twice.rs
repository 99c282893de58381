use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute, Debug)]
#[bytecode(reserved(3), dead(3, "a whisper"))]
enum Event {
    #[bytecode(code = 1)]
    Said,
}

fn main() {}
