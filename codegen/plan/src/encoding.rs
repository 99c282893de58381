//! Encoding and decoding of texts.

use alloc::borrow::Cow;
use alloc::string::String;
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
}

impl Encoding {
    /// All encodings.
    pub const ALL: [Encoding; 5] = [
        Encoding::Utf8,
        Encoding::Ascii,
        Encoding::Latin1,
        Encoding::Utf16Little,
        Encoding::Utf16Big,
    ];

    /// Its name in schemas.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf8",
            Encoding::Ascii => "ascii",
            Encoding::Latin1 => "latin1",
            Encoding::Utf16Little => "utf16le",
            Encoding::Utf16Big => "utf16be",
        }
    }
    /// The number of bytes of the smallest unit of a text.
    #[must_use]
    pub fn unit(self) -> usize {
        match self {
            Encoding::Utf8 | Encoding::Ascii | Encoding::Latin1 => 1,
            Encoding::Utf16Little | Encoding::Utf16Big => 2,
        }
    }

    /// The text in some bytes; none if the bytes are invalid, or if encoding the text would not give the same bytes.
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
        };
        Some(Cow::Owned(text))
    }

    /// The bytes of a text; none if the encoding lacks one of its characters.
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
        })
    }
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (units, rest) = bytes.as_chunks::<2>();
    let units = units.iter().map(|pair| unit(*pair));
    let text: Option<String> = char::decode_utf16(units).map(|letter| letter.ok()).collect();
    text.filter(|_| rest.is_empty())
}

/// The offset of the first marker in bytes, at a multiple of `unit` bytes.
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
    fn texts_come_back() {
        for (encoding, bytes, text) in [
            (Encoding::Utf8, "gr\u{fc}n".as_bytes(), "gr\u{fc}n"),
            (Encoding::Ascii, b"IHDR", "IHDR"),
            (Encoding::Latin1, b"gr\xfcn", "gr\u{fc}n"),
            (Encoding::Utf16Little, b"a\0\x3d\xd8\x00\xde", "a\u{1f600}"),
            (Encoding::Utf16Big, b"\0a\xd8\x3d\xde\x00", "a\u{1f600}"),
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
    fn what_is_no_text() {
        for (encoding, bytes) in [
            (Encoding::Utf8, &b"\xff"[..]),
            (Encoding::Ascii, b"\x80"),
            (Encoding::Utf16Little, b"a"),
            (Encoding::Utf16Little, b"\x3d\xd8"),
            (Encoding::Utf16Big, b"\xde\x00\0a"),
        ] {
            assert_eq!(encoding.decode(bytes), None, "{encoding:?}");
        }
        assert_eq!(Encoding::Ascii.encode("\u{fc}"), None);
        assert_eq!(Encoding::Latin1.encode("\u{20ac}"), None);
    }
}
