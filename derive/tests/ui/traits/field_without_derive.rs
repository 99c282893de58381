use bytespec::BytecodeRecord;

#[derive(BytecodeRecord, Clone, Copy)]
#[bytecode(crate = "facade")]
struct Point {
    x: Mode,
}

#[derive(Clone, Copy)]
struct Mode;

/// With traits of its own, for which the compiler has no long list of other types to offer.
mod facade {
    pub use bytespec::error;
    pub mod wire {
        use bytespec::Result;
        pub use bytespec::wire::{Cursor, Writer};
        pub trait Decode<'a> {
            type Value: Copy;
            type Context: Copy;
            fn decode(cursor: &mut Cursor<'a>, context: &Self::Context) -> Result<Self::Value>;
        }
        pub trait Encode {
            type Context;
            fn encode(&self, writer: &mut Writer, context: &mut Self::Context) -> Result<()>;
        }
    }
}

fn main() {}
