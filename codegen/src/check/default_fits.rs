//! `default-fits`: a default is a value of the field's type, in every version that can show it.

use super::Cx;
use super::cx::{Named, Owner, integer_range, may_be_none, show, type_arg};
use crate::ast::{Enum, Field, Literal, Span, TypeExpr, Union};
use crate::diagnostics::Diagnostics;

const RULE: &str = "default-fits";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    for owner in cx.owners() {
        for field in owner.fields {
            if let Some(default) = &field.default {
                check_default(cx, &owner, field, &default.value, default.span, out);
            }
        }
    }
}

fn check_default(
    cx: &Cx<'_>,
    owner: &Owner<'_>,
    field: &Field,
    value: &Literal,
    span: Span,
    out: &mut Diagnostics,
) {
    let ty = &field.ty;
    if field.optional && !matches!(value, Literal::Text(text) if text == "none") {
        out.found(
            RULE,
            format!("optional field `{}` cannot have this default", field.common.name.value),
        )
        .at(span, "expected `none`")
        .help("remove `default`, or write `none`");
        return;
    }
    if ty.name == "unit" && *value == Literal::Bool(true) {
        out.found(RULE, format!("unit `{}` is false without its bit", field.common.name.value))
            .at(span, "expected `false`")
            .help("use `bool` instead of `unit`");
        return;
    }
    if let (Some((low, high)), Literal::Int(value)) = (integer_range(ty), value) {
        if *value < low || *value > high {
            out.found(RULE, format!("{value} does not fit `{}`", show(ty)))
                .at(span, format!("expected {low} to {high}"))
                .at(ty.span, "because of this type");
        }
        return;
    }
    let expected = match (ty.name.as_str(), value) {
        ("" | "packed", _) | ("bool" | "unit", Literal::Bool(_)) => return,
        (_, Literal::Text(text)) if may_be_none(ty) && text == "none" => return,
        _ if may_be_none(ty) => "none",
        ("list" | "aligned_list" | "rest" | "repeat" | "offset_table", Literal::EmptyList) => {
            return;
        }
        ("list" | "aligned_list", Literal::Text(text)) if repeats(ty) => {
            return check_repeat(owner, field, text, span, out);
        }
        ("bool" | "unit", _) => "true or false",
        ("list" | "aligned_list", _) if repeats(ty) => "[] or false*NAME",
        ("list" | "aligned_list" | "rest" | "repeat" | "offset_table", _) => "[]",
        _ if integer_range(ty).is_some() => "a number",
        (name, value) => match (cx.named(name), value) {
            (Some(Named::Enum(item)), Literal::Text(member)) => {
                return check_member(cx, owner, field, item, member, span, out);
            }
            (Some(Named::Enum(_)), _) => "a member of the enum",
            (Some(Named::Codec(codec)), _) if codec.native => return,
            (Some(Named::Union(union)), Literal::EmptyList) if has_list(cx, union) => return,
            (None, _) if !super::cx::is_builtin(name) => return,
            _ => {
                out.found(RULE, format!("a `{}` cannot have a default", show(ty)))
                    .at(span, "no text for such a value")
                    .at(ty.span, "because of this type")
                    .help("make the field optional");
                return;
            }
        },
    };
    out.found(RULE, format!("the default is not a value of `{}`", show(ty)))
        .at(span, format!("expected {expected}"))
        .at(ty.span, "because of this type");
}

/// Whether a variant of the union consists only of a list, which `[]` represents.
fn has_list(cx: &Cx<'_>, union: &Union) -> bool {
    cx.variants(union).any(|variant| match variant.fields.as_slice() {
        [field] => field.ty.name == "list",
        _ => false,
    })
}

/// Whether a field is a list that is always present, so that its elements can be counted.
fn is_counted(field: &Field) -> bool {
    !field.optional && matches!(field.ty.name.as_str(), "list" | "aligned_list" | "rest" | "repeat")
}

/// Whether `false*NAME` is a valid value of the list.
fn repeats(ty: &TypeExpr) -> bool {
    type_arg(ty, 0).is_some_and(|element| element.name == "bool")
}

fn check_repeat(owner: &Owner<'_>, field: &Field, text: &str, span: Span, out: &mut Diagnostics) {
    let Some(name) = text.strip_prefix("false*") else {
        out.found(RULE, format!("the default is not a value of `{}`", show(&field.ty)))
            .at(span, "expected [] or false*NAME");
        return;
    };
    let operands = owner.op.iter().flat_map(|op| &op.operands);
    let operands = operands.filter(|operand| operand.variadic);
    let lists = owner.fields.iter().filter(|other| is_counted(other));
    let names: Vec<_> = operands
        .map(|operand| &operand.common)
        .chain(lists.map(|field| &field.common))
        .map(|common| common.name.value.as_str())
        .filter(|other| *other != field.common.name.value)
        .collect();
    if !names.contains(&name) {
        out.found(RULE, format!("no list or group of operands is named `{name}`"))
            .at(span, "expected a list or a group of operands")
            .suggest(name, names);
    }
}

fn check_member(
    cx: &Cx<'_>,
    owner: &Owner<'_>,
    field: &Field,
    item: &Enum,
    name: &str,
    span: Span,
    out: &mut Diagnostics,
) {
    let members = || item.members.iter().map(|member| &member.common);
    let Some(member) = members().find(|common| common.name.value == name) else {
        out.found(RULE, format!("enum `{}` has no member `{name}`", item.common.name.value))
            .at(span, "unknown member")
            .at(item.common.name.span, "the enum")
            .suggest(name, members().map(|common| common.name.value.as_str()));
        return;
    };
    let shown = cx.gate_in(owner.common, &field.common);
    let known = cx.gate_in(&item.common, member);
    if !known.covers(shown) {
        out.found(
            RULE,
            format!("the default `{name}` does not exist in every version of the field"),
        )
        .at(span, format!("the field exists in version {}", cx.words(shown)))
        .at(member.name.span, format!("the member exists in version {}", cx.words(known)));
    }
}
