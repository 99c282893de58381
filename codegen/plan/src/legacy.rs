//! Encodings of texts that older programs use, by the crate `encoding_rs`.

use alloc::borrow::Cow;
use alloc::vec::Vec;

/// An encoding of the Encoding Standard that is neither UTF-8 nor UTF-16. ASCII texts have the same bytes in all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Legacy(u8);

/// Names in schemas, and labels of the standard.
///
/// Source: WHATWG "Encoding Standard", sections 4.2, "Names and labels", and 9 to 13.
const NAMES: [(&str, &str); Legacy::COUNT] = [
    ("ibm866", "IBM866"),
    ("iso_8859_2", "ISO-8859-2"),
    ("iso_8859_3", "ISO-8859-3"),
    ("iso_8859_4", "ISO-8859-4"),
    ("iso_8859_5", "ISO-8859-5"),
    ("iso_8859_6", "ISO-8859-6"),
    ("iso_8859_7", "ISO-8859-7"),
    ("iso_8859_8", "ISO-8859-8"),
    ("iso_8859_10", "ISO-8859-10"),
    ("iso_8859_13", "ISO-8859-13"),
    ("iso_8859_14", "ISO-8859-14"),
    ("iso_8859_15", "ISO-8859-15"),
    ("iso_8859_16", "ISO-8859-16"),
    ("koi8_r", "KOI8-R"),
    ("koi8_u", "KOI8-U"),
    ("macintosh", "macintosh"),
    ("x_mac_cyrillic", "x-mac-cyrillic"),
    ("windows_874", "windows-874"),
    ("windows_1250", "windows-1250"),
    ("windows_1251", "windows-1251"),
    ("windows_1252", "windows-1252"),
    ("windows_1253", "windows-1253"),
    ("windows_1254", "windows-1254"),
    ("windows_1255", "windows-1255"),
    ("windows_1256", "windows-1256"),
    ("windows_1257", "windows-1257"),
    ("windows_1258", "windows-1258"),
    ("gbk", "GBK"),
    ("gb18030", "gb18030"),
    ("big5", "Big5"),
    ("euc_jp", "EUC-JP"),
    ("iso_2022_jp", "ISO-2022-JP"),
    ("shift_jis", "Shift_JIS"),
    ("euc_kr", "EUC-KR"),
];

impl Legacy {
    /// The number of these encodings.
    pub const COUNT: usize = 34;

    /// The encoding at a position, for positions below [`Legacy::COUNT`].
    #[must_use]
    pub const fn at(position: usize) -> Option<Legacy> {
        if position < Legacy::COUNT { Some(Legacy(position as u8)) } else { None }
    }

    /// Its position.
    #[must_use]
    pub const fn position(self) -> usize {
        self.0 as usize
    }

    /// Its name in schemas.
    #[must_use]
    pub const fn word(self) -> &'static str {
        NAMES[self.position()].0
    }

    /// Its name in the standard.
    #[must_use]
    pub const fn label(self) -> &'static str {
        NAMES[self.position()].1
    }

    /// The text in some bytes; none if the bytes are invalid, or if encoding the text would not give the same bytes. Without the
    /// feature `encodings`, none for bytes that are not ASCII.
    pub(crate) fn decode(self, bytes: &[u8]) -> Option<Cow<'_, str>> {
        // ISO-2022-JP selects character sets by control characters.
        let is_ascii = |byte: &u8| byte.is_ascii() && !matches!(byte, 0x0e | 0x0f | 0x1b);
        if bytes.iter().all(is_ascii) {
            return core::str::from_utf8(bytes).ok().map(Cow::Borrowed);
        }
        let text = self.decode_others(bytes)?;
        (self.encode(&text)? == bytes).then_some(text)
    }

    /// The bytes of a text; none if the encoding lacks one of its characters. Without the feature `encodings`, none for a text
    /// that is not ASCII.
    pub(crate) fn encode(self, text: &str) -> Option<Cow<'_, [u8]>> {
        if text.is_ascii() {
            Some(Cow::Borrowed(text.as_bytes()))
        } else {
            self.encode_others(text)
        }
    }

    #[cfg(feature = "encodings")]
    fn decode_others(self, bytes: &[u8]) -> Option<Cow<'_, str>> {
        let encoding = encoding_rs::Encoding::for_label(self.label().as_bytes())?;
        encoding.decode_without_bom_handling_and_without_replacement(bytes)
    }

    #[cfg(feature = "encodings")]
    fn encode_others(self, text: &str) -> Option<Cow<'_, [u8]>> {
        let encoding = encoding_rs::Encoding::for_label(self.label().as_bytes())?;
        let (bytes, _, lacks_characters) = encoding.encode(text);
        (!lacks_characters).then_some(bytes)
    }

    #[cfg(not(feature = "encodings"))]
    fn decode_others(self, _: &[u8]) -> Option<Cow<'_, str>> {
        None
    }

    #[cfg(not(feature = "encodings"))]
    fn encode_others(self, _: &str) -> Option<Cow<'_, [u8]>> {
        None
    }
}

