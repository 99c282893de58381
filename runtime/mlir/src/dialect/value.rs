//! The values that only items of a dialect can hold: references to the tables of the file.

use super::context::{Reading, Writing};
use crate::{AttributeId, Double, ResourceId, StringId, TypeId};
use bytespec_core::error::Result;
use bytespec_core::reflect::Names;
use bytespec_core::text::{Entries, Scanner, TextValue};
use bytespec_core::wire::{
    Cursor, FromWire, Sizes, ToWire, Writer, flag, unflag, zigzag_decode, zigzag_encode,
};
use std::fmt;

macro_rules! references {
    ($($id:ident $index:ident;)*) => {$(
        impl<'a, V> FromWire<'a, Reading<'_, V>> for $id {
            #[inline]
            fn from_wire(cursor: &mut Cursor<'a>, _: &Reading<'_, V>) -> Result<Self> {
                cursor.prefix_u32().map($id)
            }
        }

        impl<V> ToWire<Writing<'_, '_, V>> for $id {
            const SIZES: Sizes = Sizes::prefix(u32::BITS);

            #[inline]
            fn to_wire(&self, writer: &mut Writer, cx: &mut Writing<'_, '_, V>) -> Result<()> {
                let number = cx.encoder().$index(*self)?;
                writer.prefix(u64::from(number));
                Ok(())
            }
        }

        impl TextValue for $id {
            fn print(&self, f: &mut dyn fmt::Write, names: &dyn Names) -> fmt::Result {
                names.reference(f, $id::TABLE, self.0)
            }

            fn parse(
                scanner: &mut Scanner<'_>,
                entries: &mut dyn Entries,
                _: bool,
            ) -> Result<Self> {
                entries.reference(scanner, $id::TABLE).map($id)
            }
        }

        impl<'a, V> FromWire<'a, Reading<'_, V>> for Option<$id> {
            #[inline]
            fn from_wire(cursor: &mut Cursor<'a>, _: &Reading<'_, V>) -> Result<Self> {
                let at = cursor.position();
                let code = cursor.prefix()?;
                unflag::<u32>(at, code, "u32").map(|id| id.map($id))
            }
        }

        impl<V> ToWire<Writing<'_, '_, V>> for Option<$id> {
            // The mark takes one bit.
            const SIZES: Sizes = Sizes::prefix(u32::BITS + 1);

            #[inline]
            fn to_wire(&self, writer: &mut Writer, cx: &mut Writing<'_, '_, V>) -> Result<()> {
                let number = self.map(|id| cx.encoder().$index(id)).transpose()?;
                writer.prefix(flag(number.map(u64::from))?);
                Ok(())
            }
        }
    )*};
}

references! {
    AttributeId attribute_index;
    TypeId type_index;
    StringId string_index;
    ResourceId resource_index;
}

impl<'a, V> FromWire<'a, Reading<'_, V>> for Double {
    #[inline]
    fn from_wire(cursor: &mut Cursor<'a>, _: &Reading<'_, V>) -> Result<Self> {
        cursor.prefix().map(|code| Double(zigzag_decode(code).cast_unsigned()))
    }
}

impl<V> ToWire<Writing<'_, '_, V>> for Double {
    const SIZES: Sizes = Sizes::prefix(u64::BITS);

    #[inline]
    fn to_wire(&self, writer: &mut Writer, _: &mut Writing<'_, '_, V>) -> Result<()> {
        writer.prefix(zigzag_encode(self.0.cast_signed()));
        Ok(())
    }
}
