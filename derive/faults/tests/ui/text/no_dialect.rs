use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute, Debug)]
enum Event {
    #[bytecode(text)]
    Text(String),
}

fn main() {}
