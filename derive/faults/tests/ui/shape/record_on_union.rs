use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
union Point {
    x: u8,
}

fn main() {}
