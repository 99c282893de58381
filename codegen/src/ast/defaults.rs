//! Default values in the syntax tree, and their notation: `fastmath = #arith.fastmath<none>; exact? = false`.

use std::ops::Range;

use super::layout::{ByRelease, PerOperation};
use super::{Span, Spanned};
use crate::type_expr::{Parser, TypeError};

/// `defaults`: the values of absent properties of a dialect's operations; the name is the dialect's.
pub type Defaults = PerOperation<Vec<DefaultValue>>;

/// The default values of an operation.
pub type DefaultValues = ByRelease<Vec<DefaultValue>>;

/// The value of an absent property.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DefaultValue {
    /// The property.
    pub name: Spanned<String>,
    /// Whether the property gets the value if a text omits it; otherwise it stays absent.
    pub given: bool,
    /// The value. If `given`, an attribute as texts spell it, otherwise as the definition spells it.
    pub value: Spanned<String>,
}

/// The separator between two values.
pub const SEPARATOR: char = ';';

/// Parses default values; `place` makes spans of byte ranges of `text`.
///
/// # Errors
/// The first syntax error in the text.
pub fn parse_defaults(
    text: &str,
    place: &mut dyn FnMut(Range<usize>) -> Span,
) -> Result<Vec<DefaultValue>, TypeError> {
    let mut parser = Parser { text, at: 0, place };
    let mut found = Vec::new();
    loop {
        let name = parser.spanned("expected a property")?;
        let given = !parser.eat('?');
        parser.expect('=')?;
        let rest = &text[parser.at..];
        let end = parser.at + rest.find(SEPARATOR).unwrap_or(rest.len());
        let value = text[parser.at..end].trim();
        if value.is_empty() {
            return Err(parser.error("expected a value"));
        }
        let start = parser.at + rest.len() - rest.trim_start().len();
        let span = (parser.place)(start..start + value.len());
        let value = Spanned { value: value.to_owned(), span };
        found.push(DefaultValue { name, given, value });
        parser.at = end;
        if parser.at == text.len() {
            return Ok(found);
        }
        parser.at += SEPARATOR.len_utf8();
    }
}
