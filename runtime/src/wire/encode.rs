//! Values that write themselves.

use super::Writer;
use crate::error::Result;

/// Something that can be written to the wire, given what its format's writers are given: the
/// counterpart of [`Decode`](super::Decode) for types that records name without knowing them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written to the wire",
    note = "derive `BytecodeEnum` or `BytecodeRecord` for it, or implement `Decode` and `Encode`"
)]
pub trait Encode {
    /// What writing needs besides a buffer.
    type Context;

    /// Appends the value.
    ///
    /// # Errors
    /// A value that the wire cannot carry.
    fn encode(&self, writer: &mut Writer, context: &mut Self::Context) -> Result<()>;
}

macro_rules! fixed {
    ($($ty:ident)*) => {$(
        impl Encode for $ty {
            type Context = ();

            #[inline]
            fn encode(&self, writer: &mut Writer, (): &mut ()) -> Result<()> {
                writer.$ty(*self);
                Ok(())
            }
        }
    )*};
}

fixed!(u8 u16 u32 u64 i8 i16 i32 i64 bool);
