//! `run-only`: generated code contains no run-only item, and a run-only item states what its types need.

mod byte_order;
mod bytes;
mod computed;
mod elements;
mod exclusive;
mod file;
mod filled;
mod floats;
mod graph;
mod keys;
mod late;
mod left;
mod never;
mod parameters;
mod past_end;
mod places;
mod recursion;
mod scope;
mod sections;
mod shape;
mod signs;
mod sizes;
mod tags;
mod transform;
mod units;
mod unread;

pub(super) use exclusive::are_exclusive;
pub(super) use file::check as files;
pub(super) use shape::check as extents;
pub(super) use signs::check as signed_differences;

use super::Cx;
use super::cx::{Named, Owner, mentions};
use super::reached::Reached;
use crate::ast::{Expression, Field, Place, Record, Section, Spanned};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::run_only::What;
use std::ptr;

const RULE: &str = "run-only";

/// Checks the expressions of run-only items, and the byte order of their numbers.
pub(super) fn expressions(cx: &Cx<'_>, out: &mut Diagnostics) {
    if cx.schema.incomplete || cx.run_only.is_empty() {
        return;
    }
    let graph = graph::Graph::new(cx);
    let scopes = scope::Scopes { graph: &graph, reached: Reached::new(cx) };
    scopes.check(out);
    graph.items.iter().flat_map(|item| item.fields).for_each(|field| {
        never::check_valid(field, out);
        never::check_constants(field, out);
        never::check_bool(field, out);
    });
    graph.items.iter().for_each(|item| past_end::check(item, out));
    byte_order::check(&scopes, out);
    sections::check(&graph, out);
}

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    if cx.run_only.is_empty() {
        cx.schema.sections.iter().for_each(|section| check_content(cx, section, out));
        return check_generated(cx, out);
    }
    if cx.schema.incomplete {
        return;
    }
    check_generated(cx, out);
    for owner in cx.owners().filter(|owner| owner.run_only) {
        for (at, field) in owner.fields.iter().enumerate() {
            keys::check(cx, field, out);
            check_expressions(cx, &owner, at, field, out);
        }
        computed::check(cx, &owner, out);
        units::check(&owner, out);
        parameters::check(cx, &owner, out);
        if let Some(example) = owner.common.examples.first() {
            out.found(RULE, format!("run-only item `{}` has an example", owner.common.name.value))
                .at(example.bytes.span, "only generated code uses examples")
                .help("remove it");
        }
    }
    for variant in cx.schema.variants.iter().filter(|variant| cx.run_only.has_variant(variant)) {
        if let Some(text) = &variant.text {
            out.found(RULE, format!("run-only variant `{}` has a text", variant.common.name.value))
                .at(text.span, "only generated code uses texts")
                .help("remove it");
        }
    }
    cx.schema.records.iter().for_each(|record| check_prefix(cx, record, out));
    cx.schema.sections.iter().for_each(|section| check_content(cx, section, out));
}

/// Checks the content of generated code.
fn check_generated(cx: &Cx<'_>, out: &mut Diagnostics) {
    for owner in cx.owners().filter(|owner| owner.is_section || owner.op.is_some()) {
        for field in owner.fields {
            if let Some(what) = cx.run_only.what(field) {
                out.push(in_generated(cx, &owner, field, what));
            }
        }
    }
    let schema = cx.schema;
    let headers = schema.formats.iter().filter_map(|format| format.header.as_ref());
    for header in headers {
        if let Some(found) = refused(cx, &header.record, "a header is read by generated code") {
            out.push(found);
        }
    }
    for union in &schema.unions {
        if union.entries.is_some() || union.text_of.is_some() {
            let name = &union.common.name;
            let why = "generated code reads the entries of a table";
            out.extend(refused(cx, name, why));
        }
    }
}

/// A finding for the name of a run-only item.
fn refused(cx: &Cx<'_>, name: &Spanned<String>, why: &str) -> Option<Diagnostic> {
    let reason = cx.run_only.why(&name.value)?;
    let message = format!("`{}` is run only, because {reason}", name.value);
    Some(Diagnostic::new(RULE, message).at(name.span, why))
}

/// The finding for a field of a section or an operation that generated code does not support.
fn in_generated(cx: &Cx<'_>, owner: &Owner<'_>, field: &Field, what: What<'_>) -> Diagnostic {
    let name = &field.common.name;
    let (message, span) = match what {
        What::Key(key) => (format!("`{key}` of field `{}` is run only", name.value), name.span),
        What::Type(ty) => (format!("the type `{ty}` is run only"), field.ty.span),
        What::Untagged => ("a union without a tag is run only".to_owned(), field.ty.span),
        What::Holds(item) => {
            let why = cx.run_only.why(item);
            let reason = why.map_or(String::new(), |why| format!(", because {why}"));
            (
                format!("`{item}` is run only{reason}: generated code cannot contain it"),
                field.ty.span,
            )
        }
    };
    let found = Diagnostic::new(RULE, message).at(span, "part of generated code");
    match owner.is_section {
        true => found.help("put it into a record, and make that the `content` of the section"),
        false => found.help("operations cannot have run-only parts"),
    }
}

