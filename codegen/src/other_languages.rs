//! Words of other languages, and what the schema language has in their place.

use crate::integer::WIDTHS;
use bytespec_plan::Encoding;

/// A key that other languages have: the kind of the mapping, the key, and what to write.
#[cfg(feature = "yaml")]
const KEYS: &[(&str, &str, &str)] = &[
    ("enum", "type", "write the type of the number as `wire`"),
    ("enum", "values", "list the values as `members`"),
    ("field", "bits", "the type states the width; for bits, write `type: packed<u8>` with `parts`"),
    ("field", "const", CONSTANT),
    ("field", "contents", CONSTANT),
    ("field", "encoding", "the type of a text is its encoding, as in `type: utf8`"),
    ("field", "endian", "the type states the byte order, as in `u16be`"),
    ("field", "enum", "write the enum as `type`"),
    ("field", "expr", "write `count` for the number of elements, or `let` for a computed value"),
    ("field", "id", "write `name`"),
    ("field", "if", "write `when`"),
    ("field", "len", LENGTH),
    ("field", "length", LENGTH),
    ("field", "magic", CONSTANT),
    ("field", "offset", "write `at`, with an offset from the start of the file"),
    ("field", "pos", "write `at`, with an offset from the start of the file"),
    ("field", "process", "write `transform`"),
    ("field", "repeat", REPEAT),
    ("field", "repeat-expr", "write `count`"),
    ("field", "repeat-until", "write `last`, with a condition on the fields of the element"),
    ("field", "size-eos", "write `size: rest`"),
    ("field", "switch-on", "write the tag in brackets behind the union, as in `type: Data(kind)`"),
    ("field", "tag", "write the tag in brackets behind the union, as in `type: Data(kind)`"),
    ("field", "terminator", "write `stop`"),
    ("field", "value", "write `let` for a computed value, or `equals` for a value in the file"),
    (
        "field",
        "whence",
        "for an offset from the end of the file, write `at: 'find_last(\"\") - N'`",
    ),
    ("format", "endian", "write `byte_order`"),
    ("record", "seq", "list the fields as `fields`"),
];

const CONSTANT: &str = "write `equals`, with a text as `'\"text\"'`, and bytes as `\"89 50\"`";

const LENGTH: &str = "write `size` for the number of bytes, or `count` for the number of elements";

const REPEAT: &str = "write `count` with the number of elements, `count: rest` for all remaining bytes, or `last` with a condition";

/// Operators of other languages, longer ones first, and what to write.
const OPERATORS: &[(&str, &str)] = &[
    ("==", "`=`"),
    ("<>", "`!=`"),
    ("&&", "`and`"),
    ("||", "`or`"),
    ("**", "a product"),
    ("//", "`/`"),
    ("!", "`not`"),
    ("~", "`^` with a number of ones, as in `n ^ 0xff`"),
    ("?", "`if A then B else C`"),
    ("mod", "`%`"),
    ("div", "`/`"),
    ("xor", "`^`"),
    ("shl", "`<<`"),
    ("shr", "`>>`"),
];

/// What to write in place of a key.
#[cfg(feature = "yaml")]
pub(crate) fn key(kind: &str, name: &str) -> Option<&'static str> {
    let mut keys = KEYS.iter();
    keys.find(|(of, key, _)| (*of, *key) == (kind, name)).map(|(_, _, help)| *help)
}

/// The operator of another language that a text begins with, and what to write in its place.
pub(crate) fn operator(text: &str) -> Option<(&'static str, &'static str)> {
    let is_word = |text: &str| text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let begins = |operator: &str| {
        let rest = text.strip_prefix(operator);
        rest.is_some_and(|rest| !is_word(operator) || !is_word(rest))
    };
    OPERATORS.iter().copied().find(|(operator, _)| begins(operator))
}

/// What to write in place of a transform. Other languages name what readers do.
#[cfg(feature = "yaml")]
pub(crate) fn transform(name: &str) -> Option<&'static str> {
    match name {
        "rol" => Some("write `rotate_left(8 - n)`: readers rotate to the left then"),
        "ror" => Some("write `rotate_left(n)`: readers rotate to the right then"),
        "rotate_right" => Some("write `rotate_left(8 - n)`"),
        _ => None,
    }
}

