//! The values that only a dialect's items can hold: references to the tables of the file.

use super::context::{Reading, Writing};
use crate::error::Result;
use crate::mlir::{AttributeId, Double, ResourceId, StringId, TypeId};
use crate::wire::{Cursor, FromWire, ToWire, Writer, unflag, zigzag_decode, zigzag_encode};

macro_rules! references {
    ($($id:ident $reference:ident $flagged:ident;)*) => {$(
        impl<'a, V> FromWire<'a, Reading<'_, V>> for $id {
            #[inline]
            fn from_wire(cursor: &mut Cursor<'a>, _: &Reading<'_, V>) -> Result<Self> {
                cursor.prefix_u32().map($id)
            }
        }

        impl<V> ToWire<Writing<'_, '_, V>> for $id {
            #[inline]
            fn to_wire(&self, writer: &mut Writer, cx: &mut Writing<'_, '_, V>) -> Result<()> {
                cx.encoder().$reference(writer, *self)
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
            #[inline]
            fn to_wire(&self, writer: &mut Writer, cx: &mut Writing<'_, '_, V>) -> Result<()> {
                cx.encoder().$flagged(writer, *self)
            }
        }
    )*};
}

references! {
    AttributeId attribute_reference attribute_flagged;
    TypeId type_reference type_flagged;
    StringId string_reference string_flagged;
    ResourceId resource_reference resource_flagged;
}

impl<'a, V> FromWire<'a, Reading<'_, V>> for Double {
    #[inline]
    fn from_wire(cursor: &mut Cursor<'a>, _: &Reading<'_, V>) -> Result<Self> {
        cursor.prefix().map(|code| Double(zigzag_decode(code).cast_unsigned()))
    }
}

impl<V> ToWire<Writing<'_, '_, V>> for Double {
    #[inline]
    fn to_wire(&self, writer: &mut Writer, _: &mut Writing<'_, '_, V>) -> Result<()> {
        writer.prefix(zigzag_encode(self.0.cast_signed()));
        Ok(())
    }
}
