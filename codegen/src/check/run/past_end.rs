//! `expression`: a position in a field is one that the field has.

use super::graph::Item;
use super::scope::RULE;
use crate::ast::{Expression, Field, Repeat};
use crate::diagnostics::Diagnostics;

/// The constant positions in fields of an item are before the end of the fields, where their numbers of elements or bytes are constant.
pub(super) fn check(item: &Item<'_>, out: &mut Diagnostics) {
    for expression in item.fields.iter().flat_map(|field| field.run().expressions()) {
        expression.walk(&mut |part| {
            let Expression::Element(name, at) = part else { return };
            let mut fields = item.fields.iter();
            let Some(field) = fields.find(|field| field.common.name.value == name.value) else {
                return;
            };
            if let (Expression::Number(at), Some((count, what))) = (&**at, length(field))
                && *at >= count
            {
                out.found(RULE, format!("`{}` has no position {at}", name.value))
                    .at(name.span, "positions count from zero")
                    .at(field.common.name.span, format!("has {count} {what}"));
            }
        });
    }
}

/// The number of elements, or of bytes, of a field, if the schema states it.
fn length(field: &Field) -> Option<(u64, &'static str)> {
    let keys = field.run();
    match (&keys.count, keys.bytes()) {
        (Some(Repeat::Count(Expression::Number(count))), _) => Some((*count, "elements")),
        (None, Some(Expression::Number(size))) if keys.transform.is_none() => {
            Some((*size, "bytes"))
        }
        _ => None,
    }
}
