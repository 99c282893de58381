//! `file`: the byte order of a number is known before the number is read.

use super::graph::Item;
use super::scope::Scopes;
use crate::ast::{ByteOrder, Expression, Field, Place};
use crate::diagnostics::Diagnostics;

const RULE: &str = "file";

/// The fields that determine the byte order of numbers are read before the numbers, and enclose them.
pub(super) fn check(scope: &Scopes<'_, '_, '_>, out: &mut Diagnostics) {
    let graph = scope.graph;
    let format = graph.cx.schema.formats.first();
    let Some(ByteOrder::Selected(test)) = format.and_then(|format| format.byte_order.as_ref())
    else {
        return;
    };
    scope.of_format(test, out);
    for (at, item) in graph.items.iter().enumerate() {
        let ordered = |field: &&Field| graph.cx.run_only.is_ordered(&field.ty);
        // A `let` has no bytes.
        let has_bytes = |field: &&Field| field.run().value.is_none();
        for field in item.fields.iter().filter(ordered).filter(has_bytes) {
            let before = out.len();
            test.walk(&mut |part| {
                if let Expression::Around(place) | Expression::InnerAround(place, _) = part
                    && out.len() == before
                {
                    check_order(scope, (at, item), field, place, out);
                }
            });
            if out.len() > before {
                break;
            }
        }
    }
}

/// Checks that the byte order of one field is known.
fn check_order(
    scope: &Scopes<'_, '_, '_>,
    (at, item): (usize, &Item<'_>),
    field: &Field,
    place: &Place,
    out: &mut Diagnostics,
) {
    let graph = scope.graph;
    let Some(owner) = graph.place(&place.item.value) else { return };
    let name = &field.common.name.value;
    let position = |items: &[Field], name: &str| {
        items.iter().position(|field| field.common.name.value == name)
    };
    let around = graph.items[owner].fields;
    let Some(known) = position(around, &place.field.value) else { return };
    let why = if field.run().transform.is_some() {
        Some(format!("is in transformed bytes, and `{place}` is outside"))
    } else if owner == at {
        let is_late = position(item.fields, name).is_none_or(|field| field <= known);
        is_late.then(|| format!("depends on `{}`, which is not read earlier", place.field.value))
    } else if !graph.is_always_around(owner, at) {
        Some(format!(
            "depends on `{place}`, and `{}` does not enclose every `{}`",
            place.item.value, item.common.name.value
        ))
    } else {
        let is_late = around.iter().take(known + 1).any(|field| graph.leads_to(field, at));
        is_late.then(|| format!("depends on `{place}`, which is not read earlier"))
    };
    if let Some(why) = why {
        let found = out.found(RULE, format!("the byte order of `{name}` is not known yet"));
        let found = found.at(field.ty.span, why);
        let ty = if field.ty.has_selected_order { &field.ty.name } else { "u16" };
        found.help(format!("write a type with a byte order, such as `{ty}le` or `{ty}be`"));
    }
}