/// The record with which another record begins is a generated one.
fn check_prefix(cx: &Cx<'_>, record: &Record, out: &mut Diagnostics) {
    let Some(prefix) = &record.begins_with else { return };
    if let Some(found) =
        refused(cx, prefix, "a record can only begin with one that is not run only")
    {
        out.push(found.help("make it the type of the first field"));
    }
}

/// The content of a section is run-only.
fn check_content(cx: &Cx<'_>, section: &Section, out: &mut Diagnostics) {
    let Some(content) = &section.content else { return };
    if let Some(Named::Record(record)) = cx.named(&content.value)
        && !cx.run_only.has(&content.value)
        && !record.fields.iter().any(|field| field.common.broken)
    {
        out.found(RULE, format!("`{}` is not run only", content.value))
            .at(content.span, "the content of a section must be run only")
            .at(record.common.name.span, "the record")
            .help("make it the type of a field, or add `run_only: true` to it");
    }
}

/// The names in an expression exist.
fn check_expressions(
    cx: &Cx<'_>,
    owner: &Owner<'_>,
    at: usize,
    field: &Field,
    out: &mut Diagnostics,
) {
    let keys = field.run();
    if let Some(test) = keys.last() {
        check_last(cx, owner, test, field, out);
    }
    for expression in keys.expressions() {
        // An expression that writers compute can read any field; other expressions read only fields that are read before.
        let computed = keys.equals.as_ref().is_some_and(|own| ptr::eq(own, expression));
        let valid = keys.valid.as_ref().is_some_and(|own| ptr::eq(own, expression));
        let mut of_element = field.conditions_of_element();
        let of_element = of_element.any(|own| ptr::eq(own, expression));
        let valid = valid || of_element;
        let end = if computed { owner.fields.len() } else { at + usize::from(valid) };
        let names = |end| owner.earlier(end).map(|field| field.common.name.value.as_str());
        expression.walk(&mut |part| {
            let what = match part {
                Expression::Of(..) | Expression::Checksum(..) => "field",
                _ => "earlier field",
            };
            let end = match part {
                // The bytes of the record are read before the number that depends on them.
                Expression::Inner(..) => at + usize::from(valid),
                _ => end,
            };
            let fields = || names(end);
            for name in part.fields() {
                let mut later = owner.fields[end..].iter();
                match later.find(|later| later.common.name.value == name.value) {
                    Some(later) if fields().all(|earlier| earlier != name.value) => {
                        refers_to_later(name, field, later, out);
                    }
                    _ if known(name, what, fields(), out) => {}
                    _ => {
                        let own = &owner.common.name.value;
                        let around =
                            |of: &Owner<'_>| of.fields.iter().any(|field| mentions(&field.ty, own));
                        suggest_around(cx.owners().filter(around), name, out);
                    }
                }
            }
            if let Some(place) = part.place() {
                check_place(cx, owner, place, out);
            }
            check_member(cx, part, what, fields(), out);
            let elements = of_element.then_some(field);
            check_parts(cx, owner, (part, elements), out);
        });
    }
}

/// Suggests the field of an enclosing record for the unknown name of the last finding.
fn suggest_around<'n>(
    around: impl IntoIterator<Item = Owner<'n>>,
    name: &Spanned<String>,
    out: &mut Diagnostics,
) {
    let has_name = |of: &Owner<'_>| of.all().any(|field| field.common.name.value == name.value);
    if let Some(of) = around.into_iter().find(has_name) {
        let item = &of.common.name.value;
        out.help_last(format!("write `{item}.{}` for the field of `{item}`", name.value));
    }
}

/// An expression that needs an earlier field refers to the field itself or to a later one.
fn refers_to_later(name: &Spanned<String>, field: &Field, later: &Field, out: &mut Diagnostics) {
    let own = &field.common.name;
    let message = format!("`{}` is not known yet", name.value);
    let found = out.found("expression", message).at(name.span, "must be an earlier field");
    if ptr::eq(field, later) {
        found.at(own.span, "is the field itself");
    } else {
        found.at(later.common.name.span, "is read later").help(match &field.run().valid {
            Some(_) => format!("put the condition into `{}`", name.value),
            None => format!("move it before `{}`", own.value),
        });
    }
}

