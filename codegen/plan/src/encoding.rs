//! Encoding and decoding of texts.

use crate::legacy::{Legacy, cp437, to_cp437};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::str;

/// The encoding of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// One byte for each character, with the highest bit zero.
    Ascii,
    /// One byte for each character: the first 256 of Unicode.
    Latin1,
    /// UTF-16, little-endian.
    Utf16Little,
    /// UTF-16, big-endian.
    Utf16Big,
    /// UTF-32, little-endian.
    Utf32Little,
    /// UTF-32, big-endian.
    Utf32Big,
    /// Modified UTF-8: zero has two bytes, and a character beyond U+FFFF is a pair of surrogates of three bytes each.
    ///
    /// Source: "The Java Virtual Machine Specification", section 4.4.7.
    Mutf8,
    /// Code page 437 of the IBM PC, whose first half is ASCII.
    Cp437,
    /// Another encoding of the Encoding Standard.
    Legacy(Legacy),
}

/// The encodings with a variant of their own.
const OWN: [Encoding; 9] = [
    Encoding::Utf8,
    Encoding::Ascii,
    Encoding::Latin1,
    Encoding::Utf16Little,
    Encoding::Utf16Big,
    Encoding::Utf32Little,
    Encoding::Utf32Big,
    Encoding::Mutf8,
    Encoding::Cp437,
];

impl Encoding {
    /// All encodings.
    pub const ALL: [Encoding; OWN.len() + Legacy::COUNT] = {
        let mut all = [Encoding::Utf8; OWN.len() + Legacy::COUNT];
        let mut at = 0;
        while at < all.len() {
            all[at] = match Legacy::at(at.wrapping_sub(OWN.len())) {
                Some(legacy) => Encoding::Legacy(legacy),
                None => OWN[at],
            };
            at += 1;
        }
        all
    };

    /// Its name in schemas.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf8",
            Encoding::Ascii => "ascii",
            Encoding::Latin1 => "latin1",
            Encoding::Utf16Little => "utf16le",
            Encoding::Utf16Big => "utf16be",
            Encoding::Utf32Little => "utf32le",
            Encoding::Utf32Big => "utf32be",
            Encoding::Mutf8 => "mutf8",
            Encoding::Cp437 => "cp437",
            Encoding::Legacy(legacy) => legacy.word(),
        }
    }

    /// The number of bytes of the smallest unit of a text.
    #[must_use]
    pub fn unit(self) -> usize {
        match self {
            Encoding::Utf16Little | Encoding::Utf16Big => 2,
            Encoding::Utf32Little | Encoding::Utf32Big => 4,
            _ => 1,
        }
    }

    /// The text in some bytes; none if the bytes are invalid, or if encoding the text would not give the same bytes.
    /// Without the feature `encodings`, this is none for texts in a [`Legacy`] encoding that are not ASCII.
    #[inline]
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> Option<Cow<'_, str>> {
        let text = match self {
            Encoding::Utf8 => return str::from_utf8(bytes).ok().map(Cow::Borrowed),
            Encoding::Ascii | Encoding::Latin1 if bytes.is_ascii() => {
                return str::from_utf8(bytes).ok().map(Cow::Borrowed);
            }
            Encoding::Ascii => return None,
            Encoding::Latin1 => bytes.iter().map(|byte| char::from(*byte)).collect(),
            Encoding::Utf16Little => utf16(bytes, u16::from_le_bytes)?,
            Encoding::Utf16Big => utf16(bytes, u16::from_be_bytes)?,
            Encoding::Utf32Little => utf32(bytes, u32::from_le_bytes)?,
            Encoding::Utf32Big => utf32(bytes, u32::from_be_bytes)?,
            Encoding::Mutf8 => mutf8(bytes)?,
            Encoding::Cp437 => bytes.iter().copied().map(cp437).collect::<Option<_>>()?,
            Encoding::Legacy(legacy) => return legacy.decode(bytes),
        };
        Some(Cow::Owned(text))
    }

    /// The bytes of a text; none if the encoding lacks one of its characters.
    ///
    /// Without the feature `encodings`, this is none for texts in a [`Legacy`] encoding that are not ASCII.
    #[must_use]
    pub fn encode(self, text: &str) -> Option<Cow<'_, [u8]>> {
        let units = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect();
        Some(match self {
            Encoding::Utf8 => Cow::Borrowed(text.as_bytes()),
            Encoding::Ascii | Encoding::Latin1 if text.is_ascii() => Cow::Borrowed(text.as_bytes()),
            Encoding::Ascii => return None,
            Encoding::Latin1 => {
                let bytes = text.chars().map(|c| u8::try_from(u32::from(c)).ok());
                Cow::Owned(bytes.collect::<Option<_>>()?)
            }
            Encoding::Utf16Little => Cow::Owned(units(u16::to_le_bytes)),
            Encoding::Utf16Big => Cow::Owned(units(u16::to_be_bytes)),
            Encoding::Utf32Little => Cow::Owned(scalars(text, u32::to_le_bytes)),
            Encoding::Utf32Big => Cow::Owned(scalars(text, u32::to_be_bytes)),
            Encoding::Cp437 => Cow::Owned(to_cp437(text)?),
            Encoding::Legacy(legacy) => return legacy.encode(text),
            Encoding::Mutf8 => Cow::Owned(text.encode_utf16().flat_map(mutf8_unit).collect()),
        })
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (units, rest) = bytes.as_chunks::<2>();
    let units = units.iter().map(|pair| unit(*pair));
    let text: Option<String> = char::decode_utf16(units).map(|letter| letter.ok()).collect();
    text.filter(|_| rest.is_empty())
}

