//! A number that measures a later field makes writers write that field early, before the fields between are written.

use super::graph::{Graph, Item};
use crate::ast::described::Property;
use crate::ast::{Expression, Field, Place, Size, Spanned};
use crate::builtin::encoding;
use crate::diagnostics::Diagnostics;
use std::slice;

const RULE: &str = "expression";

pub(super) fn check(graph: &Graph<'_, '_>, out: &mut Diagnostics) {
    for item in &graph.items {
        for (at, field) in item.fields.iter().enumerate() {
            let Some(equals) = &field.run().equals else { continue };
            equals.walk(&mut |part| {
                for name in measured(part) {
                    let mut fields = item.fields.iter();
                    let later = fields.position(|of| of.common.name.value == name.value);
                    if let Some(later) = later.filter(|later| *later > at) {
                        check_between(graph, item, at..later, name, out);
                    }
                }
            });
        }
    }
}

/// The fields whose bytes a part of an expression measures.
fn measured(part: &Expression) -> &[Spanned<String>] {
    match part {
        Expression::Of(Property::Size | Property::Sizes, name) => slice::from_ref(name),
        Expression::Checksum(_, names) => names,
        _ => &[],
    }
}

/// Whether the bytes of a field are known before they are written.
fn is_bytes(field: &Field) -> bool {
    let keys = field.run();
    let is_plain = field.ty.name == "bytes" || encoding(&field.ty.name).is_some();
    is_plain && keys.count.is_none() && keys.transform.is_none()
}

/// Refuses lists in a field that is written early if they have numbers of the fields between it and the number.
fn check_between(
    graph: &Graph<'_, '_>,
    item: &Item<'_>,
    range: std::ops::Range<usize>,
    name: &Spanned<String>,
    out: &mut Diagnostics,
) {
    let (own, between) = (&item.fields[range.start], &item.fields[range.start + 1..range.end]);
    let later = &item.fields[range.end];
    if is_bytes(later) || between.is_empty() {
        return;
    }
    let inside = graph.inside(later).into_iter().flat_map(|item| graph.items[item].fields);
    for field in std::iter::once(later).chain(inside) {
        let keys = field.run();
        let expressions = keys.expressions().chain(keys.last());
        // A size in a list is the size that the value has.
        let is_size = |of: &Expression| matches!((&keys.size, of), (Some(Size::Bytes(size)), Expression::Listed(..)) if std::ptr::eq(size, of));
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
