//! `recursion`: no record contains itself without a list, an option or a union in between, and types are not nested too deeply.

use super::Cx;
use super::cx::Named;
use crate::ast::{Common, Field, Span};
use crate::diagnostics::{Diagnostic, Diagnostics};
use std::collections::HashMap;

/// The deepest nesting of types: the Rust compiler supports this, and not much more.
const MAX_DEPTH: usize = 100;

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let types = Types::new(cx);
    types.circles(out);
    types.depth(out);
}

/// A type that another type contains without a list in between.
struct Held {
    /// The type, by index.
    index: usize,
    /// The position of the field.
    span: Span,
    /// It is always present, and no union is in between.
    always: bool,
}

/// Records, followed by unions.
struct Types<'a> {
    items: Vec<&'a Common>,
    held: Vec<Vec<Held>>,
}

impl<'a> Types<'a> {
    fn new(cx: &Cx<'a>) -> Self {
        // A run-only item has no Rust type.
        let is_rust = |common: &&Common| !cx.run_only.has(&common.name.value);
        let records = cx.schema.records.iter().filter(|record| is_rust(&&record.common));
        let unions = cx.schema.unions.iter().filter(|union| is_rust(&&union.common));
        let commons = records.clone().map(|record| &record.common);
        let items: Vec<&Common> = commons.chain(unions.clone().map(|u| &u.common)).collect();
        let named = items.iter().enumerate();
        let places: HashMap<&str, usize> =
            named.map(|(at, common)| (common.name.value.as_str(), at)).rev().collect();
        let held = |fields: &[Field], record: bool| {
            let held = fields.iter().filter_map(|field| {
                let inner = cx.named(&field.ty.name)?;
                let index = *places.get(field.ty.name.as_str())?;
                let always = record && !field.optional && matches!(inner, Named::Record(_));
                Some(Held { index, span: field.ty.span, always })
            });
            held.collect::<Vec<_>>()
        };
        let of_records = records.map(|record| held(&record.fields, true));
        let of_unions = unions.map(|union| {
            cx.variants(union).flat_map(|variant| held(&variant.fields, false)).collect()
        });
        let held = of_records.chain(of_unions).collect();
        Types { items, held }
    }

    /// Records that contain themselves.
    fn circles(&self, out: &mut Diagnostics) {
        let mut done = vec![false; self.items.len()];
        let mut place: Vec<Option<usize>> = vec![None; self.items.len()];
        for start in 0..self.items.len() {
            // The open types, each with the index of the next type in it.
            let mut path: Vec<(usize, usize)> = Vec::new();
            if !done[start] {
                place[start] = Some(0);
                path.push((start, 0));
            }
            while let Some((at, next)) = path.last_mut() {
                let Some(held) = self.held[*at].get(*next) else {
                    (done[*at], place[*at]) = (true, None);
                    path.pop();
                    continue;
                };
                *next += 1;
                if !held.always {
                    continue;
                }
                match place[held.index] {
                    Some(first) => out.push(self.circle(&path[first..], held.index)),
                    None if !done[held.index] => {
                        place[held.index] = Some(path.len());
                        path.push((held.index, 0));
                    }
                    None => {}
                }
            }
        }
    }

    fn circle(&self, path: &[(usize, usize)], of: usize) -> Diagnostic {
        let name = &self.items[of].name.value;
        let span = |(at, next): &(usize, usize)| self.held[*at][*next - 1].span;
        let mut found = Diagnostic::new("recursion", format!("record `{name}` contains itself"));
        if let Some((last, links)) = path.split_last() {
            found = found.at(span(last), format!("contains `{name}`"));
            for link in links {
                found =
                    found.at(span(link), format!("part of `{}`", self.items[link.0].name.value));
            }
        }
        found.help("put a list, an option or a union in between")
    }

    /// Finds types that are nested deeper than the Rust compiler supports.
    fn depth(&self, out: &mut Diagnostics) {
        let mut depth = vec![0usize; self.items.len()];
        let mut open = vec![false; self.items.len()];
        for start in 0..self.items.len() {
            let mut path: Vec<(usize, usize)> = Vec::new();
            if depth[start] == 0 {
                path.push((start, 0));
                open[start] = true;
            }
            while let Some((at, next)) = path.last_mut() {
                let at = *at;
                if let Some(held) = self.held[at].get(*next) {
                    *next += 1;
                    if depth[held.index] == 0 && !open[held.index] {
                        open[held.index] = true;
                        path.push((held.index, 0));
                    }
                    continue;
                }
                let deepest = self.held[at].iter().max_by_key(|held| depth[held.index]);
                depth[at] = 1 + deepest.map_or(0, |held| depth[held.index]);
                if depth[at] == MAX_DEPTH + 1 {
                    let name = &self.items[at].name;
                    let message = format!("types are nested more than {MAX_DEPTH} deep");
                    let found = Diagnostic::new("recursion", message);
                    let found = found.at(name.span, "the outermost");
                    let inner = deepest.map_or(name.span, |held| held.span);
                    out.push(found.at(inner, format!("contains {MAX_DEPTH} nested types")).help(
                        "put a list in between: the Rust compiler does not support deeper nesting",
                    ));
                }
                path.pop();
            }
        }
    }
}
