//! `kinds`: what a reference leads to are variants of entries of its table, or traits of these.

use super::Cx;
use super::cx::{is_list, type_arg};
use super::spelling::refers;
use crate::ast::{Field, Spanned};
use crate::diagnostics::Diagnostics;

const RULE: &str = "kinds";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let unions = cx.schema.unions.iter();
    let unions: Vec<_> =
        unions.filter(|union| union.entries.is_some() || union.text_of.is_some()).collect();
    let variants = unions.iter().flat_map(|union| cx.variants(union));
    let mut names: Vec<&str> = variants.map(|variant| variant.common.name.value.as_str()).collect();
    let traits = unions.iter().flat_map(|union| &union.traits);
    names.extend(traits.map(|name| name.value.as_str()));
    for owner in cx.owners() {
        let is_entry = owner.op.is_none() && !owner.is_section;
        for field in owner.fields {
            if let Some(first) = field.kinds.first() {
                check_field(cx, field, first, is_entry, out);
            }
            for name in field.kinds.iter().filter(|name| !names.contains(&name.value.as_str())) {
                out.found(RULE, format!("no entry of a dialect is `{}`", name.value))
                    .at(name.span, "expected a variant, or a trait, of a union with `entries`")
                    .suggest(&name.value, names.iter().copied());
            }
        }
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
    // A name that nobody declared is another rule's matter.
    let Some(element) = element.filter(|ty| !ty.name.is_empty()) else { return };
    let name = &field.common.name.value;
    if !refers(cx, element) {
        out.found(RULE, format!("`{name}` refers to no entry"))
            .at(first.span, "expected a reference, or a list of them")
            .at(field.ty.span, "its type");
    } else if !is_entry {
        out.found(RULE, format!("`{name}` is in no entry"))
            .at(first.span, "this is for variants and records");
    }
}
