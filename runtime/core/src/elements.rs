//! The elements of constants as Rust numbers, in both formats.

use crate::decimal::{Format, Kind, Number};
use crate::error::{Error, ErrorKind, Result};

mod sealed {
    pub trait Sealed {}
}

/// A Rust type that elements can be read as: `bool`, `i8` to `i64`, `u8` to `u64`, `f32` and `f64`.
pub trait Element: Copy + sealed::Sealed {
    /// Whether elements of a type can be read as this Rust type.
    #[doc(hidden)]
    fn is(number: &Number) -> bool;

    /// The number with these bits, of which there are `width`.
    #[doc(hidden)]
    fn of(bits: u64, width: u32) -> Self;
}

/// The ways in which elements may be stored.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// One after the other.
    Each,
    /// Truth values packed into bits. One stored element may stand for all.
    Short,
    /// Either way.
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// One after the other.
    Plain,
    /// Eight truth values a byte.
    Packed,
    /// One for all.
    Splat,
}

/// The elements of a constant, in the order of its type: the last dimension changes first.
#[derive(Clone, Copy, Debug)]
pub struct Elements<'a> {
    data: &'a [u8],
    len: usize,
    number: Number,
    layout: Layout,
}

impl<'a> Elements<'a> {
    /// `len` elements of a type, stored in `data`.
    ///
    /// # Errors
    /// Data with a length that does not fit.
    #[doc(hidden)]
    pub fn new(number: Number, len: u64, data: &'a [u8], storage: Storage) -> Result<Self> {
        let found = data.len() as u64;
        let (size, truth) = (number.size() as u64, number.is_truth());
        let (short, each) = (storage != Storage::Each, storage != Storage::Short || !truth);
        let layout = match data {
            // A byte with all bits equal is a splat of any number of truth values.
            [0 | u8::MAX] if short && truth => Layout::Splat,
            _ if short && truth && found == len.div_ceil(8) => Layout::Packed,
            _ if each && len.checked_mul(size) == Some(found) => Layout::Plain,
            _ if short && each && found == size => Layout::Splat,
            _ => {
                let packed = storage == Storage::Short && truth;
                let expected = if packed { len.div_ceil(8) } else { len.saturating_mul(size) };
                return Err(Error::new(ErrorKind::Count { what: "bytes", expected, found }));
            }
        };
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        Ok(Elements { data, len, number, layout })
    }

    /// How many elements there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether one stored element represents all.
    #[must_use]
    pub fn is_splat(&self) -> bool {
        self.layout == Layout::Splat
    }

    /// The elements as Rust numbers, decoded one by one; none where `T` does not fit the type of the elements.
    ///
    /// `T` has the size of a stored element: `i8` or `u8` for `i4` and `i8`, `i64` for `index`. `bool` is for `i1`. An unsigned
    /// type also reads the bits of a float of the same size, such as `u16` for `bf16`.
    #[must_use]
    pub fn iter<T: Element + 'a>(&self) -> Option<impl ExactSizeIterator<Item = T> + use<'a, T>> {
        let elements = *self;
        let width = u32::try_from(elements.number.width).ok()?;
        let fits = !elements.number.complex && T::is(&elements.number);
        fits.then(|| (0..elements.len).map(move |place| T::of(elements.bits(place), width)))
    }

    /// Whether each element is stored in bytes of its own.
    #[doc(hidden)]
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.layout == Layout::Plain
    }

    /// Writes an element as a number.
    #[doc(hidden)]
    pub fn write(&self, out: &mut String, place: usize) {
        match self.layout {
            Layout::Packed => self.number.write(out, &[self.bits(place) as u8]),
            _ => self.number.write(out, self.bytes(place)),
        };
    }

    /// The lowest bits of an element, at most 64.
    #[doc(hidden)]
    #[must_use]
    pub fn bits(&self, place: usize) -> u64 {
        if self.layout == Layout::Packed {
            let byte = self.data.get(place / 8).copied().unwrap_or(0);
            return u64::from(byte >> (place % 8) & 1);
        }
        self.bytes(place).iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
    }

    /// The bytes of an element that is not packed.
    fn bytes(&self, place: usize) -> &'a [u8] {
        let size = self.number.size();
        let start = if self.layout == Layout::Splat { 0 } else { place * size };
        self.data.get(start..start + size).unwrap_or_default()
    }
}

/// The lowest bits of a number.
fn low(bits: u64, width: u32) -> u64 {
    let unused = u64::BITS.saturating_sub(width);
    bits.checked_shl(unused).unwrap_or(0) >> unused.min(u64::BITS - 1)
}