/// The characters of bytes from 0x80 on, in code page 437 of the IBM PC.
///
/// Source: the table `CP437.TXT` of the Unicode Consortium.
const CP437: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// The character of a byte in code page 437.
pub(crate) fn cp437(byte: u8) -> Option<char> {
    match byte.checked_sub(0x80) {
        None => Some(byte.into()),
        Some(at) => CP437.chars().nth(at.into()),
    }
}

/// The bytes of a text in code page 437; none if it lacks one of its characters.
pub(crate) fn to_cp437(text: &str) -> Option<Vec<u8>> {
    let byte = |letter: char| match u8::try_from(letter) {
        Ok(byte) if byte.is_ascii() => Some(byte),
        _ => {
            CP437.chars().zip(0x80..=0xff).find(|(known, _)| *known == letter).map(|(_, byte)| byte)
        }
    };
    text.chars().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::{Legacy, cp437, to_cp437};
    use alloc::string::String;
    use alloc::vec::Vec;

    #[test]
    fn every_byte_of_code_page_437_comes_back() {
        let text: Option<String> = (0..=0xff).map(cp437).collect();
        let bytes: Vec<u8> = (0..=0xff).collect();
        assert_eq!(text.and_then(|text| to_cp437(&text)), Some(bytes));
        assert_eq!(to_cp437("\u{20ac}"), None);
    }

    #[cfg(feature = "encodings")]
    #[test]
    fn every_text_comes_back() {
        for legacy in (0..Legacy::COUNT).filter_map(Legacy::at) {
            assert!(encoding_rs::Encoding::for_label(legacy.label().as_bytes()).is_some());
            let mut decoded = 0;
            for number in 0..=0xffffu16 {
                let bytes = number.to_be_bytes();
                let bytes = if number < 0x100 { &bytes[1..] } else { &bytes };
                if let Some(text) = legacy.decode(bytes) {
                    decoded += 1;
                    assert_eq!(legacy.encode(&text).as_deref(), Some(bytes), "{legacy:?}");
                }
            }
            assert!(decoded > 1 << 13, "{legacy:?} {decoded}");
        }
        let of = |word| {
            let mut all = (0..Legacy::COUNT).filter_map(Legacy::at);
            all.find(|legacy| legacy.word() == word).expect("it is known")
        };
        for (word, bytes, text) in [
            ("windows_1252", &b"\x80 12"[..], "\u{20ac} 12"),
            ("shift_jis", b"\x93\xfa\x96\x7b", "\u{65e5}\u{672c}"),
            ("euc_kr", b"\xc7\xd1", "\u{d55c}"),
            ("gb18030", b"\x81\x30\x81\x30", "\u{80}"),
            ("iso_2022_jp", b"\x1b$BF|\x1b(B", "\u{65e5}"),
            ("koi8_r", b"\xcd\xc9\xd2", "\u{43c}\u{438}\u{440}"),
        ] {
            assert_eq!(of(word).decode(bytes).as_deref(), Some(text), "{word}");
            assert_eq!(of(word).encode(text).as_deref(), Some(bytes), "{word}");
        }
        // Of two sequences for one character, the one that is not written stays bytes.
        assert_eq!(of("iso_2022_jp").decode(b"\x1b(BA"), None);
        assert_eq!(of("shift_jis").decode(b"\xff"), None);
    }
}
