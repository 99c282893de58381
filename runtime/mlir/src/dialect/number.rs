//! Numbers as wide as a type says: what `wire = "ap_int(the_type)"` and `wire = "ap_float(the_type)"` of a derived field stand for.

macro_rules! codec {
    ($module:ident $value:ident $read:ident $write:ident, $doc:literal) => {
        #[doc = $doc]
        ///
        /// Up to 8 bits are a byte, up to 64 a zigzag varint, more are words of these with their number in front.
        pub mod $module {
            use crate::dialect::{Reading, Writing};
            use crate::{TypeId, $value};
            use bytespec_core::error::Result;
            use bytespec_core::wire::{Cursor, Writer};

            /// Reads a number of a type.
            ///
            /// # Errors
            /// A type that is no number, and the end of the entry.
            pub fn read<V>(
                cursor: &mut Cursor<'_>,
                cx: &Reading<'_, V>,
                ty: TypeId,
            ) -> Result<$value> {
                crate::$read(cursor, &cx.file(), ty)
            }

            /// Writes a number of a type.
            ///
            /// # Errors
            /// A type that is no number, and a value that does not fit it.
            pub fn write<V>(
                value: &$value,
                writer: &mut Writer,
                cx: &mut Writing<'_, '_, V>,
                ty: TypeId,
            ) -> Result<()> {
                crate::$write(writer, cx.encoder(), value, ty)
            }
        }
    };
}

codec!(ap_int ApInt owned_int write_ap_int, "The bits of an integer as wide as an integer type.");
codec!(ap_float ApFloat owned_float write_ap_float, "The bits of a float as wide as a float type.");
