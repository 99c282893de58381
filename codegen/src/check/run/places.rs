//! `expression`: fields of other items than the one with the expression.

use super::scope::{At, Kind, RULE, Scopes, not_a_number, not_compared};
use crate::ast::{Expression, Field, Place, Spanned};
use crate::check::cx::{Named, mentions};
use crate::diagnostics::{Diagnostic, Diagnostics};

/// The most records that a suggested path leads through.
const MAX_PATH: usize = 3;

impl<'a> Scopes<'_, 'a, '_> {
    /// Checks that a path of names leads to a number.
    pub(super) fn inner(
        &self,
        field: Option<&'a Field>,
        parts: &[Spanned<String>],
        out: &mut Diagnostics,
    ) {
        let Some(found) = self.behind(field, parts) else { return };
        if let (Some(last), false) =
            (parts.last(), matches!(self.of_field(found), Kind::Number | Kind::Index))
        {
            out.push(not_a_number(last, Some(found)));
        }
    }

    /// The field to which names lead. Each is a field of the record that the previous field contains.
    fn behind(&self, field: Option<&'a Field>, parts: &[Spanned<String>]) -> Option<&'a Field> {
        let mut field = field?;
        for part in parts {
            let owner = self.graph.cx.owner(&field.ty.name)?;
            field = owner.all().find(|field| field.common.name.value == part.value)?;
        }
        Some(field)
    }

    /// Checks that the paths of an expression without an item of its own lead to numbers, or to bytes that it compares with texts.
    pub(super) fn of_format(&self, test: &Expression, out: &mut Diagnostics) {
        test.walk_while(&mut |part| {
            if let Some((path, text)) = part.compared() {
                if let Some(field) = self.in_item(path) {
                    self.compared(field, text, out);
                    self.is_text_elsewhere(field, text, out);
                }
                return false;
            }
            out.extend(not_compared(part));
            let last = part.path().and_then(|(_, field, parts)| parts.last().or(Some(field)));
            if let (Some(field), Some(last)) = (self.in_item(part), last)
                && self.of_field(field) != Kind::Number
            {
                out.push(not_a_number(last, Some(field)));
            }
            true
        });
    }

    /// The field to which a path from an item leads.
    fn in_item(&self, path: &Expression) -> Option<&'a Field> {
        let (item, field, parts) = path.path()?;
        let item = self.graph.items[self.graph.place(&item?.value)?];
        self.behind(self.field_of(&item, &field.value), parts)
    }

