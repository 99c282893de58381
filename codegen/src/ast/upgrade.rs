//! Changes of a dialect between its releases, in the syntax tree.

use crate::ast::{Common, Spanned};

/// `constant`: an attribute or a type that conversions need.
#[derive(Clone, Debug, Default)]
pub struct Constant {
    /// Name, documentation and dialect.
    pub common: Common,
    /// The table of the entry.
    pub table: Option<Spanned<String>>,
    /// Hexadecimal pairs, and `{name}` for a reference to another constant.
    pub bytes: Option<Spanned<String>>,
    /// The same, with `{*}` for any reference: other entries that downgrades accept in place of this one.
    pub like: Option<Spanned<String>>,
}

/// `conversions`: the changes of operations of a dialect; the name is the dialect's.
#[derive(Clone, Debug, Default)]
pub struct Conversions {
    /// Name and documentation.
    pub common: Common,
    /// The steps, each from an operation to its replacement.
    pub steps: Vec<Conversion>,
    /// Restrictions of operations before some releases.
    pub limits: Vec<Limit>,
}

/// A restriction of an operation before a release.
#[derive(Clone, Debug, Default)]
pub struct Limit {
    /// The operation, without its dialect.
    pub operation: Spanned<String>,
    /// The first release without the restriction.
    pub before: Spanned<String>,
    /// A property, and the variant of the dialect's attributes that it must not have.
    pub property: Option<(Spanned<String>, Spanned<String>)>,
    /// The variant of the dialect's types that no operand may have.
    pub operands: Option<Spanned<String>>,
    /// A field of types that must be the same in the types of each result and of the operand at its position.
    pub same: Option<Spanned<String>>,
}

/// An operation and its replacement with a release.
#[derive(Clone, Debug, Default)]
pub struct Conversion {
    /// The older operation, without the dialect; it also names the step.
    pub from: Spanned<String>,
    /// The newer operation.
    pub to: Spanned<String>,
    /// The first release of the newer one.
    pub release: Spanned<String>,
    /// Properties that only the newer one has, each with the constant for an older operation without the property.
    pub adds: Vec<(Spanned<String>, Spanned<String>)>,
    /// Properties that only the older one has.
    pub drops: Vec<Spanned<String>>,
    /// The older one has exactly this many operands.
    pub operands: Option<Spanned<i128>>,
    /// The older one has exactly this many regions.
    pub regions: Option<Spanned<i128>>,
}

/// A part of a constant's bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Bytes as they are.
    Bytes(Vec<u8>),
    /// A reference to the constant of this name.
    Reference(String),
    /// Any reference.
    Any,
}

/// Parses the bytes of a constant.
///
/// # Errors
/// A word that is neither pairs of hexadecimal digits nor a name in braces.
pub fn parse_pieces(text: &str) -> Result<Vec<Piece>, String> {
    let mut pieces: Vec<Piece> = Vec::new();
    for word in text.split_whitespace() {
        if let Some(name) = word.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            pieces.push(match name {
                "*" => Piece::Any,
                name => Piece::Reference(name.to_owned()),
            });
            continue;
        }
        let digits = word.len() == 2 && word.bytes().all(|digit| digit.is_ascii_hexdigit());
        let byte = u8::from_str_radix(word, 16).ok().filter(|_| digits);
        let Some(byte) = byte else {
            return Err(format!("`{word}` is neither a byte nor a name in braces"));
        };
        match pieces.last_mut() {
            Some(Piece::Bytes(bytes)) => bytes.push(byte),
            _ => pieces.push(Piece::Bytes(vec![byte])),
        }
    }
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces() {
        let found = parse_pieces("1f {shape} 01 ff {*}").unwrap();
        let reference = Piece::Reference("shape".to_owned());
        let bytes = Piece::Bytes(vec![1, 0xff]);
        assert_eq!(found, [Piece::Bytes(vec![0x1f]), reference, bytes, Piece::Any]);
        assert_eq!(parse_pieces(" "), Ok(Vec::new()));
        for wrong in ["1", "1g", "+1", "{a", "a}", "123"] {
            assert!(parse_pieces(wrong).is_err(), "{wrong}");
        }
    }
}
