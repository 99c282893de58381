//! Numbers with the width of a type: the implementation of `wire = "ap_int(the_type)"` and `wire = "ap_float(the_type)"` for
//! derived fields.

macro_rules! codec {
    ($module:ident $value:ident $read:ident $write:ident, $doc:literal) => {
        #[doc = $doc]
        ///
        /// Up to 8 bits are one byte, up to 64 bits a zigzag varint, and more bits a count of words followed by the words as
        /// zigzag varints.
        pub mod $module {
            use crate::dialect::{Reading, Writing};
            use crate::{TypeId, $value};
            use bytespec_core::error::Result;
            use bytespec_core::wire::{Cursor, Writer};

            /// Reads a number of a type.
            ///
            /// # Errors
            /// A type that is not numeric, and the end of the entry.
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
            /// A type that is not numeric, and a value that does not fit it.
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
