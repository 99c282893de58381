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
            Coding::Vlq(Vlq::Quic) => bits.min(62),
            Coding::Vlq(Vlq::Ebml) => bits.min(55),
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

    /// Whether a number has as many bytes as there are digits.
    #[must_use]
    pub const fn is_open(self) -> bool {
        self.width == 0
    }

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

/// A varint with the highest bits first. The bytes of most have seven bits of the number each, and their top bits mark the end;
/// the first byte of the others states how many bytes there are.
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
    /// One, two, four or eight bytes: the two top bits of the first byte are the logarithm of their number.
    ///
    /// Source: RFC 9000, section 16, "Variable-Length Integer Encoding".
    Quic,
    /// One to eight bytes: as many zero bits precede the first set bit of the first byte as bytes follow it. If all bits after this
    /// bit are set, the number is unknown, and is 2^64 - 1 here.
    ///
    /// Source: RFC 8794, section 4, "Variable-Size Integer", and section 6.2, "Unknown-Sized Elements".
    Ebml,
    /// One byte below 0x80; or a byte with the top bit set, whose other bits are the number of bytes after it, at most eight here.
    /// If this number is zero, the length is indefinite, and is 2^64 - 1 here.
    ///
    /// Source: ITU-T X.690, section 8.1.3, "Length octets".
    Der,
}

/// Where the bits of the number are.
#[derive(Clone, Copy)]
enum Form {
    /// Seven bits in each byte. The top bit is set in the last byte if `marks_end`, otherwise in all others. The last byte of an
    /// encoding of `full` bytes has eight bits.
    Groups { marks_end: bool, full: Option<u8> },
    /// The first byte states the number of bytes. These are the numbers of bytes that there are.
    Leading(&'static [u8]),
}

/// The properties of a kind of [`Vlq`].
struct Row {
    word: &'static str,
    sized: &'static str,
    doc: &'static str,
    form: Form,
}

impl Vlq {
    /// All kinds.
    pub const ALL: [Vlq; 6] = [Vlq::Plain, Vlq::Nine, Vlq::End, Vlq::Quic, Vlq::Ebml, Vlq::Der];

