use bytespec::BytecodeAttribute;

#[derive(BytecodeAttribute, Debug)]
struct Event {
    level: u8,
}

fn main() {}
