//! The elements of constants.

use super::super::generated::{ConstantId, Type, TypeId, view};
use super::super::module::Module;
use bytespec_core::decimal::{self, Format};
use bytespec_core::error::Result;
use std::fmt::Write;

/// The number format of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    Truth,
    Integer { bits: u32 },
    Float(Format),
}

impl Number {
    /// The number format of a type; `None` if it is not numeric.
    pub(crate) fn of(ty: &Type) -> Option<Number> {
        Number::named(ty.class()?, ty.bits()?, ty.label())
    }

    /// The number format of a type of the schema, by its class, width and name.
    fn named(class: &str, bits: u64, name: &str) -> Option<Number> {
        let bits = u32::try_from(bits).ok().filter(|bits| (1..=64).contains(bits))?;
        Some(match class {
            "integer" if bits == 1 => Number::Truth,
            "integer" => Number::Integer { bits },
            "float" => Number::Float(Format::named(name)?),
            _ => return None,
        })
    }

    /// Writes a number. Returns whether it was written in decimal; otherwise it was written as its bits.
    pub(super) fn write(self, out: &mut String, bits: u64) -> bool {
        // Writing to a string cannot fail.
        let _ = match self {
            Number::Truth => write!(out, "{}", bits & 1 != 0),
            Number::Integer { bits: width } => write!(out, "{}", signed(bits, width)),
            Number::Float(format) => return decimal::write(out, format, u128::from(bits)),
        };
        true
    }
}

/// The text of a number of a type, from its bits; `None` if the type is not numeric.
pub(in super::super) fn number(ty: &view::Type<'_>, bits: u64) -> Option<String> {
    let mut out = String::new();
    Number::named(ty.class()?, ty.bits()?, ty.label())?.write(&mut out, bits);
    Some(out)
}

/// The value of bits of a width, in two's complement.
pub(super) fn signed(bits: u64, width: u32) -> i64 {
    let unused = 64 - width;
    (bits << unused).cast_signed() >> unused
}

/// The elements of a constant of a tile type.
pub(super) struct Elements<'m> {
    /// The type of an element.
    pub(super) element: TypeId,
    pub(super) shape: &'m [i64],
    pub(super) number: Number,
    /// The size of an element, in bytes.
    pub(super) size: usize,
    data: &'m [u8],
    layout: Layout,
}

/// The storage of elements in the bytes of a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// One after the other.
    Plain,
    /// Eight Booleans in a byte.
    Packed,
    /// One element for all.
    Splat,
    /// A number of bytes that does not match the type.
    Wrong,
}

impl<'m> Elements<'m> {
    /// The elements of a constant of a tile type; `None` if the type is not a tile of numbers.
    pub(super) fn of(
        module: &'m Module,
        ty: TypeId,
        constant: ConstantId,
    ) -> Result<Option<Elements<'m>>> {
        let Type::Tile { element, shape, .. } = module.type_at(ty)? else { return Ok(None) };
        let ty = module.type_at(*element)?;
        let (Some(number), Some(size)) = (Number::of(ty), ty.bytes()) else { return Ok(None) };
        let data = module.constant_at(constant)?;
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let count = shape.iter().try_fold(1usize, |count, dimension| {
            usize::try_from(*dimension).ok().and_then(|dimension| count.checked_mul(dimension))
        });
        let layout = match count {
            // A byte with all bits equal is a splat of truth values of any size.
            _ if number == Number::Truth && matches!(data, [0 | 0xff]) => Layout::Splat,
            Some(count) if number == Number::Truth && count.div_ceil(8) == data.len() => {
                Layout::Packed
            }
            Some(count) if count.checked_mul(size) == Some(data.len()) => Layout::Plain,
            Some(_) if data.len() == size => Layout::Splat,
            _ => Layout::Wrong,
        };
        let count = count.unwrap_or(0);
        let layout = if count == 0 { Layout::Wrong } else { layout };
        Ok(Some(Elements { element: *element, shape, number, size, data, layout }))
    }

    /// Whether the number of bytes matches the type.
    pub(super) fn is_right(&self) -> bool {
        self.layout != Layout::Wrong
    }

    /// Whether Booleans are stored as one bit each, or as one byte for all.
    pub(super) fn is_packed(&self) -> bool {
        matches!(self.layout, Layout::Packed | Layout::Splat)
    }

    /// Whether the bytes are those that a parser of the text stores: one element if all are equal, and Booleans as bits.
    pub(super) fn is_shortest(&self) -> bool {
        let truth = self.number == Number::Truth;
        match self.splat() {
            Some(bits) if truth && bits != 0 && self.len() != 1 => self.data == [u8::MAX],
            Some(_) => self.data.len() == self.size && (!truth || self.data[0] <= 1),
            None => !truth || self.layout == Layout::Packed && self.has_no_spare_bits(),
        }
    }

    /// Whether the bits after the last Boolean are zero.
    fn has_no_spare_bits(&self) -> bool {
        let used = self.len() % 8;
        let last = self.data.last().copied().unwrap_or(0);
        used == 0 || last >> used == 0
    }

    /// The bytes of the constant.
    pub(super) fn data(&self) -> &'m [u8] {
        self.data
    }

    /// The number of elements.
    pub(super) fn len(&self) -> usize {
        let product = self.shape.iter().product::<i64>();
        usize::try_from(product).unwrap_or(0)
    }

    /// The bits of the element at an index.
    pub(super) fn get(&self, index: usize) -> u64 {
        match self.layout {
            Layout::Packed => {
                let byte = self.data.get(index / 8).copied().unwrap_or(0);
                u64::from(byte >> (index % 8) & 1)
            }
            Layout::Splat | Layout::Wrong => self.at(0),
            Layout::Plain => self.at(index * self.size),
        }
    }

    fn at(&self, start: usize) -> u64 {
        let end = (start + self.size).min(self.data.len());
        let bytes = self.data.get(start..end).unwrap_or_default();
        let bits = bytes.iter().rev().fold(0u64, |bits, byte| bits << 8 | u64::from(*byte));
        if self.number == Number::Truth { u64::from(bits != 0) } else { bits }
    }

    /// The bits of all elements, if they are equal.
    pub(super) fn splat(&self) -> Option<u64> {
        let first = self.get(0);
        let same = match self.layout {
            Layout::Wrong => false,
            Layout::Splat => true,
            Layout::Plain if self.number != Number::Truth => {
                let (head, _) = self.data.split_at(self.size.min(self.data.len()));
                self.data.chunks(self.size.max(1)).all(|element| element == head)
            }
            _ => (1..self.len()).all(|index| self.get(index) == first),
        };
        same.then_some(first)
    }
}
