//! Paths to numbers that expressions read in other records: names that no field of a schema can have. Reads only the tree.

use crate::ast::{Expression, Span, Spanned};
use crate::expression::hexadecimal;

/// The name in a scope of a field of the record that a field is.
pub(super) fn inner_name(field: &str, part: &str) -> String {
    format!("{field}.{part}")
}

/// The last name of a path to the bytes of a field as a number.
pub(super) const AS_NUMBER: &str = "#";

/// The last name of a path to whether the bytes of a field are a text.
pub(super) fn equals_text(text: &[u8]) -> String {
    format!("={}", text.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}

/// The text in such a name; none in another name.
pub(super) fn text_in(name: &str) -> Option<Vec<u8>> {
    name.strip_prefix('=').and_then(hexadecimal)
}

/// The last name of a path to whether a field is a variant.
pub(super) fn is_variant(variant: &str) -> String {
    format!("?{variant}")
}

/// The variant in such a name; none in another name.
pub(super) fn variant_in(name: &str) -> Option<&str> {
    name.strip_prefix('?')
}

/// A path with another name at its end.
pub(super) fn with_part(path: &Expression, name: &str) -> Expression {
    let added = |parts: &[Spanned<String>]| {
        let name = Spanned::new(name.to_owned(), Span::default());
        parts.iter().cloned().chain([name]).collect()
    };
    match path {
        Expression::Field(field) => Expression::Inner(field.clone(), added(&[])),
        Expression::Inner(field, parts) => Expression::Inner(field.clone(), added(parts)),
        Expression::Around(place) => Expression::InnerAround(place.clone(), added(&[])),
        Expression::InnerAround(place, parts) => {
            Expression::InnerAround(place.clone(), added(parts))
        }
        other => other.clone(),
    }
}
