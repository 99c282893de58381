//! Default values in the syntax tree, and as they are written: `fastmath = arith::FastMathFlags::none; exact = false`.

use std::ops::Range;

use super::layout::{ByRelease, PerOperation};
use super::{Span, Spanned};
use crate::type_expr::{Parser, TypeError};

/// `defaults`: which values properties of a dialect's operations have where they are absent; the name is the
/// dialect's.
pub type Defaults = PerOperation<Vec<DefaultValue>>;

/// The default values of an operation.
pub type DefaultValues = ByRelease<Vec<DefaultValue>>;

/// The value of a property that is absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DefaultValue {
    /// The property.
    pub name: Spanned<String>,
    /// The value, as the definition spells it.
    pub value: String,
}

/// What stands between two values.
pub const SEPARATOR: char = ';';

/// Reads default values; `place` makes spans of byte ranges of `text`.
///
/// # Errors
/// The first place at which the text is none.
pub fn parse_defaults(
    text: &str,
    place: &mut dyn FnMut(Range<usize>) -> Span,
) -> Result<Vec<DefaultValue>, TypeError> {
    let mut parser = Parser { text, at: 0, place };
    let mut found = Vec::new();
    loop {
        let name = parser.spanned("expected a property")?;
        parser.expect('=')?;
        let rest = &text[parser.at..];
        let end = parser.at + rest.find(SEPARATOR).unwrap_or(rest.len());
        let value = text[parser.at..end].trim();
        if value.is_empty() {
            return Err(parser.error("expected a value"));
        }
        found.push(DefaultValue { name, value: value.to_owned() });
        parser.at = end;
        if parser.at == text.len() {
            return Ok(found);
        }
        parser.at += SEPARATOR.len_utf8();
    }
}
