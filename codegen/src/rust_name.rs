//! What names of a schema are in Rust. The rules compare the same texts that the emitters write.

use heck::{ToShoutySnakeCase, ToSnakeCase, ToUpperCamelCase};

/// The name of a type or enum member.
///
/// A name in camel case stays as it is: `Float8E5M2` has its own ideas of words.
pub(crate) fn camel(name: &str) -> String {
    let is_camel = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric());
    valid(if is_camel { name.to_owned() } else { name.to_upper_camel_case() })
}

/// The name of a field or function.
pub(crate) fn snake(name: &str) -> String {
    valid(name.to_snake_case())
}

/// The name of a constant.
pub(crate) fn shouty(name: &str) -> String {
    valid(name.to_shouty_snake_case())
}

/// The name of a trait's method.
pub(crate) fn index_type(table: &str) -> String {
    format!("{}Id", camel(table))
}

/// Whether a text can be an identifier of Rust, as a raw one where it is a keyword.
pub(crate) fn is_identifier(name: &str) -> bool {
    let mut bytes = name.bytes();
    let first = bytes.next();
    first.is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && name.bytes().any(|byte| byte != b'_')
}

/// A text that can be an identifier, whatever was asked for: a fault of a schema is a finding, not a panic.
pub(crate) fn valid(name: String) -> String {
    if is_identifier(&name) {
        return name;
    }
    let legal = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = name.chars().map(legal).collect();
    match name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        true => name,
        false => format!("n{name}"),
    }
}

/// Whether a name has a letter in front of its first digit, so that it is a name in every case.
pub(crate) fn begins_with_letter(name: &str) -> bool {
    name.trim_start_matches('_').starts_with(|c: char| c.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::{camel, is_identifier, shouty, snake};

    #[test]
    fn whatever_is_asked_for_is_an_identifier() {
        for name in ["", "_", "1", "_1", "a::B", "Vec<u8>", "?", "é", "a b", "a.b", "\u{202e}"] {
            for made in [camel(name), snake(name), shouty(name)] {
                assert!(is_identifier(&made), "{name:?} becomes {made:?}");
            }
        }
    }

    #[test]
    fn camel_case_stays() {
        assert_eq!(camel("Float8E5M2"), "Float8E5M2");
        assert_eq!(camel("a_b"), "AB");
        assert_eq!(camel("AB"), "AB");
        assert_eq!((snake("AB"), shouty("twice")), ("ab".into(), "TWICE".into()));
    }
}
