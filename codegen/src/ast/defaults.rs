//! Default values in the syntax tree, and as they are written: `fastmath = #arith.fastmath<none>; exact? = false`.

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
    /// The property gets it where a text leaves it out; otherwise it stays absent.
    pub given: bool,
    /// The value: of one that is given an attribute as texts spell it, otherwise as the definition does.
    pub value: Spanned<String>,
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
