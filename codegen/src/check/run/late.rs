//! `expression`: numbers that depend on values after them, in other items or at later offsets.

use super::graph::{Graph, Item};
use super::scope::{At, RULE, Scopes};
use crate::ast::{Expression, Field, Place, Repeat, Spanned};
use crate::check::cx::fixed_width;
use crate::diagnostics::Diagnostics;
use bytespec_plan::{Checksum, Operator};
use std::cmp::Ordering;
use std::collections::HashSet;
use std::ptr;

/// The field with the values of a place, and its item, if that item also contains the number, in an earlier field. None if the
/// expression is about the values `so_far`, and some can come before the number.
pub(super) fn behind<'a>(
    graph: &Graph<'a, '_>,
    at: &At<'_, '_>,
    (place, so_far): (&Place, bool),
) -> Option<(Item<'a>, &'a Field)> {
    let own = graph.items.iter().position(|item| ptr::eq(item.common, at.item.common))?;
    let name = place.item.value.as_str();
    let begins_with = |item: &Item<'_>| item.begins_with.is_some_and(|known| known.value == name);
    // Sections come in another order, and a prefix is in no field.
    if graph.cx.schema.formats.iter().all(|format| format.file.is_none())
        || graph.items.iter().any(begins_with)
    {
        return None;
    }
    let mut found = None;
    for (index, item) in graph.items.iter().enumerate() {
        let has_number = |field: &Field| ptr::eq(field, at.field) || graph.leads_to(field, own);
        let has_values = |field: &Field| {
            let is_listed =
                item.common.name.value == name && field.common.name.value == place.field.value;
            is_listed || graph.leads_to_name(field, name)
        };
        let numbers = item.fields.iter().enumerate().filter(|(_, field)| has_number(field));
        for (number_at, number) in numbers {
            let values = item.fields.iter().enumerate().filter(|(_, field)| has_values(field));
            for (values_at, values) in values {
                match values_at.cmp(&number_at) {
                    Ordering::Less if so_far => return None,
                    Ordering::Equal if so_far && number.element().is_some() => return None,
                    Ordering::Greater if index != own => found = found.or(Some((*item, values))),
                    _ => {}
                }
            }
        }
    }
    found
}

/// Whether an expression is about the values of a list so far. In what repeats, a difference is the position of an earlier value.
pub(super) fn is_so_far(part: &Expression) -> bool {
    match part {
        Expression::Listed(_, at) => matches!(&**at, Expression::Binary(Operator::Subtract, ..)),
        _ => true,
    }
}

/// Whether a position is that of an earlier element.
fn is_earlier(position: &Expression) -> bool {
    matches!(position, Expression::Binary(Operator::Subtract, of, _) if of.any(|part| matches!(part, Expression::Index)))
}

impl<'a> Scopes<'_, 'a, '_> {
    /// Whether the values of a place come after a number, in the same item or in another one. `so_far`: see [`behind`].
    pub(super) fn is_behind(&self, at: &At<'_, 'a>, place: &Place, so_far: bool) -> bool {
        let later = at.item.fields.iter().skip(at.position().map_or(usize::MAX, |own| own + 1));
        let is_listed = |field: &&Field| {
            at.item.common.name.value == place.item.value
                && field.common.name.value == place.field.value
                || self.graph.leads_to_name(field, &place.item.value)
        };
        later.into_iter().any(|field| is_listed(&field))
            || behind(self.graph, at, (place, so_far)).is_some()
    }

    /// Checks a number that depends on a value of `of`, which comes after it. A writer writes it when the value is known, so that
    /// it has a fixed number of bytes, and nothing is at an offset that depends on it.
    pub(super) fn late(&self, at: &At<'_, 'a>, of: &Spanned<String>, out: &mut Diagnostics) {
        let name = &at.field.common.name;
        let (why, help) = if at.field.part.is_some() {
            ("consists of bits of a number", "use a field with a type such as `u32`")
        } else if !self.has_fixed_width(at.field) {
            ("has no type with a fixed number of bytes", "use a type such as `u32`")
        } else if self.measures_later(at) {
            (
                "also depends on the bytes or elements of a later field",
                "add a field with `let` after that field, and use it",
            )
        } else if self.places_values(at) {
            (
                "states the offset of a field",
                "remove `equals`, so that the value of this number decides where that field is",
            )
        } else if self.needed_with_itself(at).is_some() {
            ("is needed for these values", "compute one of them from other fields")
        } else {
            return;
        };
        out.found(RULE, format!("`{}` cannot be computed from values after it", name.value))
            .at(name.span, why)
            .at(of.span, "refers to a value after it")
            .help(help);
    }

