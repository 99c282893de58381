//! Numbers whose width is that of a type: the codecs of integer and float attributes.

use crate::codec::context::Context;
use crate::codec::encoder::Encoder;
use crate::generated::TypeId;
use bytespec_core::error::{Context as _, Error, ErrorKind, Result};
use bytespec_core::text::{Kind, Scanner};
use bytespec_core::wire::{Cursor, Scan, Writer, zigzag_decode, zigzag_encode};
use std::fmt;

/// Widths up to this many bits take one byte.
const BYTE: u64 = u8::BITS as u64;
/// Widths up to this many bits take one varint.
const WORD: u64 = u64::BITS as u64;

/// The bits of an integer of any width, in two's complement. The type next to it states the width.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ApInt {
    /// Up to 64 bits, zero-extended.
    Small(u64),
    /// More than 64 bits: words, the least significant first. Missing words are zero.
    Words(Vec<u64>),
}

/// The bits of a float of any width. The type next to it states the width.
pub type ApFloat = ApInt;

impl From<u64> for ApInt {
    fn from(bits: u64) -> Self {
        ApInt::Small(bits)
    }
}

impl ApInt {
    /// A borrowed view of the same number.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        match self {
            ApInt::Small(word) => std::slice::from_ref(word),
            ApInt::Words(words) => words,
        }
    }
}

/// The same types, borrowed from the input.
pub(crate) mod view {
    use bytespec_core::wire::{Cursor, Decode, List};
    use std::fmt;

    /// A word of a wide number: a zigzag varint of its bits.
    #[derive(Clone, Copy, Debug)]
    pub struct Word;

    impl<'a> Decode<'a> for Word {
        type Value = u64;
        type Context = ();

        fn decode(cursor: &mut Cursor<'a>, (): &()) -> bytespec_core::error::Result<u64> {
            cursor.prefix_zigzag().map(i64::cast_unsigned)
        }
    }

    /// The bits of an integer of any width, in two's complement.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum ApInt<'a> {
        /// Up to 64 bits, zero-extended.
        Small(u64),
        /// More than 64 bits: words, the least significant first.
        Words(List<'a, Word>),
    }

    /// The bits of a float of any width.
    pub type ApFloat<'a> = ApInt<'a>;

    impl ApInt<'_> {
        /// An owned copy of the same number.
        #[must_use]
        #[allow(clippy::wrong_self_convention, reason = "the value is as small as a reference")]
        pub fn to_owned(&self) -> super::ApInt {
            match self {
                ApInt::Small(word) => super::ApInt::Small(*word),
                ApInt::Words(words) => super::ApInt::Words(words.iter().collect()),
            }
        }

        /// The lowest 64 bits.
        #[must_use]
        pub fn low(&self) -> u64 {
            match self {
                ApInt::Small(word) => *word,
                ApInt::Words(words) => words.get(0).unwrap_or(0),
            }
        }

        /// The value as a signed number of `width` bits, if it fits 64 bits.
        #[must_use]
        pub fn signed(&self, width: u64) -> Option<i64> {
            match self {
                ApInt::Small(word) => {
                    let shift = u32::try_from(64u64.saturating_sub(width)).ok()?;
                    Some((word << shift.min(63)).cast_signed() >> shift.min(63))
                }
                ApInt::Words(words) if words.len() == 1 => i64::try_from(words.get(0)?).ok(),
                ApInt::Words(_) => None,
            }
        }
    }

    impl fmt::Display for ApInt<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.to_owned().fmt(f)
        }
    }
}

impl fmt::Display for ApInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = self.words().iter().rev();
        write!(f, "{:#x}", words.next().copied().unwrap_or(0))?;
        words.try_for_each(|word| write!(f, "{word:016x}"))
    }
}

fn read_bits<'a>(cursor: &mut Cursor<'a>, cx: &Context<'_>, ty: TypeId) -> Result<view::ApInt<'a>> {
    let start = cursor.position();
    let width = cx.width(ty).map_err(|error| error.or_at(start))?;
    if width <= BYTE {
        return Ok(view::ApInt::Small(u64::from(cursor.u8()?)));
    }
    if width <= WORD {
        return Ok(view::ApInt::Small(cursor.prefix_zigzag()?.cast_unsigned()));
    }
    let count = cursor.prefix().field("words")?;
    if count > width.div_ceil(WORD) {
        return Err(Error::at(start, ErrorKind::Words { words: count, bits: width }));
    }
    bytespec_core::wire::List::read(cursor, &(), count).map(view::ApInt::Words)
}

/// Skips a number that would be written in the same bytes.
pub(crate) fn pass_ap_int<'s>(
    mut scan: Scan<'s>,
    cx: &Context<'_>,
    ty: TypeId,
) -> Option<Scan<'s>> {
    let width = cx.width(ty).ok()?;
    if width <= BYTE {
        return scan.u8().map(|_| scan);
    }
    let words = if width <= WORD { 1 } else { scan.number()? };
    if words > width.div_ceil(WORD) {
        return None;
    }
    (0..words).try_for_each(|_| scan.number().map(|_| ()))?;
    Some(scan)
}