/// The names of a path exist. A record in the middle of a path is run only, because its plan has a step with the number. The name of
/// the field `elements` is an element of that field.
pub(super) fn check_parts<'n>(
    cx: &Cx<'n>,
    owner: &Owner<'n>,
    (expression, elements): (&Expression, Option<&Field>),
    out: &mut Diagnostics,
) {
    let Some((item, mut name, parts)) = expression.path() else { return };
    let mut owner = item.map_or(Some(*owner), |item| cx.owner(&item.value));
    for (at, part) in parts.iter().enumerate() {
        let Some(outer) = owner else { return };
        let Some(of) = outer.all().find(|of| of.common.name.value == name.value) else { return };
        let is_element = at == 0 && item.is_none() && elements.is_some_and(|own| ptr::eq(own, of));
        let inner = match is_element {
            true => cx.element_of(&outer, &name.value),
            false => cx.record_of(&outer, &name.value),
        };
        let Some(inner) = inner else {
            let is_part = of.ty.name == "packed"
                && outer
                    .all()
                    .any(|field| field.part.is_some() && field.common.name.value == part.value);
            let found = out
                .found("expression", format!("`{}` is not a record", name.value))
                .at(name.span, format!("the expression reads its field `{}`", part.value))
                .at(of.ty.span, "its type");
            match (is_part, item) {
                (true, None) if at == 0 => {
                    found.help(format!("parts are fields of the record: write `{}`", part.value))
                }
                (true, _) => found.help("parts are fields of the record: leave out this name"),
                _ => found.help("`Item.field[N]` is a field of an element of a list"),
            };
            return;
        };
        let fields = inner.all().map(|field| field.common.name.value.as_str());
        if !known(part, "field of this item", fields, out) {
            return;
        }
        let needs_step = at > 0 || item.is_none();
        if needs_step && !outer.run_only {
            out.found("expression", format!("`{}` is not run only", outer.common.name.value))
                .at(name.span, "the expression reads a field of a record in it")
                .help("add `run_only: true` to it");
        }
        (owner, name) = (Some(inner), part);
    }
}

/// A name compared with an enum is a member or a field.
fn check_member<'n>(
    cx: &Cx<'n>,
    part: &Expression,
    what: &str,
    fields: impl Iterator<Item = &'n str>,
    out: &mut Diagnostics,
) {
    let Expression::Member(member) = part else { return };
    let Some(Named::Enum(item)) = cx.named(&member.item) else { return };
    let members = item.members.iter().map(|member| member.common.name.value.as_str());
    if members.clone().any(|name| name == member.name.value) {
        return;
    }
    let (name, of) = (&member.name, &member.item);
    out.found(
        "expression",
        format!("no member of `{of}`, and no {what}, is named `{}`", name.value),
    )
    .at(name.span, format!("unknown member of `{of}`"))
    .suggest(&name.value, members.chain(fields));
}

/// The condition that ends elements reads fields of the record of the elements.
fn check_last(
    cx: &Cx<'_>,
    outer: &Owner<'_>,
    test: &Expression,
    field: &Field,
    out: &mut Diagnostics,
) {
    let Some(Named::Record(record)) = cx.named(&field.ty.name) else { return };
    let Some(owner) = cx.owner(&record.common.name.value) else { return };
    let fields = || owner.all().map(|field| field.common.name.value.as_str());
    test.walk(&mut |part| {
        for name in part.fields() {
            if !known(name, "field of the elements", fields(), out) {
                suggest_around([*outer], name, out);
            }
        }
        if let Some(place) = part.place() {
            check_place(cx, &owner, place, out);
        }
        check_member(cx, part, "field of the elements", fields(), out);
        check_parts(cx, &owner, (part, None), out);
    });
}

fn known<'n>(
    name: &Spanned<String>,
    what: &str,
    names: impl Iterator<Item = &'n str>,
    out: &mut Diagnostics,
) -> bool {
    super::cx::known("expression", Some(name), what, names, out)
}

fn check_place(cx: &Cx<'_>, around: &Owner<'_>, place: &Place, out: &mut Diagnostics) {
    let owners = || {
        let variants = |owner: &Owner<'_>| owner.union.is_none() || owner.run_only;
        cx.owners().filter(move |owner| !owner.is_section && owner.op.is_none() && variants(owner))
    };
    let names = || owners().map(|owner| owner.common.name.value.as_str());
    if let Some(Named::Enum(item)) = cx.named(&place.item.value)
        && names().all(|name| name != place.item.value)
    {
        let name = &place.field.value;
        let found = out
            .found("expression", format!("`{}` is an enum, and not a record", place.item.value))
            .at(place.item.span, "expected the name of a record");
        if item.members.iter().any(|member| member.common.name.value == *name) {
            found.help(format!("write the member without its enum, as in `field = {name}`"));
        }
        return;
    }
    let is_field = |name: &str| around.all().any(|field| field.common.name.value == name);
    if names().all(|name| name != place.item.value) && is_field(&place.item.value) {
        out.found("expression", format!("`{}` is a field, and not a record", place.item.value))
            .at(place.item.span, "expected the name of a record")
            .help("`count(Item.field)`, `find` and `Item.field[N]` read all values of a field in a file; add a field with `let` to the record for a number of its own");
        return;
    }
    if !known(&place.item, "record", names(), out) {
        return;
    }
    let is_named = |owner: &Owner<'_>| owner.common.name.value == place.item.value;
    let mut same = owners().filter(is_named);
    if let (Some(first), Some(second)) = (same.next(), same.next())
        && first.union.is_some()
    {
        out.found("expression", format!("two variants are named `{}`", place.item.value))
            .at(place.item.span, "ambiguous reference")
            .at(first.common.name.span, "one of them")
            .at(second.common.name.span, "the other");
        return;
    }
    let mut all = owners();
    if let Some(owner) = all.find(|owner| owner.common.name.value == place.item.value) {
        let fields = owner.all().map(|field| field.common.name.value.as_str());
        known(&place.field, "field of this item", fields, out);
    }
}