    /// The same for a number of an item that has one such value, as long as it is the innermost one.
    pub(super) fn late_once(
        &self,
        at: &At<'_, 'a>,
        item: usize,
        of: &Spanned<String>,
        out: &mut Diagnostics,
    ) {
        let is_in = |field: &&Field| self.graph.leads_to(field, item);
        let around = self.graph.items[item];
        let reversed = self.graph.items.iter().flat_map(|item| item.fields);
        let reversed = reversed.filter(|field| field.run().reversed).find(is_in);
        let itself = around.fields.iter().find(is_in);
        let (field, label) = match (itself, reversed) {
            (Some(field), _) => (field, "contains the same record again"),
            (None, Some(field)) => (field, "has the last element first"),
            (None, None) => return self.late(at, of, out),
        };
        let name = &at.field.common.name;
        out.found(RULE, format!("`{}` cannot be computed from values after it", name.value))
            .at(name.span, "depends on a later field")
            .at(field.common.name.span, label)
            .help("compute it from earlier fields, or remove `equals`");
    }

    fn has_fixed_width(&self, field: &Field) -> bool {
        self.graph.cx.number_of(&field.ty).and_then(fixed_width).is_some()
    }

    /// Whether a number depends on later fields of its item other than by their numbers.
    fn measures_later(&self, at: &At<'_, 'a>) -> bool {
        let later = at.item.fields.get(at.position().unwrap_or(0)..).unwrap_or_default();
        let is_later =
            |name: &Spanned<String>| later.iter().any(|of| of.common.name.value == name.value);
        let mut found = false;
        if let Some(equals) = &at.field.run().equals {
            equals.walk(&mut |part| {
                found |= !matches!(part, Expression::Field(_)) && part.fields().any(is_later);
            });
        }
        found
    }

    /// Whether the offset of a field depends directly on a number.
    fn places_values(&self, at: &At<'_, 'a>) -> bool {
        let (item, number) = (&at.item.common.name.value, &at.field.common.name.value);
        let is_place = |place: &Place| place.item.value == *item && place.field.value == *number;
        let mut found = false;
        for of in &self.graph.items {
            let is_own = of.common.name.value == *item;
            for offset in of.fields.iter().filter_map(|field| field.run().at.as_ref()) {
                offset.walk(&mut |part| {
                    found |= match part {
                        Expression::Field(name) => is_own && name.value == *number,
                        Expression::Around(place) | Expression::Listed(place, _) => is_place(place),
                        _ => false,
                    };
                });
            }
        }
        found
    }

    /// Refuses a number of elements that is the number of those before them: in what repeats, a list has the values so far.
    pub(super) fn counts_others(&self, at: &At<'_, 'a>, place: &Place, out: &mut Diagnostics) {
        let leads = |field: &Field| self.graph.leads_to_name(field, &place.item.value);
        let repeats =
            |field: &&Field| field.element().is_some() && self.graph.leads_to(field, at.place);
        let mut around = self.graph.items.iter().flat_map(|item| item.fields);
        if !around.any(|field| repeats(&field) && leads(field)) {
            return;
        }
        let name = &at.field.common.name;
        let is_number = |part: &Expression, item: usize| match part {
            Expression::Field(of) => item == at.place && of.value == name.value,
            Expression::Inner(_, parts) => {
                let last = parts.last().is_some_and(|last| last.value == name.value);
                last && self.graph.items[item]
                    .fields
                    .iter()
                    .any(|of| self.graph.leads_to(of, at.place))
            }
            _ => false,
        };
        for (item, of) in self.graph.items.iter().enumerate() {
            for field in of.fields.iter().filter(|field| leads(field)) {
                let Some(Repeat::Count(count)) = &field.run().count else { continue };
                if !is_number(count, item) {
                    continue;
                }
                let elements = &field.common.name;
                let found = out
                    .found(RULE, format!("`{}` is the number of values before it", name.value))
                    .at(name.span, format!("counts `{place}` so far"))
                    .at(elements.span, "has as many elements");
                match item == at.place {
                    true => found.help(format!("write `count({})`", elements.value)),
                    false => found.help(format!(
                        "add a field with `let: count({})` after `{}` to `{}`, and use that field",
                        elements.value, elements.value, of.common.name.value
                    )),
                };
            }
        }
    }