/// The same for a float.
pub(crate) use self::pass_ap_int as pass_ap_float;

fn write_bits(writer: &mut Writer, cx: &Encoder<'_>, value: &ApInt, ty: TypeId) -> Result<()> {
    let width = cx.width(ty)?;
    let words = value.words();
    if width > WORD {
        writer.prefix(words.len() as u64);
        for word in words {
            writer.prefix(zigzag_encode(word.cast_signed()));
        }
        return Ok(());
    }
    let &[word] = words else {
        let words = words.len() as u64;
        return Err(Error::new(ErrorKind::Words { words, bits: width }));
    };
    if width <= BYTE {
        let byte = u8::try_from(word)
            .map_err(|_| Error::new(ErrorKind::Width { value: word.into(), bits: width as u32 }))?;
        writer.u8(byte);
    } else {
        writer.prefix(zigzag_encode(word.cast_signed()));
    }
    Ok(())
}

/// The bits of an integer of a type, as an owned value.
pub(crate) fn owned_int(cursor: &mut Cursor<'_>, cx: &Context<'_>, ty: TypeId) -> Result<ApInt> {
    read_bits(cursor, cx, ty).map(|bits| bits.to_owned())
}

/// The bits of a float of a type, as an owned value.
pub(crate) fn owned_float(
    cursor: &mut Cursor<'_>,
    cx: &Context<'_>,
    ty: TypeId,
) -> Result<ApFloat> {
    read_bits(cursor, cx, ty).map(|bits| bits.to_owned())
}

pub(crate) fn read_ap_int<'a>(
    cursor: &mut Cursor<'a>,
    cx: &Context<'a>,
    ty: TypeId,
) -> Result<view::ApInt<'a>> {
    read_bits(cursor, cx, ty)
}

pub(crate) fn write_ap_int(
    writer: &mut Writer,
    cx: &mut Encoder<'_>,
    value: &ApInt,
    ty: TypeId,
) -> Result<()> {
    write_bits(writer, cx, value, ty)
}

pub(crate) fn read_ap_float<'a>(
    cursor: &mut Cursor<'a>,
    cx: &Context<'a>,
    ty: TypeId,
) -> Result<view::ApFloat<'a>> {
    read_bits(cursor, cx, ty)
}

pub(crate) fn write_ap_float(
    writer: &mut Writer,
    cx: &mut Encoder<'_>,
    value: &ApFloat,
    ty: TypeId,
) -> Result<()> {
    write_bits(writer, cx, value, ty)
}

/// A 64-bit floating-point number, stored as its bits. Every bit pattern is kept, including NaNs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Double(pub u64);

impl From<f64> for Double {
    fn from(value: f64) -> Self {
        Double(value.to_bits())
    }
}

impl From<Double> for u64 {
    fn from(value: Double) -> u64 {
        value.0
    }
}

impl From<Double> for f64 {
    fn from(value: Double) -> f64 {
        f64::from_bits(value.0)
    }
}

impl fmt::Display for Double {
    /// Prints the number as MLIR prints a value of type `f64`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        bytespec_core::decimal::write_double(&mut text, self.0);
        f.write_str(&text)
    }
}

/// Parses a number as MLIR prints a value of type `f64`: in decimal, or as bits.
pub(crate) fn double_from_text(scanner: &mut Scanner<'_>) -> Result<Double> {
    let at = scanner.mark();
    let negative = scanner.eat(b'-');
    let spelling = scanner.spelling();
    let bits = match (scanner.kind(), spelling.strip_prefix("0x")) {
        (Kind::Integer, Some(digits)) if !negative => u64::from_str_radix(digits, 16).ok(),
        (Kind::Integer | Kind::Float, None) => spelling.parse::<f64>().ok().map(f64::to_bits),
        _ => None,
    };
    let Some(bits) = bits else {
        scanner.reset(at);
        return Err(scanner.expected("a number"));
    };
    scanner.advance();
    Ok(Double(bits | u64::from(negative) << 63))
}

pub(crate) fn read_double(cursor: &mut Cursor<'_>, _: &Context<'_>) -> Result<Double> {
    cursor.prefix().map(|code| Double(zigzag_decode(code).cast_unsigned()))
}

pub(crate) fn pass_double<'s>(mut scan: Scan<'s>, _: &Context<'_>) -> Option<Scan<'s>> {
    scan.number().map(|_| scan)
}

#[allow(clippy::unnecessary_wraps, reason = "the shape of every codec")]
pub(crate) fn write_double(writer: &mut Writer, _: &mut Encoder<'_>, value: Double) -> Result<()> {
    writer.prefix(zigzag_encode(value.0.cast_signed()));
    Ok(())
}