fn utf32(bytes: &[u8], scalar: fn([u8; 4]) -> u32) -> Option<String> {
    let (scalars, rest) = bytes.as_chunks::<4>();
    let letters = scalars.iter().map(|bytes| char::from_u32(scalar(*bytes)));
    letters.collect::<Option<String>>().filter(|_| rest.is_empty())
}

fn scalars(text: &str, bytes: fn(u32) -> [u8; 4]) -> Vec<u8> {
    text.chars().flat_map(|letter| bytes(letter.into())).collect()
}

/// The text in modified UTF-8; none if the bytes are not the shortest ones for each unit of UTF-16.
fn mutf8(bytes: &[u8]) -> Option<String> {
    let (mut units, mut rest) = (Vec::new(), bytes);
    while let [first, ..] = rest {
        let (len, mask) = match first {
            0x01..=0x7f => (1, 0x7f),
            0xc0..=0xdf => (2, 0x1f),
            0xe0..=0xef => (3, 0x0f),
            _ => return None,
        };
        let (unit, after) = rest.split_at_checked(len)?;
        let high = u16::from(first & mask);
        let number = unit.iter().skip(1).fold(high, |n, byte| n << 6 | u16::from(byte & 0x3f));
        if !mutf8_unit(number).eq(unit.iter().copied()) {
            return None;
        }
        units.push(number);
        rest = after;
    }
    char::decode_utf16(units).map(|letter| letter.ok()).collect()
}

/// The bytes of a unit of UTF-16 in modified UTF-8.
fn mutf8_unit(unit: u16) -> impl Iterator<Item = u8> {
    let [low, middle] = [unit, unit >> 6].map(|bits| 0x80 | (bits & 0x3f) as u8);
    let (bytes, len) = match unit {
        0x01..=0x7f => ([unit as u8, 0, 0], 1),
        0x00 | 0x80..=0x7ff => ([0xc0 | (unit >> 6) as u8, low, 0], 2),
        _ => ([0xe0 | (unit >> 12) as u8, middle, low], 3),
    };
    bytes.into_iter().take(len)
}

/// The offset of the first `marker` in `bytes` that is a multiple of `unit` bytes. None for an empty marker.
#[must_use]
pub fn find(bytes: &[u8], marker: &[u8], unit: usize) -> Option<usize> {
    match (marker, unit) {
        ([], _) => None,
        ([byte], 1) => bytes.iter().position(|other| other == byte),
        _ => bytes
            .windows(marker.len())
            .step_by(unit)
            .position(|at| at == marker)
            .map(|at| at * unit),
    }
}

#[cfg(test)]
mod tests {
    use super::{Encoding, find};

    #[test]
    fn decoding_reverses_encoding() {
        for (encoding, bytes, text) in [
            (Encoding::Utf8, "gr\u{fc}n".as_bytes(), "gr\u{fc}n"),
            (Encoding::Ascii, b"IHDR", "IHDR"),
            (Encoding::Latin1, b"gr\xfcn", "gr\u{fc}n"),
            (Encoding::Utf16Little, b"a\0\x3d\xd8\x00\xde", "a\u{1f600}"),
            (Encoding::Utf16Big, b"\0a\xd8\x3d\xde\x00", "a\u{1f600}"),
            (Encoding::Utf32Little, b"a\0\0\0\0\xf6\x01\0", "a\u{1f600}"),
            (Encoding::Utf32Big, b"\0\0\0a\0\x01\xf6\0", "a\u{1f600}"),
            (Encoding::Cp437, b"gr\x81n", "gr\u{fc}n"),
            (Encoding::Mutf8, b"a\xc0\x80\xc3\xbc", "a\0\u{fc}"),
            (Encoding::Mutf8, b"\xe2\x82\xac\xed\xa0\xbd\xed\xb8\x80", "\u{20ac}\u{1f600}"),
        ] {
            assert_eq!(encoding.decode(bytes).as_deref(), Some(text), "{encoding:?}");
            assert_eq!(encoding.encode(text).as_deref(), Some(bytes), "{encoding:?}");
        }
    }

    #[test]
    fn markers() {
        for (bytes, marker, unit, place) in [
            (&b"ab\0"[..], &b"\0"[..], 1, Some(2)),
            (b"a\r\r\n", b"\r\n", 1, Some(2)),
            (b"a\0\0\x01\0\0", b"\0\0", 2, Some(4)),
            (b"a\0\0", b"\0\0", 2, None),
            (b"", b"\0", 1, None),
        ] {
            assert_eq!(find(bytes, marker, unit), place, "{bytes:?}");
        }
    }

    #[test]
    fn invalid_text() {
        for (encoding, bytes) in [
            (Encoding::Utf8, &b"\xff"[..]),
            (Encoding::Ascii, b"\x80"),
            (Encoding::Utf16Little, b"a"),
            (Encoding::Utf16Little, b"\x3d\xd8"),
            (Encoding::Utf16Big, b"\xde\x00\0a"),
            (Encoding::Utf32Little, b"a\0\0"),
            (Encoding::Utf32Big, b"\0\0\xd8\0"),
            (Encoding::Mutf8, b"\0"),
            (Encoding::Mutf8, b"\xc1\x81"),
            (Encoding::Mutf8, b"\xf0\x9f\x98\x80"),
            (Encoding::Mutf8, b"\xed\xa0\xbd"),
            (Encoding::Mutf8, b"\xe2\x82"),
        ] {
            assert_eq!(encoding.decode(bytes), None, "{encoding:?}");
        }
        assert_eq!(Encoding::Ascii.encode("\u{fc}"), None);
        assert_eq!(Encoding::Latin1.encode("\u{20ac}"), None);
    }
}