    /// A field of the item, or the field to which a path leads. An item that encloses this one can contain it.
    pub(super) fn source(
        &self,
        at: &At<'_, 'a>,
        of: &Expression,
        out: &mut Diagnostics,
    ) -> Option<&'a Field> {
        if let Expression::Field(name) = of {
            return self.field_of(at.item, &name.value);
        }
        let (item, field, parts) = of.path()?;
        let Some(item) = item else {
            return self.behind(self.field_of(at.item, &field.value), parts);
        };
        let place = Place { item: item.clone(), field: field.clone() };
        self.is_around(at, &place, out).then(|| self.in_item(of))?
    }

    /// Refuses a field with several values, or with a value in transformed bytes, whose variant an expression asks for.
    pub(super) fn is_one_union(
        &self,
        field: Option<&Field>,
        variant: &Spanned<String>,
        out: &mut Diagnostics,
    ) {
        let Some(field) = field else { return };
        let keys = field.run();
        let (why, help) = match (keys.count.is_some(), keys.transform.is_some()) {
            (true, _) => ("has several values", "put it into a record, and repeat that"),
            (false, true) => ("is in transformed bytes", "compare a field outside of these bytes"),
            _ => return,
        };
        let name = &field.common.name;
        let message = format!("`{}` cannot be compared with `{}`", name.value, variant.value);
        out.found(RULE, message).at(variant.span, "the variant").at(name.span, why).help(help);
    }

    /// Checks a number of an item that encloses this one on every path.
    pub(super) fn enclosing(&self, at: &At<'_, '_>, place: &Place, out: &mut Diagnostics) {
        if self.is_around(at, place, out) {
            self.is_number(place, &[Kind::Number, Kind::Index], out);
        }
    }

    /// Checks a field of an item that encloses this one on every path; whether the item does.
    pub(super) fn is_around(&self, at: &At<'_, '_>, place: &Place, out: &mut Diagnostics) -> bool {
        let Some(outer) = self.graph.place(&place.item.value) else {
            // Another rule reports it.
            if matches!(self.graph.cx.named(&place.item.value), Some(Named::Enum(_))) {
                return false;
            }
            let message = format!("`{place}` is not a field of an enclosing item");
            let found = Diagnostic::new(RULE, message)
                .at(place.item.span, "not run only, so it does not enclose this item");
            let path = self.path_to(at, place);
            out.push(found.help(path.unwrap_or_else(|| self.beginning(place))));
            return false;
        };
        if outer == at.place {
            let found = Diagnostic::new(RULE, format!("`{}` is this record", place.item.value));
            out.push(
                found
                    .at(place.item.span, "does not enclose itself")
                    .help(format!("write `{}`", place.field.value)),
            );
            return false;
        }
        let (item, around) = (at.item, self.graph.items[outer]);
        if !self.graph.is_always_around(outer, at.place) {
            let message = format!(
                "`{}` does not enclose every `{}`",
                place.item.value, item.common.name.value
            );
            let found = Diagnostic::new(RULE, message)
                .at(place.item.span, "refers to a field of an enclosing item")
                .at(around.common.name.span, "declared here");
            out.push(match self.path_to(at, place) {
                Some(path) => found.help(path),
                None => found,
            });
            return false;
        }
        let field = around.fields.iter().position(|f| f.common.name.value == place.field.value);
        let leads = |field: &Field| self.graph.leads_to(field, at.place);
        let first = around.fields.iter().position(leads);
        let Some(first) = first.filter(|first| field.is_some_and(|field| field >= *first)) else {
            return true;
        };
        match at.equals && around.fields.iter().rposition(leads) < field {
            true => self.late_once(at, outer, &place.field, out),
            false => {
                let contains = &around.fields[first].common.name;
                let found = out
                    .found(RULE, format!("`{place}` is not known yet"))
                    .at(place.field.span, "read after this expression")
                    .at(contains.span, "contains the expression");
                let itself = around.fields.iter().find(|field| self.graph.leads_to(field, outer));
                if let Some(itself) = itself {
                    let (name, inner) = (&around.common.name.value, &itself.common.name.value);
                    found.help(format!(
                        "`{name}` contains itself in `{inner}`: what is in it cannot use its later fields"
                    ));
                }
            }
        }
        true
    }

    /// The path to a field of a record through an item that encloses this one on every path, and has one such record before it.
    fn path_to(&self, at: &At<'_, '_>, place: &Place) -> Option<String> {
        let around = self.graph.items.iter().enumerate().filter(|(index, _)| {
            *index != at.place && self.graph.is_always_around(*index, at.place)
        });
        let mut paths = around.filter_map(|(_, item)| {
            let leads = |field: &Field| self.graph.leads_to(field, at.place);
            let known = item.fields.iter().position(leads).unwrap_or(0);
            let earlier = item.fields.get(..known).unwrap_or_default();
            let path = self.single(earlier, &place.item.value, MAX_PATH)?;
            let (item, field) = (&item.common.name.value, &place.field.value);
            Some(format!("write `{item}.{path}.{field}`"))
        });
        paths.next()
    }

    /// The names that lead to the only value of a record in some fields.
    fn single(&self, fields: &[Field], record: &str, depth: usize) -> Option<String> {
        let is_single = |field: &&Field| {
            let keys = field.run();
            keys.count.is_none() && keys.last().is_none() && keys.transform.is_none()
        };
        fields.iter().filter(is_single).find_map(|field| {
            let name = &field.common.name.value;
            if field.ty.name == record {
                return Some(name.clone());
            }
            let Some(Named::Record(inner)) = self.graph.cx.named(&field.ty.name) else {
                return None;
            };
            let path = self.single(&inner.fields, record, depth.checked_sub(1)?)?;
            Some(format!("{name}.{path}"))
        })
    }

    /// Checks a field whose values a list records, and of which `part` uses some.
    pub(super) fn listed(&self, part: &Expression, place: &Place, out: &mut Diagnostics) {
        // In a section, bytes can be one varint. In a file that is one record they are a field, whose bytes have numbers.
        let mut formats = self.graph.cx.schema.formats.iter();
        let is_file = formats.any(|format| format.file.is_some());
        let all = [Kind::Number, Kind::Index, Kind::Several, Kind::Bytes];
        let is_bytes = || self.field_at(place).is_some_and(|field| field.ty.name == "bytes");
        let is_byte = is_file && matches!(part, Expression::Listed(..)) && is_bytes();
        let kinds = if is_byte { &all[..3] } else { &all[..] };
        if self.is_value(&place.item.value) {
            return self.is_number(place, kinds, out);
        }
        let prefix =
            self.graph.items.iter().find(|item| {
                item.begins_with.is_some_and(|prefix| prefix.value == place.item.value)
            });
        if let (None, Some(item)) = (self.graph.place(&place.item.value), prefix) {
            let message = format!(
                "`{}` is only the beginning of `{}`",
                place.item.value, item.common.name.value
            );
            out.found(RULE, message)
                .at(place.item.span, "no values have this name")
                .at(item.common.name.span, "begins with its fields")
                .help(format!("write `{}.{}`", item.common.name.value, place.field.value));
            return;
        }
        self.is_number(place, kinds, out);
    }

    /// Whether a record is used as a type.
    fn is_value(&self, record: &str) -> bool {
        let mut fields = self.graph.cx.owners().flat_map(|owner| owner.fields);
        fields.any(|field| mentions(&field.ty, record))
    }

    fn field_at(&self, place: &Place) -> Option<&'a Field> {
        let item = self.graph.place(&place.item.value)?;
        self.field_of(&self.graph.items[item], &place.field.value)
    }

    pub(super) fn is_number(&self, place: &Place, kinds: &[Kind], out: &mut Diagnostics) {
        let Some(kind) = self.kind_at(place).filter(|kind| !kinds.contains(kind)) else { return };
        let (item, name) = (&place.item.value, &place.field.value);
        let found = not_a_number(&place.field, self.field_at(place));
        out.push(match kind {
            Kind::Bytes => found.help(format!(
                "for one of its bytes, add a field such as `let: {name}[0]` to `{item}`, and use that"
            )),
            Kind::Several | Kind::List => found.help(format!(
                "for its number of elements, add a field with `let: count({name})` to `{item}`, and use that"
            )),
            _ => found,
        });
    }

    fn beginning(&self, place: &Place) -> String {
        let items = self.graph.items.iter();
        let prefix = items
            .filter(|item| item.begins_with.is_some_and(|prefix| prefix.value == place.item.value));
        let names =
            prefix.map(|item| format!("`{}.{}`", item.common.name.value, place.field.value));
        match names.collect::<Vec<_>>() {
            names if names.is_empty() => "name a record that encloses this one".to_owned(),
            names => format!("write `{}`, or {}", place.field.value, names.join(" or ")),
        }
    }
}
