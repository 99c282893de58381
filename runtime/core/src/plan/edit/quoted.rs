//! Texts in quotes and bytes in hexadecimal.

/// A text in quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quoted {
    /// Its bytes, in UTF-8.
    pub(super) bytes: Vec<u8>,
    /// It has bytes that are not ASCII as their numbers, so that it is no text but bytes.
    pub(super) is_raw: bool,
}

/// The text in quotes at the start of a text, as Rust or JSON writes it, and what follows. A byte can also be `\x` and two digits.
pub(super) fn quoted(text: &str) -> Option<(Quoted, &str)> {
    let mut rest = text.strip_prefix('"')?.chars();
    let (mut bytes, mut is_raw) = (Vec::new(), false);
    loop {
        let letter = match rest.next()? {
            '"' => return Some((Quoted { bytes, is_raw }, rest.as_str())),
            '\\' => match rest.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                '0' => '\0',
                'x' => {
                    let byte = rest.as_str().get(..2).and_then(hexadecimal)?;
                    rest = rest.as_str()[2..].chars();
                    is_raw |= !byte.is_ascii();
                    bytes.extend(byte);
                    continue;
                }
                'b' => '\u{8}',
                'f' => '\u{c}',
                'u' if let Some(rest_of) = rest.as_str().strip_prefix('{') => {
                    let (digits, after) = rest_of.split_once('}')?;
                    rest = after.chars();
                    char::from_u32(u32::from_str_radix(digits, 16).ok()?)?
                }
                'u' => {
                    let (letter, after) = of_json(rest.as_str())?;
                    rest = after.chars();
                    letter
                }
                plain @ ('\\' | '"' | '\'' | '/') => plain,
                _ => return None,
            },
            letter => letter,
        };
        bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

/// The letter of the four digits behind `\u` in JSON, or of two such numbers, and what follows.
fn of_json(text: &str) -> Option<(char, &str)> {
    let unit = |text: &str| -> Option<u16> {
        let bytes = hexadecimal(text.get(..4)?)?;
        Some(u16::from_be_bytes(bytes.try_into().ok()?))
    };
    let (first, rest) = (unit(text)?, text.get(4..)?);
    if let Some(letter) = char::from_u32(first.into()) {
        return Some((letter, rest));
    }
    let rest = rest.strip_prefix("\\u")?;
    let second = unit(rest)?;
    let letter = char::decode_utf16([first, second]).next()?.ok()?;
    Some((letter, rest.get(4..)?))
}

/// Bytes in hexadecimal, with or without `0x`; blanks may be between them.
pub(super) fn hexadecimal(text: &str) -> Option<Vec<u8>> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let mut bytes = Vec::new();
    for piece in digits.split_whitespace() {
        let (pairs, []) = piece.as_bytes().as_chunks::<2>() else { return None };
        for [high, low] in pairs {
            let digit = |letter: u8| char::from(letter).to_digit(16);
            bytes.push((digit(*high)? << 4 | digit(*low)?) as u8);
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::{Quoted, hexadecimal, quoted};

    #[test]
    fn each_text_comes_back_from_its_spelling() {
        for text in ["", "a", "\"\\'", "\0\n\r\t\u{7f}\u{feff}", "größer → 😀"] {
            let (found, rest) = quoted(&format!("{text:?} and more"))
                .map(|(q, rest)| (q, rest.to_owned()))
                .expect(text);
            assert_eq!(found, Quoted { bytes: text.as_bytes().to_vec(), is_raw: false });
            assert_eq!(rest, " and more");
        }
        let json = Quoted { bytes: "a😀\u{8}/".as_bytes().to_vec(), is_raw: false };
        assert_eq!(quoted("\"\\u0061\\ud83d\\ude00\\b\\/\""), Some((json, "")));
        let raw = Quoted { bytes: vec![b'a', 0xff, 0], is_raw: true };
        assert_eq!(quoted("\"a\\xff\\x00\""), Some((raw, "")));
        for text in [
            "",
            "a",
            "\"",
            "\"\\",
            "\"\\x4\"",
            "\"\\xé\"",
            "\"\\u{110000}\"",
            "\"\\q\"",
            "\"\\u41\"",
            "\"\\u0x41\"",
            "\"\\ud83d\"",
            "\"\\ud83d\\u0041\"",
        ] {
            assert_eq!(quoted(text), None, "{text}");
        }
    }

    #[test]
    fn bytes_in_hexadecimal() {
        assert_eq!(hexadecimal("0x00fF"), Some(vec![0, 255]));
        assert_eq!(hexadecimal("89 50 4e"), Some(vec![0x89, 0x50, 0x4e]));
        assert_eq!(hexadecimal(""), Some(Vec::new()));
        for text in ["0", "0 0", "xy", "-1", "0x0x", "é"] {
            assert_eq!(hexadecimal(text), None, "{text}");
        }
    }
}