/// What to write in place of a type.
pub(crate) fn type_name(name: &str) -> Option<String> {
    let write = |ty: &str| Some(format!("write `{ty}`"));
    match name {
        "string" | "str" | "text" => {
            return Some("write an encoding, such as `utf8`, with `size` or `stop`".to_owned());
        }
        "strz" | "cstring" => return Some("write `type: utf8` with `stop: 0`".to_owned()),
        "byte" | "char" | "uchar" => return write("u8"),
        "float" => return write("f32"),
        "double" => return write("f64"),
        _ => {}
    }
    if let Some(encoding) = encoding_of(name) {
        return write(encoding);
    }
    let word = name.strip_suffix("_t").unwrap_or(name);
    let digits = word.find(|c: char| c.is_ascii_digit())?;
    let (kind, rest) = word.split_at(digits);
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (width, order) = rest.split_at(end);
    let width: u32 = width.parse().ok()?;
    let own = match kind {
        "u" | "uint" | "b" | "bit" | "bits" => "u",
        "i" | "s" | "int" | "sint" => "i",
        "f" | "float" => "f",
        _ => return None,
    };
    let has_width = match own {
        "f" => matches!(width, 16 | 32 | 64),
        _ => WIDTHS.iter().any(|known| *known == width.to_string()),
    };
    if !matches!(order, "" | "le" | "be") {
        return None;
    }
    match (kind, width) {
        ("b" | "bit" | "bits", 1..=63) => Some(of_bits(width)),
        _ if kind != own && has_width => write(&format!("{own}{width}{order}")),
        (_, 2 | 4 | 8) if kind.len() == 1 => {
            let number = format!("write `{own}{}{order}` for {width} bytes", width * 8);
            Some(match own {
                "u" => format!("{number}, or a part of a `packed` field for {width} bits"),
                _ => number,
            })
        }
        ("u", 1..=63) => Some(of_bits(width)),
        _ => None,
    }
}

/// The encoding that a name is another spelling of, such as `utf-16le` or `ISO-8859-1`.
fn encoding_of(name: &str) -> Option<&'static str> {
    let plain = |name: &str| {
        let letters = name.chars().filter(char::is_ascii_alphanumeric);
        letters.map(|letter| letter.to_ascii_lowercase()).collect::<String>()
    };
    let found = plain(name);
    match found.as_str() {
        "iso88591" => return Some(Encoding::Latin1.word()),
        "utf16" => return Some("utf16le"),
        _ => {}
    }
    let mut known = Encoding::ALL.into_iter().map(Encoding::word);
    known.find(|word| *word != name && plain(word) == found)
}

/// How a part of a packed number, which is a varint or has a fixed width, has a sign.
pub(crate) fn signed_part(name: &str, is_fixed: bool) -> Option<String> {
    let word = name.strip_prefix('i').or_else(|| name.strip_prefix('s'))?;
    let is_number = !word.is_empty() && word.bytes().all(|digit| digit.is_ascii_digit());
    if !is_number {
        return None;
    }
    let bits = word.parse::<u32>().ok().filter(|bits| *bits <= 64);
    Some(match is_fixed {
        true => {
            let bits = bits.unwrap_or(64).max(8).next_power_of_two();
            format!("write `varint<i{bits}>`: the highest of its `bits` is the sign")
        }
        false => "a part of a varint is unsigned: for its sign, add a field with a signed type and a `let`, such as \
                  `let: if n > 7 then -16 + n else n` for four bits"
            .to_owned(),
    })
}

fn of_bits(width: u32) -> String {
    let list = match width {
        1 => {
            "; of a list of bits, read the bytes as `u8` with `count: (n + 7) / 8`, and each bit by `let: 'File.bytes[i / 8] >> i % 8 & 1'`"
        }
        _ => "",
    };
    format!("write a `packed` field, such as `packed<u8>`, with a part with `bits: {width}`{list}")
}

#[cfg(test)]
mod tests {
    use super::{OPERATORS, operator, type_name};

    #[test]
    fn operators_are_found_at_the_start() {
        for (word, _) in OPERATORS {
            assert_eq!(operator(&format!("{word} a")).map(|found| found.0), Some(*word));
        }
        assert_eq!(operator("model"), None);
    }

    #[test]
    fn types_of_other_languages() {
        let found = |name| type_name(name).unwrap_or_default();
        assert_eq!(found("uint16_t"), "write `u16`");
        assert_eq!(found("s32be"), "write `i32be`");
        assert!(found("u4le").starts_with("write `u32le` for 4 bytes"));
        assert!(found("u12").ends_with("a part with `bits: 12`"));
        assert!(found("b3").ends_with("a part with `bits: 3`"));
        assert_eq!(found("utf-16le"), "write `utf16le`");
        assert_eq!(found("Windows-1252"), "write `windows_1252`");
        assert_eq!(type_name("Part2"), None);
        assert_eq!(type_name("u2x"), None);
    }
}
