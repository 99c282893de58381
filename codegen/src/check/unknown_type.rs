//! `unknown-type`: every name that is used is declared.

use super::Cx;
use super::cx::{Named, Owner, builtin, type_arg, walk};
use crate::ast::{Op, Span, Spanned, TypeExpr};
use crate::builtin::RUN_ONLY;
use crate::diagnostics::Diagnostics;
use crate::other_languages;
use std::collections::HashSet;

const RULE: &str = "unknown-type";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    if cx.schema.incomplete {
        return;
    }
    let fields = cx.owners().flat_map(|owner| owner.fields);
    let parts = fields.filter(|field| field.part.is_some()).map(|field| field.ty.span);
    let parts: HashSet<Span> = parts.collect();
    for ty in cx.type_exprs() {
        check_type(cx, ty, &parts, out);
    }
    for owner in cx.owners() {
        check_codec_args(cx, &owner, out);
        for field in owner.fields {
            known(field.table.as_ref(), "table", cx.tables.keys().copied(), out);
        }
    }
    check_records(cx, out);
    let schema = cx.schema;
    let unions = || schema.unions.iter().map(|u| u.common.name.value.as_str());
    for variant in &schema.variants {
        if cx.union_of(variant).is_none() {
            known(variant.of.as_ref(), "union", unions(), out);
        }
    }
    for union in &schema.unions {
        known(union.entries.as_ref(), "table", cx.tables.keys().copied(), out);
    }
    for operations in schema.formats.iter().filter_map(|f| f.operations.as_ref()) {
        known(Some(&operations.types), "table", cx.tables.keys().copied(), out);
        let blobs = schema.records.iter().flat_map(|record| {
            let blobs = record.fields.iter().filter(|field| field.ty.name == "blob");
            blobs.map(|field| format!("{}.{}", record.common.name.value, field.common.name.value))
        });
        let blobs: Vec<String> = blobs.collect();
        known(operations.body.as_ref(), "blob", blobs.iter().map(String::as_str), out);
    }
    for (format, header) in
        schema.formats.iter().filter_map(|format| Some((format, format.header.as_ref()?)))
    {
        let records = schema.records.iter();
        known(Some(&header.record), "record", records.map(|r| r.common.name.value.as_str()), out);
        let mut records = schema.records.iter();
        let Some(record) = records.find(|r| r.common.name.value == header.record.value) else {
            continue;
        };
        let fields = || record.fields.iter().map(|field| field.common.name.value.as_str());
        for field in header.version.iter().chain(header.features.iter().map(|(_, field)| field)) {
            known(Some(field), "field", fields(), out);
        }
        for (feature, _) in &header.features {
            let features = format.features.iter().map(|feature| feature.name.value.as_str());
            known(Some(feature), "feature", features, out);
        }
    }
    for op in &schema.ops {
        check_op(cx, op, out);
    }
    for set in schema.constraints.iter().filter_map(|item| item.is.as_ref()) {
        check_set(cx, set, out);
    }
    check_traits(cx, out);
}

fn known<'a>(
    name: Option<&Spanned<String>>,
    what: &str,
    names: impl Iterator<Item = &'a str>,
    out: &mut Diagnostics,
) {
    super::cx::known(RULE, name, what, names, out);
}

/// The heads of run-only types.
fn run_only<'a>() -> impl Iterator<Item = &'a str> {
    RUN_ONLY.iter().map(|ty| ty.name)
}

/// The help on how to declare a type.
fn declare(name: &str) -> String {
    let items = ["record", "enum", "union"];
    if items.contains(&name) {
        return format!("declare a type as an item with a name: `- {name}: NAME`");
    }
    let items = items.map(|item| format!("`- {item}: {name}`"));
    format!("declare it: {}", items.join(", "))
}

/// Checks records that others begin with, and those that are the content of sections.
fn check_records(cx: &Cx<'_>, out: &mut Diagnostics) {
    let schema = cx.schema;
    let names = || schema.records.iter().map(|record| record.common.name.value.as_str());
    let prefix = schema.records.iter().filter_map(|record| record.begins_with.as_ref());
    let contents = schema.sections.iter().filter_map(|section| section.content.as_ref());
    prefix.chain(contents).for_each(|name| known(Some(name), "record", names(), out));
}