    /// Refuses a number for which writers need a number of another item that needs it.
    pub(super) fn circle(&self, at: &At<'_, 'a>, out: &mut Diagnostics) {
        let Some(other) = self.needed_with_itself(at).filter(|(of, _)| *of != at.place) else {
            return;
        };
        let name = &at.field.common.name;
        let other = &self.graph.items[other.0].fields[other.1].common.name;
        out.found(RULE, format!("`{}` is computed from itself", name.value))
            .at(name.span, "writers compute this number")
            .at(other.span, "depends on that number")
            .help("compute one of them from other fields");
    }

    /// The last field, by item and position, that writers need to compute a number, and for which they need that number.
    fn needed_with_itself(&self, at: &At<'_, 'a>) -> Option<(usize, usize)> {
        let start = (at.place, at.position()?);
        let (mut seen, mut left) = (HashSet::new(), vec![start]);
        while let Some(node) = left.pop() {
            for next in self.needed_by(node) {
                if next == start {
                    return Some(node);
                }
                if seen.insert(next) {
                    left.push(next);
                }
            }
        }
        None
    }

    /// The fields, by item and position, whose numbers a writer needs for a computed number.
    fn needed_by(&self, (item, at): (usize, usize)) -> Vec<(usize, usize)> {
        let of = self.graph.items[item];
        let Some(field) = of.fields.get(at) else { return Vec::new() };
        let keys = field.run();
        let own = keys.equals.iter().chain(&keys.value).map(|of| (item, of));
        let mut found = Vec::new();
        for (item, expression) in own.chain(self.graph.given(item, field)) {
            expression.walk(&mut |part| {
                let own = part.fields().filter(|_| part.covered().is_empty());
                found.extend(own.filter_map(|name| self.position(item, &name.value)));
                let (of, place, parts) = match part {
                    Expression::Listed(_, position) if is_earlier(position) => return,
                    Expression::Inner(field, parts) => (Some(item), field, &parts[..]),
                    Expression::InnerAround(place, parts) => {
                        (self.graph.place(&place.item.value), &place.field, &parts[..])
                    }
                    Expression::Around(place) | Expression::Listed(place, _) => {
                        (self.graph.place(&place.item.value), &place.field, &[][..])
                    }
                    _ => return found.extend(self.covered_by(part, (item, at))),
                };
                found.extend(of.and_then(|of| self.led(of, &place.value, parts)));
            });
        }
        found
    }

    /// The fields in the bytes of which a checksum is. A size needs none of their numbers, which have a fixed width.
    fn covered_by(&self, part: &Expression, (item, at): (usize, usize)) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        if matches!(part, Expression::Checksum(Checksum::SIZE, _)) {
            return found;
        }
        let covered = part.covered().iter();
        let covered = covered.filter_map(|piece| self.position(item, &piece.field.value));
        // Its own bytes count as zeros.
        for (_, piece) in covered.filter(|piece| piece.1 != at) {
            found.push((item, piece));
            let inside = self.graph.inside(&self.graph.items[item].fields[piece]).into_iter();
            found.extend(inside.flat_map(|inner| {
                let fields = self.graph.items[inner].fields.iter().enumerate();
                let written = fields.filter(|(_, field)| field.run().value.is_none());
                written.map(move |(at, _)| (inner, at))
            }));
        }
        found
    }

    /// The field to which names lead from a field of an item.
    fn led(&self, item: usize, field: &str, parts: &[Spanned<String>]) -> Option<(usize, usize)> {
        parts.iter().try_fold(self.position(item, field)?, |(item, at), part| {
            let field = self.graph.items[item].fields.get(at)?;
            self.position(self.graph.record(&field.ty.name)?, &part.value)
        })
    }

    fn position(&self, item: usize, name: &str) -> Option<(usize, usize)> {
        let mut fields = self.graph.items.get(item)?.fields.iter();
        Some((item, fields.position(|field| field.common.name.value == name)?))
    }
}
