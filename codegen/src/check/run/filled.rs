//! Filler that no file could have: the size of a value with filler depends on a number that writers compute from the value.

use super::graph::Item;
use super::scope::{RULE, Scopes};
use crate::ast::{Expression, Field, Place, Spanned};
use crate::diagnostics::Diagnostics;

/// A search for the number that a value with filler decides about.
struct Search<'s, 'a, 'c> {
    scopes: &'s Scopes<'s, 'a, 'c>,
    /// The item and the field of the value with filler.
    item: usize,
    field: &'a Field,
    /// The fields that were visited: their item, their name, and whether a number needs them.
    seen: Vec<(usize, &'a str, bool)>,
}

impl<'a> Scopes<'_, 'a, '_> {
    /// Refuses a value with filler whose size is computed from it.
    pub(super) fn filled(&self, item: usize, out: &mut Diagnostics) {
        for field in self.graph.items[item].fields {
            let (Some(size), Some((key, span))) = (field.run().bytes(), field.run().filled())
            else {
                continue;
            };
            let mut search = Search { scopes: self, item, field, seen: Vec::new() };
            let Some(number) = search.in_expression(item, size, None) else { continue };
            let (name, number) = (&field.common.name, &number.common.name);
            out.found(RULE, format!("`{}` leaves out `{key}` of `{}`", number.value, name.value))
                .at(number.span, format!("is computed from `{}` without filler", name.value))
                .at(span, "fills up to a size that depends on that number, so no file has filler")
                .help(format!("remove `{key}`, or remove `equals`"));
        }
    }
}

impl<'a> Search<'_, 'a, '_> {
    /// The computed number in an expression of an item, or that it leads to, for which writers need the value. `number` is the
    /// one whose `equals` the expression is a part of.
    fn in_expression(
        &mut self,
        item: usize,
        of: &'a Expression,
        number: Option<&'a Field>,
    ) -> Option<&'a Field> {
        let mut parts = Vec::new();
        of.walk(&mut |part| parts.push(part));
        for part in parts {
            if number.is_some() && part.measured().any(|name| self.contains(item, name)) {
                return number;
            }
            let place = part.place();
            let own = part.fields().map(|name| (Some(item), name));
            let around = place.map(|Place { item, field }| (self.place(&item.value), field));
            let inner = self.inner(item, part);
            let named: Vec<_> = own.chain(around).chain(inner).collect();
            for (of, name) in named {
                let found = of.and_then(|of| self.in_field(of, name, number));
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// The same for a field that an expression names.
    fn in_field(
        &mut self,
        item: usize,
        name: &Spanned<String>,
        number: Option<&'a Field>,
    ) -> Option<&'a Field> {
        let field = self.field_of(item, &name.value)?;
        let keys = field.run();
        let own = field.common.name.value.as_str();
        if self.seen.contains(&(item, own, number.is_some())) {
            return None;
        }
        self.seen.push((item, own, number.is_some()));
        if number.is_some()
            && keys.value.as_ref().is_some_and(|value| value.any(is_position))
            && self.is_behind(item, field)
        {
            return number;
        }
        let value = keys.value.as_ref().map(|value| (item, value, number));
        let equals = keys.equals.as_ref().map(|equals| (item, equals, number.or(Some(field))));
        let given = self.scopes.graph.given(item, field).map(|(item, of)| (item, of, number));
        let all: Vec<_> = value.into_iter().chain(equals).chain(given).collect();
        all.into_iter().find_map(|(item, of, number)| self.in_expression(item, of, number))
    }

    /// The last field of a path into records.
    fn inner<'e>(
        &self,
        item: usize,
        part: &'e Expression,
    ) -> Option<(Option<usize>, &'e Spanned<String>)> {
        let (first, rest) = match part {
            Expression::Inner(first, rest) => (self.field_of(item, &first.value)?, rest),
            Expression::InnerAround(place, rest) => {
                (self.field_of(self.place(&place.item.value)?, &place.field.value)?, rest)
            }
            _ => return None,
        };
        let (last, between) = rest.split_last()?;
        let mut record = self.place(&first.ty.name)?;
        for name in between {
            record = self.place(&self.field_of(record, &name.value)?.ty.name)?;
        }
        Some((Some(record), last))
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.scopes.graph.place(name)
    }

    fn field_of(&self, item: usize, name: &str) -> Option<&'a Field> {
        let Item { before, fields, .. } = self.scopes.graph.items[item];
        fields.iter().chain(before).find(|field| field.common.name.value == name)
    }

    /// Whether a field is the value, or contains it.
    fn contains(&self, item: usize, name: &Spanned<String>) -> bool {
        self.field_of(item, &name.value).is_some_and(|field| self.has(field))
    }

    fn has(&self, field: &Field) -> bool {
        std::ptr::eq(field, self.field) || self.scopes.graph.leads_to(field, self.item)
    }

    /// Whether a field comes after the value.
    fn is_behind(&self, item: usize, field: &Field) -> bool {
        let fields = self.scopes.graph.items[item].fields;
        let before = fields.iter().take_while(|other| !std::ptr::eq(*other, field));
        before.into_iter().any(|other| self.has(other))
    }
}

fn is_position(part: &Expression) -> bool {
    matches!(part, Expression::Position)
}