/// Checks a type. `parts` are the spans of the types of bits of numbers.
fn check_type(cx: &Cx<'_>, ty: &TypeExpr, parts: &HashSet<Span>, out: &mut Diagnostics) {
    let mut in_table = Vec::new();
    let mut no_types = Vec::new();
    walk(ty, &mut |ty| {
        if matches!(ty.name.as_str(), "ref" | "optional_ref" | "entry") {
            in_table.extend(type_arg(ty, 0));
        }
        // The field with a count, and the order of bits.
        if matches!(ty.name.as_str(), "repeat" | "packed") {
            no_types.extend(type_arg(ty, 1));
        }
    });
    walk(ty, &mut |ty| {
        let name = Spanned::new(ty.name.clone(), ty.span);
        if in_table.iter().any(|table| std::ptr::eq(*table, ty)) {
            if !cx.tables.contains_key(ty.name.as_str()) {
                known(Some(&name), "table", cx.tables.keys().copied(), out);
            }
        } else if no_types.iter().any(|known| std::ptr::eq(*known, ty)) {
            // Other rules check them.
        } else if !ty.name.is_empty()
            && cx.named(&ty.name).is_none()
            && builtin().chain(run_only()).all(|known| known != ty.name)
        {
            let names = builtin().chain(run_only()).chain(cx.type_names());
            let found = out
                .found(RULE, format!("no type is named `{}`", name.value))
                .at(name.span, "unknown type");
            let of_part = match parts.contains(&ty.span) {
                true => other_languages::signed_part(&name.value, true),
                false => None,
            };
            match of_part.or_else(|| other_languages::type_name(&name.value)) {
                Some(help) => found.help(help),
                None => found.help(declare(&name.value)).suggest(&name.value, names),
            };
        }
    });
}

/// The arguments of a codec are earlier fields, because only those are read when it runs.
fn check_codec_args(cx: &Cx<'_>, owner: &Owner<'_>, out: &mut Diagnostics) {
    for (at, field) in owner.fields.iter().enumerate() {
        let earlier = || owner.earlier(at).map(|f| f.common.name.value.as_str());
        walk(&field.ty, &mut |ty| {
            if let Some(count) = type_arg(ty, 1).filter(|_| ty.name == "repeat") {
                let count = Spanned::new(count.name.clone(), count.span);
                known(Some(&count), "earlier field", earlier(), out);
            }
            if !matches!(cx.named(&ty.name), Some(Named::Codec(_))) {
                return;
            }
            for arg in ty.spelled_arguments() {
                let arg = Spanned::new(arg, ty.span);
                known(Some(&arg), "earlier field", earlier(), out);
            }
        });
    }
}

fn check_op(cx: &Cx<'_>, op: &Op, out: &mut Diagnostics) {
    let groups = cx.schema.groups.iter().map(|g| g.common.name.value.as_str());
    known(op.group.as_ref(), "group", groups, out);
    let ports = || op.results.iter().chain(&op.operands);
    for name in &op.same_type {
        let names = ports().map(|port| port.common.name.value.as_str());
        known(Some(name), "operand or result", names, out);
    }
    for ty in ports().filter_map(|port| port.ty.as_ref()) {
        check_port(cx, ty, out);
    }
}

/// The heads of sets of types that need no declaration.
const SETS: &[&str] = &["any", "token"];

/// The type of a port: a constraint, a type, or a set.
fn check_port(cx: &Cx<'_>, set: &Spanned<String>, out: &mut Diagnostics) {
    if set.value.contains('<') {
        return check_set(cx, set, out);
    }
    let constraints = cx.schema.constraints.iter();
    let names = constraints.map(|constraint| constraint.common.name.value.as_str());
    let names = names.chain(labels(cx)).chain(SETS.iter().copied());
    known(Some(set), "constraint", names, out);
}

/// A set such as `tile<f16|f32>`: the alternatives are types, and the class before them is any word.
fn check_set(cx: &Cx<'_>, set: &Spanned<String>, out: &mut Diagnostics) {
    let Some((class, rest)) = set.value.split_once('<') else {
        return;
    };
    let Some(types) = rest.strip_suffix('>').filter(|_| !class.is_empty()) else {
        out.found(RULE, format!("`{}` is not a set of types", set.value))
            .at(set.span, "expected `CLASS<TYPE|TYPE>`");
        return;
    };
    for label in types.split('|') {
        let label = Spanned::new(label.to_owned(), set.span);
        known(Some(&label), "type", labels(cx), out);
    }
}

/// The spellings of types in sets.
fn labels<'a>(cx: &Cx<'a>) -> impl Iterator<Item = &'a str> + use<'a> {
    let variants = cx.schema.variants.iter();
    variants.map(|variant| {
        let label = variant.common.label.as_ref();
        label.unwrap_or(&variant.common.name).value.as_str()
    })
}

fn check_traits(cx: &Cx<'_>, out: &mut Diagnostics) {
    for union in &cx.schema.unions {
        for variant in cx.variants(union) {
            for (name, _) in &variant.traits {
                let names = union.traits.iter().map(|name| name.value.as_str());
                known(Some(name), "trait of the union", names, out);
            }
        }
    }
}
