use bytespec::BytecodeRecord;

#[derive(BytecodeRecord)]
struct Names<'a, 'b> {
    first: &'a str,
    second: &'b str,
}

fn main() {}
