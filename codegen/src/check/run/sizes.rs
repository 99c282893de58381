//! Numbers that are the sizes of the elements of a later field: readers use each of them for one element.

use super::exclusive::condition;
use super::graph::{Item, bounds};
use super::scope::{RULE, Scopes};
use crate::ast::described::{Property, Repeat};
use crate::ast::{Expression, Field, Spanned};
use crate::check::cx::fixed_width;
use crate::diagnostics::Diagnostics;

impl Scopes<'_, '_, '_> {
    /// The data from which a field is computed is read by means of the field; otherwise the bytes could change in a round trip.
    pub(super) fn derived(&self, item: &Item<'_>, out: &mut Diagnostics) {
        for (at, field) in item.fields.iter().enumerate() {
            let keys = field.run();
            let Some(equals) = &keys.equals else { continue };
            let mut used = Vec::new();
            equals.walk(&mut |part| {
                if let Expression::Of(property, field) = part {
                    used.push((*property, field));
                }
            });
            let sizes = used.iter().any(|(property, _)| *property == Property::Sizes);
            let alone = matches!(equals, Expression::Of(Property::Sizes, _));
            if sizes != keys.count.is_some() || sizes && !alone {
                out.found(
                    RULE,
                    format!("`{}` cannot be computed like this", field.common.name.value),
                )
                .at(field.common.name.span, "only `sizes` gives one number for each element")
                .help("use `equals: sizes(field)` in a field with `count`, and only there; for other numbers, repeat a record that contains one");
                continue;
            }
            for (property, field) in used {
                self.check_use(item, at, (property, field), out);
            }
        }
    }

    fn check_use(
        &self,
        item: &Item<'_>,
        at: usize,
        (property, field): (Property, &Spanned<String>),
        out: &mut Diagnostics,
    ) {
        let name = &item.fields[at].common.name;
        let Some(place) = item.fields.iter().position(|f| f.common.name.value == field.value)
        else {
            if self.find(item, &field.value).is_some() {
                out.found(
                    RULE,
                    format!("`{}` is a field of the record that this one begins with", field.value),
                )
                .at(field.span, "comes before this field")
                .help("refer to a later field");
            }
            return;
        };
        let other = &item.fields[place];
        // Other properties are checked after everything is read.
        if property != Property::Sizes {
            return;
        }
        if place <= at {
            out.found(RULE, format!("`{}` is read before the numbers", field.value))
                .at(field.span, "the numbers must come first")
                .at(other.common.name.span, "declared here");
            return;
        }
        if let Some(Expression::Listed(place, _)) = other.run().bytes()
            && self.graph.place(&place.item.value).is_some_and(|of| !self.graph.is_once(of))
        {
            out.found(RULE, format!("`{place}` has the numbers of all `{}`", place.item.value))
                .at(other.common.name.span, "its size is one of the first numbers")
                .at(item.common.name.span, "a file can have several of these")
                .help(format!(
                    "use numbers of fixed width for `{0}`, and write `size: {0}[index]`",
                    name.value
                ));
            return;
        }
        if !has_same_count(&item.fields[at], other) {
            out.found(
                RULE,
                format!(
                    "`{}` can have another number of elements than `{}`",
                    name.value, field.value
                ),
            )
            .at(name.span, "needs one number for each element")
            .at(other.common.name.span, "its elements")
            .help("give both the same `count`, and make both present under the same condition");
            return;
        }
        let (keys, size) = (item.fields[at].run(), other.run().bytes());
        if !size.is_some_and(|expression| is_element(expression, item, &name.value)) {
            let own = format!("{}[index]", name.value);
            let help = match fixed_width(&item.fields[at].ty) {
                Some(_) if !keys.reversed => own,
                _ => format!("{}.{own}", item.common.name.value),
            };
            out.found(RULE, format!("readers do not use these numbers for `{}`", field.value))
                .at(name.span, "other numbers in a file would be lost")
                .at(
                    other.common.name.span,
                    format!("its `size` is not an element of `{}`", name.value),
                )
                .help(format!("write `size: {help}` for `{}`, or remove `equals`", field.value));
        }
    }
}

/// Whether a file has as many numbers as elements of a later field.
fn has_same_count(numbers: &Field, elements: &Field) -> bool {
    let presence = |field: &Field| condition(field).map(|test| test.to_string());
    let count = match (&numbers.run().count, &elements.run().count) {
        (Some(Repeat::Count(a)), Some(Repeat::Count(b))) if a.to_string() == b.to_string() => true,
        (_, Some(Repeat::Count(Expression::Of(Property::Elements, name)))) => {
            name.value == numbers.common.name.value
        }
        _ => false,
    };
    count && gates(numbers) == gates(elements) && presence(numbers) == presence(elements)
}

/// The bounds of a field's gates.
fn gates(field: &Field) -> [Option<&str>; 5] {
    bounds(&field.common).map(|bound| bound.as_ref().map(|bound| bound.value.as_str()))
}

/// Whether an expression is one of the numbers of a field of an item.
fn is_element(expression: &Expression, item: &Item<'_>, field: &str) -> bool {
    match expression {
        Expression::Element(name, at) => name.value == field && matches!(**at, Expression::Index),
        Expression::Listed(place, _) => {
            place.field.value == field && place.item.value == item.common.name.value
        }
        _ => false,
    }
}
