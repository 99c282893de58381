//! How a dialect changes from one of its releases to the next, in the syntax tree.

use crate::ast::{Common, Spanned};

/// `constant`: an attribute or a type that conversions need.
#[derive(Clone, Debug, Default)]
pub struct Constant {
    /// Name, documentation and dialect.
    pub common: Common,
    /// The table whose entry it is.
    pub table: Option<Spanned<String>>,
    /// Hexadecimal pairs, and `{name}` for a reference to another constant.
    pub bytes: Option<Spanned<String>>,
    /// The same, and `{*}` for any reference: other entries that are as good when going down.
    pub like: Option<Spanned<String>>,
}

/// `conversions`: how operations of a dialect change; the name is the dialect's.
#[derive(Clone, Debug, Default)]
pub struct Conversions {
    /// Name and documentation.
    pub common: Common,
    /// The steps, each from an operation to the one that takes its place.
    pub steps: Vec<Conversion>,
    /// What operations could not have before some release.
    pub limits: Vec<Limit>,
}

/// What an operation could not have before a release.
#[derive(Clone, Debug, Default)]
pub struct Limit {
    /// The operation, without its dialect.
    pub operation: Spanned<String>,
    /// The first release without the limit.
    pub before: Spanned<String>,
    /// A property, and the variant of the dialect's attributes that it could not be.
    pub property: Option<(Spanned<String>, Spanned<String>)>,
    /// The variant of the dialect's types that no operand could have.
    pub operands: Option<Spanned<String>>,
    /// A field of types that was the same in the type of each result and of the operand at its place.
    pub same: Option<Spanned<String>>,
}

/// An operation and the one that takes its place with a release.
#[derive(Clone, Debug, Default)]
pub struct Conversion {
    /// The older operation, without the dialect; as the name of what the step is.
    pub from: Spanned<String>,
    /// The newer operation.
    pub to: Spanned<String>,
    /// The first release of the newer one.
    pub release: Spanned<String>,
    /// Properties that only the newer one has, each with the constant that it has where the older
    /// one says nothing.
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

/// Reads the bytes of a constant.
///
/// # Errors
/// What is neither a pair of hexadecimal digits nor a name in braces.
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
