//! Bytes of texts, and back; and numbers that bytes say.

use crate::error::{Error, ErrorKind, PlanFault, Result};
use bytespec_plan::Encoding;
use std::borrow::Cow;

/// The text that bytes are; none where they are no such text, or where writing it would not give the bytes again.
pub(super) fn decode(encoding: Encoding, bytes: &[u8]) -> Option<Cow<'_, str>> {
    let text = match encoding {
        Encoding::Utf8 => return std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
        Encoding::Ascii if bytes.is_ascii() => {
            return std::str::from_utf8(bytes).ok().map(Cow::Borrowed);
        }
        Encoding::Ascii => return None,
        Encoding::Latin1 => bytes.iter().map(|byte| char::from(*byte)).collect(),
        Encoding::Utf16Little => utf16(bytes, u16::from_le_bytes)?,
        Encoding::Utf16Big => utf16(bytes, u16::from_be_bytes)?,
    };
    Some(Cow::Owned(text))
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (units, rest) = bytes.as_chunks::<2>();
    let units = units.iter().map(|pair| unit(*pair));
    let text: Option<String> = char::decode_utf16(units).map(|letter| letter.ok()).collect();
    text.filter(|_| rest.is_empty())
}

/// The bytes that a text is; none where it has a character that the encoding does not have.
pub(super) fn encode(encoding: Encoding, text: &str) -> Option<Cow<'_, [u8]>> {
    let units = |bytes: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(bytes).collect();
    Some(match encoding {
        Encoding::Utf8 => Cow::Borrowed(text.as_bytes()),
        Encoding::Ascii if text.is_ascii() => Cow::Borrowed(text.as_bytes()),
        Encoding::Ascii => return None,
        Encoding::Latin1 => {
            let bytes = text.chars().map(|c| u8::try_from(u32::from(c)).ok());
            Cow::Owned(bytes.collect::<Option<_>>()?)
        }
        Encoding::Utf16Little => Cow::Owned(units(u16::to_le_bytes)),
        Encoding::Utf16Big => Cow::Owned(units(u16::to_be_bytes)),
    })
}

/// Where a marker begins in bytes: at a multiple of `unit` bytes.
pub(super) fn find(bytes: &[u8], marker: &[u8], unit: usize) -> Option<usize> {
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

/// The bytes of the smallest part of a text.
pub(super) fn unit(encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf8 | Encoding::Ascii | Encoding::Latin1 => 1,
        Encoding::Utf16Little | Encoding::Utf16Big => 2,
    }
}

/// Bytes as one number, the first byte highest; of more than eight bytes there is none.
pub(super) fn big(bytes: &[u8]) -> Option<u64> {
    if bytes.len() > 8 {
        return None;
    }
    Some(bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

/// The number that digits say, with blanks or zero bytes around them.
pub(super) fn digits(bytes: &[u8], base: u8) -> Result<u64> {
    let blank = |byte: &u8| matches!(byte, 0 | b' ');
    let start = bytes.iter().position(|byte| !blank(byte)).unwrap_or(bytes.len());
    let end = bytes.iter().rposition(|byte| !blank(byte)).map_or(start, |last| last + 1);
    let text = bytes.get(start..end).unwrap_or_default();
    let text = std::str::from_utf8(text).ok().filter(|text| !text.starts_with('+'));
    let number = text.and_then(|text| u64::from_str_radix(text, base.clamp(2, 16).into()).ok());
    number.ok_or_else(|| {
        let fault = PlanFault::Digits { base, found: bytes.to_vec() };
        Error::new(ErrorKind::Plan(fault))
    })
}

#[cfg(test)]
mod tests {
    use super::{decode, encode, find};
    use bytespec_plan::Encoding;

    #[test]
    fn texts_come_back() {
        for (encoding, bytes, text) in [
            (Encoding::Utf8, "gr\u{fc}n".as_bytes(), "gr\u{fc}n"),
            (Encoding::Ascii, b"IHDR", "IHDR"),
            (Encoding::Latin1, b"gr\xfcn", "gr\u{fc}n"),
            (Encoding::Utf16Little, b"a\0\x3d\xd8\x00\xde", "a\u{1f600}"),
            (Encoding::Utf16Big, b"\0a\xd8\x3d\xde\x00", "a\u{1f600}"),
        ] {
            assert_eq!(decode(encoding, bytes).as_deref(), Some(text), "{encoding:?}");
            assert_eq!(encode(encoding, text).as_deref(), Some(bytes), "{encoding:?}");
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
            assert_eq!(decode(encoding, bytes), None, "{encoding:?}");
        }
        assert_eq!(encode(Encoding::Ascii, "\u{fc}"), None);
        assert_eq!(encode(Encoding::Latin1, "\u{20ac}"), None);
    }
}
