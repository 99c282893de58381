//! Expressions over bytes: texts in comparisons, and bytes within the item.

use super::graph::Item;
use super::late::{behind, is_so_far};
use super::left::value_size;
use super::never;
use super::scope::{At, Kind, RULE, Scopes};
use super::shape::is_wide;
use crate::ast::described::Literal;
use crate::ast::{Covered, Expression, Field, Place, Spanned};
use crate::builtin::encoding;
use crate::check::cx::{Named, fixed_width};
use crate::diagnostics::Diagnostics;
use bytespec_plan::{Checksum, Encoding};

/// Refuses a field whose bytes before a transform are not known where a checksum is computed.
fn not_plain(name: &Spanned<String>, field: &Field, out: &mut Diagnostics) {
    let moves = |key: &Expression| key.any(|part| matches!(part, Expression::Position));
    let (why, help) = match (&field.run().transform, &field.run().count) {
        (None, _) => ("has no `transform`", format!("write `{}` for its bytes", name.value)),
        (Some(_), Some(_)) => (
            "each element has a `transform`",
            "put an element and its checksum into a record, and repeat that".to_owned(),
        ),
        (Some(given), None) if given.by.value.host().is_some() => (
            "the program has its transform, or not",
            format!("write `{}` for the transformed bytes", name.value),
        ),
        (Some(given), None) if given.key.as_ref().is_some_and(moves) => (
            "its key depends on `position`",
            "add a field with `let: position`, and use it in the key".to_owned(),
        ),
        (Some(_), None) => return,
    };
    out.found(RULE, format!("`plain` cannot be of `{}`", name.value))
        .at(name.span, "expected a field with one `transform`")
        .at(field.common.name.span, why)
        .help(help);
}

impl<'a> Scopes<'_, 'a, '_> {
    /// A text can be compared only with unencoded bytes or text.
    pub(super) fn compared(&self, field: &Field, text: Literal<'_>, out: &mut Diagnostics) {
        never::check_text(field, text, out);
        let (Some(of), Some(_)) = (encoding(&field.ty.name), text.text) else { return };
        let wide = is_wide(Some(of));
        if wide || !text.bytes.is_ascii() && of != Encoding::Utf8 {
            out.found(RULE, format!("`{}` never equals this text", field.common.name.value))
                .at(text.span, format!("has other bytes in `{}`", of.word()))
                .help("compare it with its bytes in hexadecimal, as in `field = 0x4100`");
        }
    }

    /// A field of another record that is compared with a text is bytes or a text.
    pub(super) fn is_text_elsewhere(
        &self,
        field: &Field,
        text: Literal<'_>,
        out: &mut Diagnostics,
    ) {
        let name = &field.common.name;
        if self.of_field(field) != Kind::Bytes {
            out.found(RULE, format!("`{}` cannot be compared with a text", name.value))
                .at(text.span, "the text")
                .at(name.span, "is neither bytes nor text");
        }
    }

    /// Single bits have no bytes, and the bytes of an integer of bits are known only after all of its parts.
    pub(super) fn has_bytes(&self, at: &At<'_, '_>, name: &Spanned<String>, out: &mut Diagnostics) {
        let Some(field) = self.field_of(at.item, &name.value) else { return };
        let place =
            |field: &Field| at.item.fields.iter().position(|known| std::ptr::eq(known, field));
        let mut found = |label: &str, help: &str| {
            out.found(RULE, format!("the bytes of `{}` cannot be read here", name.value))
                .at(name.span, label)
                .at(field.common.name.span, "declared here")
                .help(help);
        };
        if field.part.is_some() || field.ty.name == "unit" {
            return found("consists of bits of a number", "refer to the field that contains them");
        }
        if let Some(Named::Record(record)) = self.graph.cx.named(&field.ty.name)
            && record.fields.iter().any(|field| field.run().at.is_some())
            && record
                .fields
                .iter()
                .all(|field| field.run().at.is_some() || field.run().value.is_some())
        {
            return found("all its values are at offsets", "compute the number in that record");
        }
        let (Some(own), Some(other)) = (place(at.field), place(field)) else { return };
        if at.equals && field.ty.name == "filler" && own < other {
            found("filler depends on its offset", "put the field with `equals` after it");
        }
    }