    const fn row(self) -> Row {
        match self {
            Vlq::Plain => Row {
                word: "vlq",
                sized: "vlq<u32>",
                doc: "A varint of up to 64 bits, the highest bits first",
                form: Form::Groups { marks_end: false, full: None },
            },
            Vlq::Nine => Row {
                word: "vlq9",
                sized: "vlq9<u32>",
                doc: "A varint of at most nine bytes, the highest bits first; all eight bits of the ninth belong to the number",
                form: Form::Groups { marks_end: false, full: Some(9) },
            },
            Vlq::End => Row {
                word: "vlq_end",
                sized: "vlq_end<u32>",
                doc: "A varint of up to 64 bits, the highest bits first, whose last byte has its top bit set",
                form: Form::Groups { marks_end: true, full: None },
            },
            Vlq::Quic => Row {
                word: "vlq_quic",
                sized: "vlq_quic<u32>",
                doc: "A varint of one, two, four or eight bytes, as the two top bits of the first byte state (RFC 9000)",
                form: Form::Leading(&[1, 2, 4, 8]),
            },
            Vlq::Ebml => Row {
                word: "vlq_ebml",
                sized: "vlq_ebml<u32>",
                doc: "A varint of one to eight bytes, as the zero bits at the top of the first byte state (RFC 8794); an unknown size is 2^64 - 1",
                form: Form::Leading(&[1, 2, 3, 4, 5, 6, 7, 8]),
            },
            Vlq::Der => Row {
                word: "vlq_der",
                sized: "vlq_der<u32>",
                doc: "A length in BER or DER: one byte below 0x80, or the number of bytes and these (X.690); an indefinite length is 2^64 - 1",
                form: Form::Leading(&[1, 2, 3, 4, 5, 6, 7, 8, 9]),
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

    /// Whether the first byte states the number of bytes.
    #[must_use]
    pub const fn is_leading(self) -> bool {
        matches!(self.row().form, Form::Leading(_))
    }

    /// Whether the top bit is set in the last byte; otherwise it is set in all bytes except the last.
    #[must_use]
    pub const fn marks_end(self) -> bool {
        matches!(self.row().form, Form::Groups { marks_end: true, .. })
    }

    /// The number of bytes of an encoding whose last byte has eight bits of the number, if there is one. No encoding is longer.
    #[must_use]
    pub const fn full(self) -> Option<u8> {
        match self.row().form {
            Form::Groups { full, .. } => full,
            Form::Leading(_) => None,
        }
    }

    /// The number of bytes of the longest encoding; none if there is no limit but that of 64 bits.
    #[must_use]
    pub fn longest(self) -> Option<u8> {
        match self.row().form {
            Form::Groups { full, .. } => full,
            Form::Leading(lengths) => lengths.last().copied(),
        }
    }

    fn is_full(self, bytes: usize) -> bool {
        self.full().is_some_and(|full| usize::from(full) == bytes)
    }

    /// The kind with this name in schemas.
    #[must_use]
    pub fn named(word: &str) -> Option<Vlq> {
        Vlq::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// The number of bytes that the first byte states, if it states one.
    #[must_use]
    pub fn stated(self, first: u8) -> Option<usize> {
        match self {
            Vlq::Plain | Vlq::Nine | Vlq::End => None,
            Vlq::Quic => Some(1 << (first >> 6)),
            Vlq::Ebml => Some(first.leading_zeros() as usize + 1),
            Vlq::Der if first < 0x80 => Some(1),
            Vlq::Der => Some(1 + usize::from(first & 0x7f)),
        }
    }

    /// The bits of the first byte of an encoding of this many bytes that do not belong to the number; none if there is no such
    /// encoding with a first byte that states its length.
    #[must_use]
    pub fn statement(self, bytes: usize) -> Option<u8> {
        let Form::Leading(lengths) = self.row().form else { return None };
        let bytes = u8::try_from(bytes).ok().filter(|bytes| lengths.contains(bytes))?;
        Some(match self {
            Vlq::Quic => (bytes.ilog2() as u8) << 6,
            Vlq::Der if bytes == 1 => 0,
            Vlq::Der => 0x80 | (bytes - 1),
            _ => 0x80 >> (bytes - 1),
        })
    }

    /// The encoding of an unknown number, 2^64 - 1, in this many bytes, without the bytes after the first, whose bits are all set.
    #[must_use]
    pub fn unknown(self, bytes: usize) -> Option<u8> {
        match self {
            Vlq::Ebml => Some(0xff >> (self.statement(bytes)?.leading_zeros())),
            Vlq::Der if bytes == 1 => Some(0x80),
            _ => None,
        }
    }

    /// The fewest bytes of a number, at least `least`; none if no encoding has it.
    #[must_use]
    pub fn needed(self, number: u64, least: usize) -> Option<usize> {
        let lengths = match self.row().form {
            Form::Groups { full, .. } => {
                let groups = (u64::BITS - (number | 1).leading_zeros()).div_ceil(7) as usize;
                let needed = groups.max(least);
                return Some(full.map_or(needed, |full| needed.min(full.into())));
            }
            Form::Leading(lengths) => lengths,
        };
        let holds = |bytes: &usize| {
            let all = u64::MAX.checked_shr(u64::BITS - (self.bits(*bytes) as u32).min(u64::BITS));
            // All bits set mean an unknown number.
            let reserved = self == Vlq::Ebml && Some(number) == all;
            number <= all.unwrap_or(0) && !reserved
        };
        let is_unknown = |bytes: &usize| number == u64::MAX && self.unknown(*bytes).is_some();
        let mut lengths = lengths.iter().map(|bytes| usize::from(*bytes));
        lengths.find(|bytes| *bytes >= least && (is_unknown(bytes) || holds(bytes)))
    }

    /// The number of bits that an encoding of this many bytes has for the number.
    #[must_use]
    pub fn bits(self, bytes: usize) -> usize {
        match self {
            Vlq::Plain | Vlq::Nine | Vlq::End => 7 * bytes + usize::from(self.is_full(bytes)),
            Vlq::Quic => (8 * bytes).saturating_sub(2),
            Vlq::Ebml => 7 * bytes,
            Vlq::Der if bytes == 1 => 7,
            Vlq::Der => 8 * bytes.saturating_sub(1),
        }
    }

    /// The position of bit `bit` of the number (0 is the lowest) in an encoding of `bytes` bytes. Position 0 is the lowest bit of
    /// the first byte. None if the encoding does not have the bit.
    #[must_use]
    pub fn place(self, bit: usize, bytes: usize) -> Option<usize> {
        let last = bytes.checked_sub(1)?;
        if self.is_leading() {
            let byte = last.checked_sub(bit / 8)?;
            return (bit < self.bits(bytes)).then_some(8 * byte + bit % 8);
        }
        let low = if self.is_full(bytes) { 8 } else { 7 };
        if bit < low {
            return Some(8 * last + bit);
        }
        let (group, bit) = ((bit - low) / 7, (bit - low) % 7);
        Some(8 * last.checked_sub(group + 1)? + bit)
    }
}
