//! `spelling`: special spellings of numbers, and omitted words, fit the field.

use super::Cx;
use super::cx::{Named, integer_range, is_list, type_arg};
use crate::ast::{Field, TypeExpr, Union, Variant};
use crate::diagnostics::Diagnostics;

const RULE: &str = "spelling";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    for item in cx.schema.enums.iter().filter(|item| item.flags) {
        for member in &item.members {
            if let Some(value) = member.value.as_ref().filter(|value| value.value == 0) {
                let message = format!("`{}` has no bit", member.common.name.value);
                out.found(RULE, message).at(value.span, "a member of `flags` has at least one");
            }
        }
    }
    for item in cx.schema.enums.iter().filter(|item| item.flags && item.is_open()) {
        let name = &item.common.name;
        let unknown = item.unknown.as_ref().map_or(name.span, |word| word.span);
        out.found(RULE, format!("flags `{}` cannot have unknown numbers", name.value))
            .at(unknown, "flags have no unknown numbers")
            .at(name.span, "its members are `flags`")
            .help("remove `flags` or `unknown`");
    }
    for owner in cx.owners() {
        let mut variants = cx.schema.variants.iter();
        let variant = variants.find(|variant| std::ptr::eq(&variant.common, owner.common));
        for field in owner.fields {
            check_field(cx, variant, field, out);
        }
    }
}

fn check_field(cx: &Cx<'_>, variant: Option<&Variant>, field: &Field, out: &mut Diagnostics) {
    let element = match is_list(&field.ty) {
        true => type_arg(&field.ty, 0),
        false => Some(&field.ty),
    };
    // Another rule reports undeclared names.
    let Some(element) = element.filter(|ty| !ty.name.is_empty()) else { return };
    let name = &field.common.name.value;
    if let Some(names) = &field.names {
        if !matches!(cx.named(&names.value), Some(Named::Enum(_))) {
            let enums = cx.schema.enums.iter().map(|item| item.common.name.value.as_str());
            out.found(RULE, format!("`{}` is not an enum", names.value))
                .at(names.span, "expected an enum whose members are the names")
                .suggest(&names.value, enums);
        }
        let flags = matches!(cx.named(&names.value), Some(Named::Enum(of)) if of.flags);
        if integer_range(element).is_none_or(|(low, _)| low != 0 && flags) {
            let expected = match flags {
                true => "expected an unsigned integer, or a list of them",
                false => "expected an integer, or a list of them",
            };
            out.found(RULE, format!("`{name}` is not a number, so it cannot have names"))
                .at(names.span, expected)
                .at(field.ty.span, "its type");
        }
    }
    if let Some(short) = &field.short
        && !refers(cx, element)
    {
        out.found(RULE, format!("`{name}` is not a reference, so it cannot be shortened"))
            .at(short.span, "expected a reference, or a list of them")
            .at(field.ty.span, "its type");
    }
    let union = variant.map(|variant| cx.union_of(variant));
    let has_text = |of: fn(&Cx<'_>, &Union) -> bool| {
        union.is_some_and(|union| union.is_none_or(|union| of(cx, union)))
    };
    let of_dialect = |_: &Cx<'_>, union: &Union| union.entries.is_some() || union.text_of.is_some();
    if let Some(key) = field.short.as_ref().filter(|_| !has_text(of_dialect)) {
        out.found(RULE, format!("`{name}` has a form that no text uses"))
            .at(key.span, "`short` is only valid in variants of a dialect");
    }
    if let Some(key) =
        field.names.as_ref().filter(|_| !has_text(|cx, of| !cx.run_only.has_union(of)))
    {
        let found = out
            .found(RULE, format!("`{name}` has names that no text uses"))
            .at(key.span, "`names` is only valid in variants with text, which are not run only");
        if let Some(Named::Enum(of)) = cx.named(&key.value) {
            found.help(match of.flags {
                true => "use a `packed` number with a part of one bit for each member".to_owned(),
                false => format!(
                    "use `{}` as the type; with `unknown: keep`, it has all numbers",
                    key.value
                ),
            });
        }
    }
}

/// Whether a type is a reference, or a record with only a reference.
pub(super) fn refers(cx: &Cx<'_>, ty: &TypeExpr) -> bool {
    match (ty.name.as_str(), cx.named(&ty.name)) {
        ("ref" | "optional_ref", _) => true,
        ("flagged", _) => type_arg(ty, 0).is_some_and(|inner| refers(cx, inner)),
        (_, Some(Named::Record(record))) => match record.fields.as_slice() {
            [field] => {
                !matches!(cx.named(&field.ty.name), Some(Named::Record(_))) && refers(cx, &field.ty)
            }
            _ => false,
        },
        _ => false,
    }
}