fn is_integer(number: &Number, size: usize) -> bool {
    let integer = matches!(number.kind, Kind::Signless | Kind::Signed | Kind::Unsigned);
    integer && !number.is_truth() && number.width > 0 && number.part_size() == size
}

impl sealed::Sealed for bool {}

impl Element for bool {
    fn is(number: &Number) -> bool {
        number.is_truth()
    }

    fn of(bits: u64, _: u32) -> Self {
        bits != 0
    }
}

macro_rules! elements {
    ($($signed:ty, $unsigned:ty;)*) => {$(
        impl sealed::Sealed for $signed {}

        impl Element for $signed {
            fn is(number: &Number) -> bool {
                is_integer(number, size_of::<$signed>())
            }

            fn of(bits: u64, width: u32) -> Self {
                let unused = u64::BITS - width;
                ((bits << unused).cast_signed() >> unused) as $signed
            }
        }

        impl sealed::Sealed for $unsigned {}

        impl Element for $unsigned {
            fn is(number: &Number) -> bool {
                let float = matches!(number.kind, Kind::Float(_));
                let size = size_of::<$unsigned>();
                float && number.part_size() == size || is_integer(number, size)
            }

            fn of(bits: u64, width: u32) -> Self {
                low(bits, width) as $unsigned
            }
        }
    )*};
}

elements! {
    i8, u8;
    i16, u16;
    i32, u32;
    i64, u64;
}

macro_rules! floats {
    ($($float:ty, $bits:ty, $name:literal;)*) => {$(
        impl sealed::Sealed for $float {}

        impl Element for $float {
            fn is(number: &Number) -> bool {
                matches!(number.kind, Kind::Float(format) if Format::named($name) == Some(format))
            }

            fn of(bits: u64, _: u32) -> Self {
                <$float>::from_bits(bits as $bits)
            }
        }
    )*};
}

floats! {
    f32, u32, "f32";
    f64, u64, "f64";
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(kind: Kind, width: u64) -> Number {
        Number { kind, width, complex: false, index: false }
    }

    fn read<T: Element>(number: Number, len: u64, data: &[u8], storage: Storage) -> Option<Vec<T>> {
        Elements::new(number, len, data, storage).ok()?.iter().map(Iterator::collect)
    }

    #[test]
    fn integers_are_extended_from_their_width() {
        let four = number(Kind::Signless, 4);
        assert_eq!(read::<i8>(four, 2, &[0x0f, 0x07], Storage::Short), Some(vec![-1, 7]));
        assert_eq!(read::<u8>(four, 2, &[0xff, 0x07], Storage::Short), Some(vec![15, 7]));
        assert_eq!(read::<i16>(four, 2, &[0x0f, 0x07], Storage::Short), None);
        let wide = number(Kind::Signed, 64);
        assert_eq!(read::<i64>(wide, 3, &[0xff; 8], Storage::Short), Some(vec![-1; 3]));
        assert_eq!(read::<u64>(wide, 1, &[0xff; 8], Storage::Each), Some(vec![u64::MAX]));
        assert_eq!(read::<f64>(wide, 1, &[0xff; 8], Storage::Each), None);
    }

    #[test]
    fn floats_are_themselves_or_their_bits() {
        let single = number(Kind::Float(Format::named("f32").unwrap()), 32);
        let bytes = [1.5f32.to_le_bytes(), (-2f32).to_le_bytes()].concat();
        assert_eq!(read::<f32>(single, 2, &bytes, Storage::Short), Some(vec![1.5, -2.0]));
        let half = number(Kind::Float(Format::named("bf16").unwrap()), 16);
        assert_eq!(read::<u16>(half, 1, &[0x80, 0x3f], Storage::Any), Some(vec![0x3f80]));
        assert_eq!(read::<f32>(half, 1, &[0x80, 0x3f], Storage::Any), None);
        let complex = Number { complex: true, ..single };
        assert_eq!(read::<f32>(complex, 1, &[0; 8], Storage::Short), None);
    }

    #[test]
    fn truth_values_are_bits_or_bytes() {
        let truth = number(Kind::Signless, 1);
        let [yes, no] = [true, false];
        assert_eq!(read(truth, 3, &[0b101], Storage::Short), Some(vec![yes, no, yes]));
        assert_eq!(read(truth, 3, &[1, 0, 1], Storage::Each), Some(vec![yes, no, yes]));
        assert_eq!(read::<bool>(truth, 3, &[1, 0, 1], Storage::Short), None);
        assert_eq!(read(truth, 9, &[0xff], Storage::Any), Some(vec![yes; 9]));
        assert_eq!(read::<u8>(truth, 3, &[0b101], Storage::Short), None);
    }
}
