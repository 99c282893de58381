use bytespec::BytecodeRecord;

#[derive(BytecodeRecord)]
struct Inner {}

#[derive(BytecodeRecord)]
struct Outer {
    inner: Option<Inner>,
}

fn main() {}
