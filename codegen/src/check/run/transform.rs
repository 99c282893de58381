//! `extent`: transformed bytes have a size, and their content does not depend on its place in the file.

use super::graph::{Graph, element};
use super::scope::{At, Kind, Scopes};
use crate::ast::{Expression, Field, Span};
use crate::check::cx::{Named, integer_range};
use crate::diagnostics::Diagnostics;
use bytespec_plan::Transform;

const RULE: &str = "extent";

pub(super) fn check(graph: &Graph<'_, '_>, field: &Field, out: &mut Diagnostics) {
    let (name, keys) = (&field.common.name, field.run());
    let Some(transform) = &keys.transform else { return };
    if keys.size.is_none() && keys.stop.is_none() && !keys.ends_itself() {
        out.found(RULE, format!("the transformed bytes of `{}` have no size", name.value))
            .at(transform.by.span, "readers must know the bytes before they can reverse this")
            .help("give the field a `size`, which can be `rest`");
    }
    let others = [
        ("last", keys.last().is_some()),
        ("stop", keys.stop.is_some()),
        ("pad", keys.pad.is_some()),
        ("table", field.table.is_some()),
    ];
    for (key, _) in others.into_iter().filter(|(_, given)| *given) {
        out.found(RULE, format!("`{}` has both `transform` and `{key}`", name.value))
            .at(transform.by.span, "cannot be combined")
            .help("put the value into a record of its own, and transform that");
    }
    let union = matches!(graph.cx.named(&field.ty.name), Some(Named::Union(_)));
    if union && !keys.arguments.is_empty() {
        out.found(RULE, format!("the tag of `{}` is outside of the transformed bytes", name.value))
            .at(field.ty.span, "the union takes its tag from the item around")
            .at(transform.by.span, "only the value is inside")
            .help("put the union into a record with a parameter for the tag");
    }
    let of = element(&field.ty);
    if of.name != field.ty.name && !keys.arguments.is_empty() {
        out.found(RULE, format!("arguments of `{}` are outside of the transformed bytes", of.name))
            .at(field.ty.span, "the list is inside")
            .at(transform.by.span, "transformed here")
            .help("put the list into a record with parameters, and transform that");
    }
    let mut inside: Vec<usize> = graph.inside(field).into_iter().collect();
    inside.sort_unstable();
    for part in inside.into_iter().flat_map(|item| graph.items[item].fields) {
        let keys = part.run();
        let others = [("from", keys.from.is_some()), ("table", part.table.is_some())];
        let others = others.into_iter().filter(|(_, given)| *given).map(|(key, _)| key);
        for word in keys.offset_word().into_iter().chain(others) {
            out.found(RULE, format!("`{word}` is not valid in transformed bytes"))
                .at(part.common.name.span, "part of bytes that have no place in the file")
                .at(transform.by.span, "transformed here");
        }
    }
}

impl<'a> Scopes<'_, 'a, '_> {
    /// The key of a transform is a byte, or bytes.
    pub(super) fn key(&self, at: &At<'_, 'a>, key: &Expression, out: &mut Diagnostics) {
        let span = at.field.run().transform.as_ref().map(|transform| transform.by.span);
        let span = span.unwrap_or_default();
        let by = at.field.run().transform.as_ref().map(|transform| &transform.by.value);
        if by == Some(&Transform::RotateLeft) {
            self.expression(at, key, out);
            check_bits(key, span, out);
            return;
        }
        if let Some(literal) = key.bytes() {
            if literal.bytes.is_empty() {
                out.found(RULE, format!("the key `{key}` has no bytes"))
                    .at(span, "expected at least one byte");
            }
            return;
        }
        let source = self.source(at, key, &mut Diagnostics::default());
        let is_bytes = match (key, source) {
            (Expression::Field(name), _) => self.kind_in(at, &name.value) == Some(Kind::Bytes),
            (_, Some(source)) => self.of_field(source) == Kind::Bytes,
            _ => false,
        };
        match key {
            Expression::Field(name) if is_bytes => self.has_bytes(at, name, out),
            _ if is_bytes => {
                out.found(RULE, format!("the key `{key}` is bytes of another record"))
                    .at(span, "expected a byte, or bytes of the same record")
                    .help("put the transformed field into the record with its key");
            }
            _ => {
                self.expression(at, key, out);
                check_byte((key, source), span, out);
            }
        }
    }
}

/// A constant number of bits by which bytes are rotated.
fn check_bits(key: &Expression, span: Span, out: &mut Diagnostics) {
    if matches!(key, Expression::Number(number) if !(1..=7).contains(number)) {
        out.found(RULE, format!("`{key}` is not a number of bits of a byte"))
            .at(span, "expected a number from 1 to 7");
    }
}

/// A number that is a key is a byte.
fn check_byte((key, source): (&Expression, Option<&Field>), span: Span, out: &mut Diagnostics) {
    let range = match key {
        Expression::Number(number) => Some((0, i128::from(*number))),
        _ => source.and_then(|source| integer_range(&source.ty)),
    };
    if range.is_some_and(|(low, high)| low < 0 || high > 255) {
        let found = out
            .found(RULE, format!("the key `{key}` is not a byte"))
            .at(span, "expected a number from 0 to 255");
        found.help(match source {
            Some(_) => {
                format!("write `xor({key} & 0xff)`; a key of several bytes has the type `bytes`")
            }
            None => "write a key of several bytes in hexadecimal, with two digits for each byte"
                .to_owned(),
        });
    }
}
