//! A number that measures a later field makes writers write that field early, before the fields between are written.

use super::graph::{Graph, Item};
use super::scope::{Kind, RULE, Scopes};
use crate::ast::{Expression, Field, Place, Spanned};
use crate::diagnostics::Diagnostics;
use std::ops::Range;

pub(super) fn check(scopes: &Scopes<'_, '_, '_>, out: &mut Diagnostics) {
    for item in &scopes.graph.items {
        for (at, field) in item.fields.iter().enumerate() {
            let Some(equals) = &field.run().equals else { continue };
            equals.walk(&mut |part| {
                for name in part.measured() {
                    let mut fields = item.fields.iter();
                    let later = fields.position(|of| of.common.name.value == name.value);
                    if let Some(later) = later.filter(|later| *later > at) {
                        check_between(scopes, item, at..later, name, out);
                    }
                }
            });
        }
    }
}

/// Refuses lists in a field that is written early if they have numbers of the fields between it and the number.
fn check_between(
    scopes: &Scopes<'_, '_, '_>,
    item: &Item<'_>,
    range: Range<usize>,
    name: &Spanned<String>,
    out: &mut Diagnostics,
) {
    let (own, between) = (&item.fields[range.start], &item.fields[range.start + 1..range.end]);
    let (graph, later) = (scopes.graph, &item.fields[range.end]);
    // Bytes are known before they are written.
    if scopes.of_field(later) == Kind::Bytes || between.is_empty() {
        return;
    }
    let inside = graph.inside(later).into_iter().flat_map(|item| graph.items[item].fields);
    for field in std::iter::once(later).chain(inside) {
        let keys = field.run();
        let expressions = keys.expressions().chain(keys.last());
        // A size in a list is the size that the value has.
        let size = keys.bytes().filter(|size| matches!(size, Expression::Listed(..)));
        let is_size = |of: &Expression| size.is_some_and(|size| std::ptr::eq(size, of));
        for expression in expressions.filter(|of| !is_size(of)) {
            expression.walk(&mut |part| {
                let (Expression::Listed(place, _)
                | Expression::Count(place)
                | Expression::Find(place, _)) = part
                else {
                    return;
                };
                let Some(source) = between.iter().find(|of| has(graph, item, of, place)) else {
                    return;
                };
                out.found(RULE, format!("`{place}` is not known yet"))
                    .at(place.field.span, "read while the field is written early")
                    .at(name.span, format!("`{}` measures the field", own.common.name.value))
                    .at(source.common.name.span, "contains the values, and is written later")
                    .help("move the fields with these values before the number, or use a path, as in `head.n`");
            });
        }
    }
}

/// Whether a field of an item contains the values of a place.
fn has(graph: &Graph<'_, '_>, item: &Item<'_>, field: &Field, place: &Place) -> bool {
    let is_own =
        item.common.name.value == place.item.value && field.common.name.value == place.field.value;
    is_own || graph.leads_to_name(field, &place.item.value)
}
