//! `number-range`: every number fits its place.

use super::Cx;
use super::cx::{integer_range, is_list, show, type_arg};
use crate::ast::{Common, Field, Format, Literal, Span, Spanned, Spelled, TypeExpr};
use crate::diagnostics::{Diagnostic, Diagnostics};

const RULE: &str = "number-range";

pub(super) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    let schema = cx.schema;
    for item in &schema.enums {
        for member in &item.members {
            fits(member.value.as_ref(), item.wire.as_ref(), out);
        }
    }
    for union in &schema.unions {
        for variant in cx.variants(union) {
            for tag in variant.tags.iter().filter(|tag| !tag.is_any()) {
                fits(Some(&tag.number), union.tag.as_ref(), out);
                fits(tag.last.as_ref(), union.tag.as_ref(), out);
            }
        }
    }
    let variants: Vec<_> = schema.variants.iter().map(|variant| &variant.common).collect();
    for owner in cx.owners() {
        for field in owner.fields {
            let element = if is_list(&field.ty) { type_arg(&field.ty, 0) } else { Some(&field.ty) };
            for value in &field.reject {
                if element.is_none_or(|ty| integer_range(ty).is_none() && !ty.name.is_empty()) {
                    out.found(RULE, "only integers and lists of integers can reject a number")
                        .at(value.span, "rejected here")
                        .at(field.ty.span, "not an integer");
                    break;
                }
                fits(Some(value), element, out);
            }
            spelled(field, element, &variants, owner.common, out);
            if let Some(default) = &field.default
                && let Some(refused) =
                    field.reject.iter().find(|value| default.value == Literal::Int(value.value))
            {
                out.found(RULE, "the default is a value that the field rejects")
                    .at(default.span, "the default")
                    .at(refused.span, "rejected here");
            }
        }
    }
    for format in &schema.formats {
        check_format(cx, format, out);
    }
    for section in &schema.sections {
        if let Some(align) = &section.align
            && !u32::try_from(align.value).is_ok_and(u32::is_power_of_two)
        {
            out.found(RULE, format!("{} is not an alignment", align.value))
                .at(align.span, "expected a power of two below 4294967296");
        }
    }
}

/// A value with a special spelling in listings is possible in the field, and its item has a text.
fn spelled(
    field: &Field,
    element: Option<&TypeExpr>,
    variants: &[&Common],
    owner: &Common,
    out: &mut Diagnostics,
) {
    for (at, Spelled { value, text }) in field.spelled.iter().enumerate() {
        if element.is_none_or(|ty| integer_range(ty).is_none() && !ty.name.is_empty()) {
            out.found(RULE, "only integers and lists of integers can spell a number")
                .at(value.span, "spelled here")
                .at(field.ty.span, "not an integer");
            return;
        }
        fits(Some(value), element, out);
        if !variants.iter().any(|variant| std::ptr::eq(*variant, owner)) {
            out.found(RULE, "only fields of variants can have special spellings")
                .at(value.span, "spelled here")
                .at(owner.name.span, "not a variant");
        }
        let mut earlier = field.spelled[..at].iter();
        if let Some(first) = earlier.find(|first| first.value.value == value.value) {
            out.found(RULE, format!("{} has two spellings", value.value))
                .at(value.span, "second spelling")
                .at(first.value.span, "spelled here");
        }
        if let Some(refused) = field.reject.iter().find(|refused| refused.value == value.value) {
            out.found(RULE, "a rejected value has a spelling")
                .at(value.span, "spelled here")
                .at(refused.span, "rejected here");
        }
        if text.value.is_empty() {
            out.found(RULE, format!("the spelling of {} is empty", value.value))
                .at(text.span, "expected a text");
        }
    }
}

fn check_format(cx: &Cx<'_>, format: &Format, out: &mut Diagnostics) {
    if let Some(pad) = &format.pad {
        between(pad, 0, 255, "a byte", None, out);
    }
    if let Some(header) = &format.sections {
        between(&header.id_bits, 1, 8, "a number of bits of a byte", None, out);
        let (low, span) = (header.id_bits.value, header.id_bits.span);
        if (1..=8).contains(&low) {
            match &header.aligned_bit {
                Some(bit) if low == 8 => {
                    out.found(RULE, "the id takes all bits of the byte")
                        .at(bit.span, "no bit is left for this")
                        .at(span, "because of this number")
                        .help("remove `aligned_bit`; no section is aligned then");
                }
                Some(bit) => between(bit, low, 7, "a bit above the id", Some(span), out),
                None => {
                    cx.schema.sections.iter().filter_map(|s| s.align.as_ref()).for_each(|align| {
                        out.found(RULE, "no bit states that a section is aligned")
                            .at(align.span, "an aligned section")
                            .at(span, "the header has only the id")
                            .help("add `aligned_bit`");
                    })
                }
            }
            for section in &cx.schema.sections {
                if let Some(id) = &section.id {
                    between(id, 0, (1 << low) - 1, "a section id", Some(span), out);
                }
            }
        }
    }
    if let Some(operations) = &format.operations {
        for op in &cx.schema.ops {
            fits(op.opcode.as_ref(), Some(&operations.opcode), out);
        }
    }
}

fn fits(value: Option<&Spanned<i128>>, ty: Option<&TypeExpr>, out: &mut Diagnostics) {
    if let (Some(value), Some(ty)) = (value, ty)
        && let Some((low, high)) = integer_range(ty)
        && (value.value < low || value.value > high)
    {
        out.found(RULE, format!("{} does not fit `{}`", value.value, show(ty)))
            .at(value.span, format!("expected {low} to {high}"))
            .at(ty.span, "because of this type");
    }
}

fn between(
    value: &Spanned<i128>,
    low: i128,
    high: i128,
    what: &str,
    because: Option<Span>,
    out: &mut Diagnostics,
) {
    if (low..=high).contains(&value.value) {
        return;
    }
    let mut found = Diagnostic::new(RULE, format!("{} is not {what}", value.value))
        .at(value.span, format!("expected {low} to {high}"));
    if let Some(span) = because {
        found = found.at(span, "because of this number");
    }
    out.push(found);
}