    /// A number that is computed from values depends only on values before it.
    pub(super) fn check_known(
        &self,
        at: &At<'_, '_>,
        part: &Expression,
        place: &Place,
        out: &mut Diagnostics,
    ) {
        let is_file = self.graph.cx.schema.formats.iter().any(|format| format.file.is_some());
        let is_own = at.item.common.name.value == place.item.value
            && at.field.common.name.value == place.field.value;
        if at.equals && is_file && !is_own && !matches!(part, Expression::Find(..)) {
            if self.is_behind(at, place, is_so_far(part)) {
                self.late(at, &place.field, out);
            }
            if matches!(part, Expression::Count(_)) {
                self.counts_others(at, place, out);
            }
            return;
        }
        self.not_later(at, place, out);
        if !at.equals {
            return;
        }
        let own = at.position();
        let fields = at.item.fields.iter().enumerate().skip(own.unwrap_or(0));
        let is_late = |(index, field): &(usize, &Field)| {
            let is_listed = at.item.common.name.value == place.item.value
                && field.common.name.value == place.field.value;
            let is_own = Some(*index) == own;
            is_listed || !is_own && self.graph.leads_to_name(field, &place.item.value)
        };
        for (index, field) in fields.filter(is_late) {
            out.found(RULE, format!("`{place}` is not known yet"))
                .at(place.field.span, "refers to values before the number")
                .at(field.common.name.span, "contains values after the number")
                .help(match Some(index) == own {
                    true => "add a field with `let` before it, and use that field",
                    false => {
                        "use the number of elements or bytes of that field, with `count` or `size`"
                    }
                });
        }
        if let Some((around, field)) = behind(self.graph, at, (place, true)) {
            let name = &around.common.name.value;
            out.found(RULE, format!("`{place}` is not known yet"))
                .at(place.field.span, "refers to values before the number")
                .at(field.common.name.span, "contains values after the number")
                .help(format!("put the number into `{name}`, and use the number of elements or bytes of that field, with `count` or `size`"));
        }
    }

    /// A writer computes a later `let` early if `equals` refers to it.
    pub(super) fn check_let(&self, at: &At<'_, '_>, name: &str, end: usize, out: &mut Diagnostics) {
        let own = at.position();
        let mut fields = at.item.fields.iter().enumerate().take(end).skip(own.unwrap_or(end));
        let Some((place, field)) = fields.find(|(_, field)| field.common.name.value == name) else {
            return;
        };
        let Some(value) = &field.run().value else { return };
        value.walk(&mut |part| match part {
            Expression::Count(of) | Expression::Listed(of, _) | Expression::Find(of, _) => {
                self.check_known(at, part, of, out);
            }
            Expression::Position => self.late_once(at, at.place, &field.common.name, out),
            Expression::Field(name) => self.check_let(at, &name.value, place, out),
            _ => {}
        });
    }

    /// The values of a field that a file has once are known only after it.
    fn not_later(&self, at: &At<'_, '_>, place: &Place, out: &mut Diagnostics) {
        let outer = self.graph.place(&place.item.value);
        let Some(outer) = outer.filter(|outer| self.graph.is_once(*outer)) else { return };
        let fields = self.graph.items[outer].fields;
        let depends = |field: &Field| match outer == at.place {
            true => std::ptr::eq(field, at.field),
            false => self.graph.leads_to(field, at.place),
        };
        let of = fields.iter().position(|field| field.common.name.value == place.field.value);
        let by = fields.iter().position(depends);
        if let (Some(of), Some(by)) = (of, by)
            && of > by
        {
            out.found(RULE, format!("`{place}` is not known yet"))
                .at(place.field.span, "refers to values that are already read")
                .at(fields[of].common.name.span, "is read later");
        }
    }

    /// A checksum includes only fields with bytes. Its own bytes count as zeros, so their number is fixed.
    pub(super) fn summed(
        &self,
        at: &At<'_, '_>,
        (kind, piece): (Checksum, &Covered),
        out: &mut Diagnostics,
    ) {
        let name = &piece.field;
        self.has_bytes(at, name, out);
        let Some(field) = self.field_of(at.item, &name.value) else { return };
        if piece.plain {
            not_plain(name, field, out);
        }
        let (what, help) = match kind {
            Checksum::SIZE => ("size", "list fields with bytes of their own"),
            _ => {
                let help =
                    "list fields with bytes of their own, and computed numbers such as `u16be`";
                ("checksum", help)
            }
        };
        let why = match std::ptr::eq(field, at.field) {
            true => match value_size(field).and_then(|size| usize::try_from(size).ok()) {
                Some(..=bytespec_plan::Covered::MAX_ZEROS) => return,
                _ => format!("is the {what} itself, and has no fixed number of bytes"),
            },
            false if field.run().value.is_none() => return,
            // A computed number counts as the bytes that its type states.
            false if kind != Checksum::SIZE && !piece.plain => match fixed_width(&field.ty) {
                Some(_) if !field.ty.has_selected_order => return,
                Some(_) => "is a number in the byte order that a file states".to_owned(),
                None => "has no type with a fixed number of bytes".to_owned(),
            },
            false => "takes no bytes".to_owned(),
        };
        out.found(RULE, format!("a {what} cannot include `{}`", name.value))
            .at(name.span, why)
            .help(help);
    }

    pub(super) fn field_of<'i>(&self, item: &Item<'i>, name: &str) -> Option<&'i Field> {
        let mut fields = item.fields.iter().chain(item.before);
        fields.find(|field| field.common.name.value == name)
    }
}
