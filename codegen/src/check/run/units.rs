//! A computed number has the unit in which it is used, and the width of what is computed.

use super::graph::element;
use crate::ast::described::Property;
use crate::ast::{Expression, Field, Repeat};
use crate::check::cx::{Owner, fixed_width, integer_range, show};
use crate::diagnostics::Diagnostics;

const RULE: &str = "expression";

pub(super) fn check(owner: &Owner<'_>, out: &mut Diagnostics) {
    for field in owner.fields {
        match &field.run().equals {
            Some(Expression::Checksum(kind, _)) => {
                let range = integer_range(&field.ty);
                if let (Some(bits), Some((_, greatest))) = (kind.bits(), range)
                    && greatest < (1 << bits) - 1
                {
                    out.found(RULE, format!("`{}` is too small", field.common.name.value))
                        .at(
                            field.ty.span,
                            format!(
                                "`{}` cannot hold the {bits} bits of `{}`",
                                show(&field.ty),
                                kind.word()
                            ),
                        )
                        .help(format!("use `u{bits}`, or keep a part of the checksum with `&`"));
                }
            }
            Some(Expression::Of(property @ (Property::Size | Property::Elements), name)) => {
                let measured = owner.fields.iter().find(|of| of.common.name.value == name.value);
                if let Some(measured) = measured {
                    check_measured(field, *property, measured, out);
                }
            }
            _ => {}
        }
    }
}

/// A number of bytes is no number of elements of several bytes, and the other way round.
fn check_measured(number: &Field, property: Property, list: &Field, out: &mut Diagnostics) {
    let (name, measured) = (&number.common.name, &list.common.name);
    let is_number =
        |used: &Expression| matches!(used, Expression::Field(of) if of.value == name.value);
    let keys = list.run();
    // A field with `count` repeats its type; `rest` and `list` have the type as their argument.
    let element = if keys.count.is_some() { &list.ty } else { element(&list.ty) };
    let Some(width @ 2..) = fixed_width(element) else { return };
    let (is, used, help) = match property {
        Property::Size if matches!(&keys.count, Some(Repeat::Count(count)) if is_number(count)) => {
            (
                "bytes",
                "elements",
                format!(
                    "write `equals: count({})`, or `count: {} / {width}`",
                    measured.value, name.value
                ),
            )
        }
        Property::Elements if keys.bytes().is_some_and(is_number) => (
            "elements",
            "bytes",
            format!("write `equals: size({})`, or `count: {}`", measured.value, name.value),
        ),
        _ => return,
    };
    out.found(RULE, format!("`{}` has two units", name.value))
        .at(name.span, format!("the number of {is} of `{}`", measured.value))
        .at(
            measured.span,
            format!("used as the number of its {used}; an element has {width} bytes"),
        )
        .help(help);
}
