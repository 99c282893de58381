//! Encodings of integers.

use crate::Base;

/// The encoding of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Coding {
    /// Fixed width, little-endian.
    Little,
    /// Fixed width, big-endian.
    Big,
    /// LEB128: seven bits in each byte, the lowest bits first. The top bit of a byte is set if another byte follows.
    Leb128,
    /// LEB128 in at most as many bytes as the width of the integer needs. A number that was read in more bytes than necessary is
    /// written in the same number of bytes.
    Bounded,
    /// A varint of one to nine bytes. The number of trailing zero bits of the first byte is the number of bytes after it.
    Prefix,
    /// A varint with the highest bits first. A number that was read in more bytes than necessary is written in the same number of
    /// bytes.
    Vlq(Vlq),
    /// Digits of ASCII.
    Digits(Digits),
}

impl Coding {
    /// The number of bits of which each number fits, for an integer of `bits` bits.
    #[must_use]
    pub fn bits(self, bits: u8) -> u8 {
        match self {
            Coding::Digits(Digits { base, width: width @ 1.., .. }) => {
                bits.min(width.saturating_mul(base.radix().ilog2() as u8))
            }
            _ => bits,
        }
    }

    /// The number of bytes of a number of `bits` bits; none if it depends on the number.
    #[must_use]
    pub fn fixed_bytes(self, bits: u8) -> Option<u8> {
        match self {
            Coding::Little | Coding::Big => Some(bits / 8),
            Coding::Digits(Digits { width: width @ 1.., .. }) => Some(width),
            _ => None,
        }
    }
}

/// A number in digits of ASCII, with `-` in front of a negative number. Letters of one number are all capital, or all small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digits {
    /// The base.
    pub base: Base,
    /// The number of bytes, from 1 to [`Digits::MAX`]; 0 for as many as there are digits.
    pub width: u8,
    /// The byte that fills up to this number of bytes, after the digits; none for zeros in front of them.
    pub pad: Option<u8>,
}

impl Digits {
    /// The largest number of bytes.
    pub const MAX: u8 = 100;

    /// The coding with these numbers behind its base and the integer in a schema; none if they are out of range.
    #[must_use]
    pub fn of(base: Base, width: Option<u64>, pad: Option<u64>) -> Option<Digits> {
        let width = match width {
            Some(width) => {
                u8::try_from(width).ok().filter(|width| (1..=Self::MAX).contains(width))?
            }
            None => 0,
        };
        let pad = match pad {
            Some(pad) => Some(u8::try_from(pad).ok()?),
            None => None,
        };
        // A digit in the filler would belong to the number.
        let is_digit = |byte: u8| byte == b'-' || char::from(byte).is_digit(base.radix());
        (!pad.is_some_and(is_digit)).then_some(Digits { base, width, pad })
    }
}

/// A varint with the highest bits first: seven bits in each byte. The top bit of each byte marks the end of the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Vlq {
    /// The top bit of a byte is set if another byte follows.
    ///
    /// Source: "Standard MIDI Files 1.0", section "Variable-Length Quantities". That format has at most four bytes.
    Plain,
    /// Like `Plain`, but in at most nine bytes. All eight bits of the ninth byte belong to the number.
    ///
    /// Source: "Database File Format" of SQLite, section 1.6, "B-tree Pages".
    Nine,
    /// The top bit of the last byte is set.
    ///
    /// Source: `loadUnsigned` and `dumpSize` of Lua 5.4, for its compiled files.
    End,
}

/// The properties of a kind of [`Vlq`].
struct Row {
    word: &'static str,
    sized: &'static str,
    doc: &'static str,
    marks_end: bool,
    full: Option<u8>,
}

impl Vlq {
    /// All kinds.
    pub const ALL: [Vlq; 3] = [Vlq::Plain, Vlq::Nine, Vlq::End];

    const fn row(self) -> Row {
        match self {
            Vlq::Plain => Row {
                word: "vlq",
                sized: "vlq<u32>",
                doc: "A varint of up to 64 bits, the highest bits first",
                marks_end: false,
                full: None,
            },
            Vlq::Nine => Row {
                word: "vlq9",
                sized: "vlq9<u32>",
                doc: "A varint of at most nine bytes, the highest bits first; all eight bits of the ninth belong to the number",
                marks_end: false,
                full: Some(9),
            },
            Vlq::End => Row {
                word: "vlq_end",
                sized: "vlq_end<u32>",
                doc: "A varint of up to 64 bits, the highest bits first, whose last byte has its top bit set",
                marks_end: true,
                full: None,
            },
        }
    }

    /// The name of the type in schemas.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.row().word
    }

    /// An example of the type with an integer type in brackets, which the number must fit.
    #[must_use]
    pub const fn sized(self) -> &'static str {
        self.row().sized
    }

    /// The description of the type, in one line.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        self.row().doc
    }

    /// Whether the top bit is set in the last byte; otherwise it is set in all bytes except the last.
    #[must_use]
    pub const fn marks_end(self) -> bool {
        self.row().marks_end
    }

    /// The number of bytes of an encoding whose last byte has eight bits of the number, if there is one. No encoding is longer.
    #[must_use]
    pub const fn full(self) -> Option<u8> {
        self.row().full
    }

    fn is_full(self, bytes: usize) -> bool {
        self.full().is_some_and(|full| usize::from(full) == bytes)
    }

    /// The kind with this name in schemas.
    #[must_use]
    pub fn named(word: &str) -> Option<Vlq> {
        Vlq::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// The number of bits that an encoding of this many bytes has for the number.
    #[must_use]
    pub fn bits(self, bytes: usize) -> usize {
        7 * bytes + usize::from(self.is_full(bytes))
    }

    /// The position of bit `bit` of the number (0 is the lowest) in an encoding of `bytes` bytes. Position 0 is the lowest bit of
    /// the first byte. None if the encoding does not have the bit.
    #[must_use]
    pub fn place(self, bit: usize, bytes: usize) -> Option<usize> {
        let last = bytes.checked_sub(1)?;
        let low = if self.is_full(bytes) { 8 } else { 7 };
        if bit < low {
            return Some(8 * last + bit);
        }
        let (group, bit) = ((bit - low) / 7, (bit - low) % 7);
        Some(8 * last.checked_sub(group + 1)? + bit)
    }
}
