//! `kinds`: the kinds of a reference are variants of entries of its table, or their traits.

use super::Cx;
use super::cx::{is_list, type_arg};
use super::spelling::refers;
use crate::ast::{Field, NamedKind, Spanned, named_kinds};
use crate::diagnostics::Diagnostics;
use std::collections::BTreeMap;

const RULE: &str = "kinds";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let known = named_kinds(cx.schema);
    for owner in cx.owners() {
        let is_entry = owner.op.is_none() && !owner.is_section;
        for field in owner.fields {
            if let Some(first) = field.kinds.first() {
                check_field(cx, field, first, is_entry, out);
            }
            field.kinds.iter().for_each(|name| check_name(&known, name, out));
        }
    }
}

fn check_name(
    known: &BTreeMap<&str, NamedKind<'_>>,
    name: &Spanned<String>,
    out: &mut Diagnostics,
) {
    match known.get(name.value.as_str()) {
        None => {
            out.found(RULE, format!("no entry of a dialect is `{}`", name.value))
                .at(name.span, "expected a variant, or a trait, of a union with `entries`")
                .suggest(&name.value, known.keys().copied());
        }
        Some(NamedKind { variants, declared: Some(declared) }) if variants.is_empty() => {
            out.found(RULE, format!("no variant has the trait `{}`", name.value))
                .at(name.span, "allows no entry")
                .at(declared.span, "declared here")
                .help("state the trait for a variant, or remove the kind");
        }
        Some(_) => {}
    }
}

fn check_field(
    cx: &Cx<'_>,
    field: &Field,
    first: &Spanned<String>,
    is_entry: bool,
    out: &mut Diagnostics,
) {
    let element = match is_list(&field.ty) {
        true => type_arg(&field.ty, 0),
        false => Some(&field.ty),
    };
    // Another rule reports undeclared names.
    let Some(element) = element.filter(|ty| !ty.name.is_empty()) else { return };
    let name = &field.common.name.value;
    if !refers(cx, element) {
        out.found(RULE, format!("`{name}` refers to no entry"))
            .at(first.span, "expected a reference, or a list of them")
            .at(field.ty.span, "its type");
    } else if !is_entry {
        out.found(RULE, format!("`{name}` is not a field of an entry"))
            .at(first.span, "only valid in variants and records");
    }
}
