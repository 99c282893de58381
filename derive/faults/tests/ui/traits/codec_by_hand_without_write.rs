use bytespec::BytecodeRecord;

mod half {
    use bytespec::wire::Cursor;

    pub fn read<C>(cursor: &mut Cursor<'_>, _: &C) -> bytespec::Result<u8> {
        cursor.u8()
    }
}

#[derive(BytecodeRecord)]
struct Sizes {
    #[bytecode(with = half)]
    size: u8,
}

fn main() {}
