//! What generated code is given: the contexts of reading and writing, and the hand-written codecs.

pub(super) use super::builder::Builder;
#[cfg(any(test, feature = "samples"))]
pub(super) use super::example_tables::example;
use super::generated::{Feature, Features, StringId, TypeId, Version, view};
pub(super) use super::numbering::Encoder;
use crate::error::{Error, Result};
use crate::wire::{Cursor, OffsetTable};

/// What reading needs besides bytes.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub(super) version: Version,
    pub(super) features: Features,
    /// None while the tables themselves are found.
    pub(super) tables: Option<&'a ReadTables<'a>>,
}

/// Tables that entries of other tables are checked against.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ReadTables<'a> {
    pub(super) strings: OffsetTable<'a, u32>,
    pub(super) types: OffsetTable<'a, u32>,
}

impl<'a> Context<'a> {
    /// The version of the file.
    #[inline(always)]
    #[must_use]
    pub fn version(&self) -> Version {
        self.version
    }

    /// Whether the file announces a feature.
    #[must_use]
    pub fn has_feature(&self, feature: Feature) -> bool {
        self.features.contains(feature)
    }

    /// Refuses a reference to a string that is empty or not there; `offset` is where it stands.
    ///
    /// # Errors
    /// An empty string, or an index past the table.
    pub fn check_nonempty(&self, id: StringId, offset: usize) -> Result<()> {
        let Some(tables) = self.tables else { return Ok(()) };
        let text = tables
            .strings
            .entry(StringId::TABLE, id.0 as usize)
            .map_err(|error| error.or_at(offset))?;
        if text.is_empty() {
            return Err(Error::invalid("the string must not be empty").or_at(offset));
        }
        Ok(())
    }

    /// Reads a type of the type table.
    ///
    /// # Errors
    /// An index past the table, or an entry that is not a type of this version.
    pub fn ty(&self, id: TypeId) -> Result<view::Type<'a>> {
        let types = self.tables.map(|tables| tables.types).unwrap_or_default();
        let mut cursor = types.entry(TypeId::TABLE, id.0 as usize)?;
        view::Type::read(&mut cursor, self)
    }

    /// Reads a type that should be a number: one that needs more bytes than any number is not read to
    /// its end, since this happens for every number that has the type.
    fn number_type(&self, id: TypeId) -> Result<view::Type<'a>> {
        let types = self.tables.map(|tables| tables.types).unwrap_or_default();
        let entry = types.entry(TypeId::TABLE, id.0 as usize)?;
        if entry.remaining() <= MAX_NUMBER_TYPE {
            return self.ty(id);
        }
        let start = entry.position();
        let mut cursor = Cursor::over(entry.input(), start, start + MAX_NUMBER_TYPE)?;
        view::Type::read(&mut cursor, self)
            .map_err(|_| Error::invalid(format!("type {} is not a number", id.0)).or_at(start))
    }
}

/// The most bytes that the type of a number takes.
const MAX_NUMBER_TYPE: usize = 16;

/// Codecs that the schema names and does not describe.
pub(super) mod codec {
    use super::{Context, Encoder, Error, Result, TypeId};
    use crate::wire::{Cursor, Writer, zigzag_decode, zigzag_encode};

    /// The bits of a float attribute.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct FloatBits {
        /// The bit pattern that readers see, extended with zeros.
        pub pattern: u64,
        /// Bits of the zigzag code above the 64th, which readers drop; zero unless a writer has
        /// lost count.
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
            _ => Err(Error::invalid(format!("type {} is not a type of class {wanted}", ty.0))),
        }
    }

    fn fits(offset: Option<usize>, value: u64, bits: u32) -> Result<u64> {
        if bits < 64 && value >> bits != 0 {
            let error = Error::invalid(format!("the value {value:#x} does not fit in {bits} bits"));
            return Err(match offset {
                Some(offset) => error.or_at(offset),
                None => error,
            });
        }
        Ok(value)
    }

    /// Integer bits: one byte for a type of one bit, else a varint of the zero-extended bits.
    pub(in crate::tile_ir) fn read_integer_bits(
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

    pub(in crate::tile_ir) fn write_integer_bits(
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

    /// Float bits: one byte up to eight bits, else the zigzag code of the zero-extended pattern.
    ///
    /// A released writer codes a negative f64 in 65 bits, of which readers drop the last, and with it
    /// the sign.
    pub(in crate::tile_ir) fn read_float_bits(
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

    pub(in crate::tile_ir) fn write_float_bits(
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

    #[cfg(any(test, feature = "samples"))]
    fn sample(source: &mut crate::sample::Source, class: &str) -> (u64, TypeId) {
        let (index, bits) = source.class(class).unwrap_or((0, 1));
        (source.number(bits), TypeId(index))
    }

    #[cfg(any(test, feature = "samples"))]
    pub(in crate::tile_ir) fn sample_integer_bits(
        source: &mut crate::sample::Source,
    ) -> (u64, TypeId) {
        sample(source, INTEGER)
    }

    #[cfg(any(test, feature = "samples"))]
    pub(in crate::tile_ir) fn sample_float_bits(
        source: &mut crate::sample::Source,
    ) -> (FloatBits, TypeId) {
        let (pattern, ty) = sample(source, FLOAT);
        (FloatBits::from(pattern), ty)
    }
}
