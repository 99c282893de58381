//! No item begins with itself, and no item always contains itself.
//!
//! A circle of items can have fields of two kinds: those before which a byte is read, and those that can be absent. With one of each
//! it ends: every round reads bytes, and a round without the second one is the last.

use super::graph::{Graph, Item, element, named};
use crate::ast::{Expression, Field, Repeat};
use crate::diagnostics::Diagnostics;

const RULE: &str = "extent";

pub(super) fn check(graph: &Graph<'_, '_>, out: &mut Diagnostics) {
    let begins = |item: usize, at: usize| {
        let item = &graph.items[item];
        // A tag is read before a variant, unless another field contains it.
        let ty = &item.fields[at].ty;
        at < first(graph, item) && ty.name != "list" && !graph.is_tagged(&element(ty).name)
    };
    let ends = ending(graph);
    let needs_another =
        |item: usize, at: usize| !field_ends(graph, &graph.items[item].fields[at], &ends);
    let endless = circles(graph, needs_another);
    for (inner, field) in &endless {
        let common = graph.items[*inner].common;
        out.found(RULE, format!("`{}` contains itself", common.name.value))
            .at(field.ty.span, "without end")
            .at(common.name.span, "declared here")
            .help("end it: with `when`, with a `count` that can be 0 or `rest`, or with a variant that does not contain it");
    }
    for (inner, field) in circles(graph, begins) {
        if endless.iter().any(|(_, other)| std::ptr::eq(*other, field)) {
            continue;
        }
        let common = graph.items[inner].common;
        out.found(RULE, format!("`{}` begins with itself", common.name.value))
            .at(field.ty.span, "no byte is read before it")
            .at(common.name.span, "declared here")
            .help("put a field that always has bytes before it");
    }
}

/// The number of fields that are reached before any byte is read.
fn first(graph: &Graph<'_, '_>, item: &Item<'_>) -> usize {
    if item.begins_with.is_some_and(|name| !graph.is_empty_type(&named(&name.value))) {
        return 0;
    }
    let count = item.fields.iter().position(|field| !graph.may_be_empty(field));
    count.map_or(item.fields.len(), |count| count + 1)
}

/// The items of which a value can be finite.
fn ending(graph: &Graph<'_, '_>) -> Vec<bool> {
    let mut ends = vec![false; graph.items.len()];
    let mut left: Vec<usize> = (0..ends.len()).collect();
    while let Some(at) = left.pop() {
        if !ends[at] && graph.items[at].fields.iter().all(|field| field_ends(graph, field, &ends)) {
            ends[at] = true;
            left.extend(graph.holders[at].iter().map(|(holder, _)| *holder));
        }
    }
    ends
}

/// Whether a value of a field can be finite: it can have no element, or one that ends.
fn field_ends(graph: &Graph<'_, '_>, field: &Field, ends: &[bool]) -> bool {
    let keys = field.run();
    let name = &element(&field.ty).name;
    let can_be_none = match &keys.count {
        None => matches!(field.ty.name.as_str(), "list" | "rest"),
        Some(Repeat::Count(Expression::Number(count))) => *count == 0,
        // The condition is about an element.
        Some(Repeat::Last(..)) => false,
        Some(_) => true,
    };
    let inner = graph.held(&field.ty);
    field.optional
        || can_be_none
        || inner.is_empty()
        || graph.is_opaque(name)
        || inner.iter().any(|inner| ends[*inner])
}

/// The fields by which items contain themselves, each with the item, along certain fields.
fn circles<'a>(
    graph: &Graph<'a, '_>,
    leads: impl Fn(usize, usize) -> bool,
) -> Vec<(usize, &'a Field)> {
    let mut found = Vec::new();
    let mut done = vec![false; graph.items.len()];
    let mut is_open = vec![false; graph.items.len()];
    for start in 0..graph.items.len() {
        // The open items, each with its next field.
        let mut path: Vec<(usize, usize)> = Vec::new();
        if !done[start] {
            path.push((start, 0));
            is_open[start] = true;
        }
        while let Some((at, next)) = path.last_mut() {
            let (item, place) = (*at, *next);
            let Some(field) = graph.items[item].fields.get(place) else {
                (done[item], is_open[item]) = (true, false);
                path.pop();
                continue;
            };
            *next += 1;
            for inner in graph.held(&field.ty).into_iter().filter(|_| leads(item, place)) {
                if is_open[inner] {
                    found.push((inner, field));
                } else if !done[inner] {
                    is_open[inner] = true;
                    path.push((inner, 0));
                }
            }
        }
    }
    found
}
