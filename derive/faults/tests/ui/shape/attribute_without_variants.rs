use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute, Debug)]
enum Event {
}

fn main() {}
