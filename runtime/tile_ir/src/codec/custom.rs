//! Codecs that the schema names but does not describe.

use crate::codec::context::Context;
use crate::generated::TypeId;
use crate::write::numbering::Encoder;
use bytespec_core::error::{Error, ErrorKind, Result};
use bytespec_core::wire::{Cursor, Writer, zigzag_decode, zigzag_encode};

/// The bits of a float attribute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FloatBits {
    /// The bit pattern, zero-extended, as readers decode it.
    pub pattern: u64,
    /// Bits of the zigzag code above the 64th, which readers drop. Zero, except in files of a released writer
    /// that encodes a negative f64 in 65 bits.
    pub excess: u8,
}

impl From<u64> for FloatBits {
    fn from(pattern: u64) -> Self {
        FloatBits { pattern, excess: 0 }
    }
}

impl From<FloatBits> for u64 {
    fn from(bits: FloatBits) -> u64 {
        bits.pattern
    }
}

impl std::fmt::Display for FloatBits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:#x}", self.pattern)
    }
}

const INTEGER: &str = "integer";
const FLOAT: &str = "float";

fn width(class: Option<&str>, bits: Option<u64>, wanted: &str, ty: TypeId) -> Result<u32> {
    match bits {
        Some(bits) if class == Some(wanted) && (1..=64).contains(&bits) => Ok(bits as u32),
        _ => {
            let expected = format!("a type of class {wanted}").into();
            Err(Error::new(ErrorKind::WrongEntry { table: "type", number: ty.0, expected }))
        }
    }
}

fn fits(offset: Option<usize>, value: u64, bits: u32) -> Result<u64> {
    if bits < 64 && value >> bits != 0 {
        let error = Error::new(ErrorKind::Width { value: value.into(), bits });
        return Err(match offset {
            Some(offset) => error.or_at(offset),
            None => error,
        });
    }
    Ok(value)
}

/// Integer bits: one byte for a type of one bit, otherwise a varint of the zero-extended bits.
pub(crate) fn read_integer_bits(
    cursor: &mut Cursor<'_>,
    cx: &Context<'_>,
    ty: TypeId,
) -> Result<u64> {
    let start = cursor.position();
    let found = cx.number_type(ty).map_err(|error| error.or_at(start))?;
    let bits = width(found.class(), found.bits(), INTEGER, ty).map_err(|e| e.or_at(start))?;
    let value = if bits == 1 { u64::from(cursor.u8()?) } else { cursor.leb128()? };
    fits(Some(start), value, bits)
}

pub(crate) fn write_integer_bits(
    writer: &mut Writer,
    cx: &mut Encoder<'_>,
    value: u64,
    ty: TypeId,
) -> Result<()> {
    let found = cx.ty(ty)?;
    let bits = width(found.class(), found.bits(), INTEGER, ty)?;
    let value = fits(None, value, bits)?;
    if bits == 1 {
        writer.u8(value as u8);
    } else {
        writer.leb128(value);
    }
    Ok(())
}

/// Float bits: one byte for up to eight bits, otherwise the zigzag code of the zero-extended pattern.
///
/// A released writer encodes a negative f64 in 65 bits. Readers drop the last bit, and with it the sign.
pub(crate) fn read_float_bits(
    cursor: &mut Cursor<'_>,
    cx: &Context<'_>,
    ty: TypeId,
) -> Result<FloatBits> {
    let start = cursor.position();
    let found = cx.number_type(ty).map_err(|error| error.or_at(start))?;
    let bits = width(found.class(), found.bits(), FLOAT, ty).map_err(|e| e.or_at(start))?;
    if bits <= 8 {
        return fits(Some(start), u64::from(cursor.u8()?), bits).map(FloatBits::from);
    }
    let code = cursor.leb128_wide()?;
    let pattern = fits(Some(start), zigzag_decode(code as u64).cast_unsigned(), bits)?;
    Ok(FloatBits { pattern, excess: (code >> 64) as u8 })
}

pub(crate) fn write_float_bits(
    writer: &mut Writer,
    cx: &mut Encoder<'_>,
    value: FloatBits,
    ty: TypeId,
) -> Result<()> {
    let found = cx.ty(ty)?;
    let bits = width(found.class(), found.bits(), FLOAT, ty)?;
    let pattern = fits(None, value.pattern, bits)?;
    if bits <= 8 {
        writer.u8(pattern as u8);
    } else {
        let code = zigzag_encode(pattern.cast_signed());
        writer.leb128_wide(u128::from(value.excess) << 64 | u128::from(code));
    }
    Ok(())
}
