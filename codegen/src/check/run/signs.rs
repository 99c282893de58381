//! `signed-difference`: a signed number is no difference of unsigned ones.

use crate::ast::{Expression, Field};
use crate::check::cx::{Cx, Owner, integer_range};
use crate::diagnostics::Diagnostics;
use bytespec_plan::Operator;

/// Checks the computed numbers without bytes.
pub(in crate::check) fn check(cx: &Cx<'_>, out: &mut Diagnostics) {
    for owner in cx.owners().filter(|owner| owner.run_only) {
        for field in owner.fields {
            let Some(value) = &field.run().value else { continue };
            let is_signed = integer_range(&field.ty).is_some_and(|(low, _)| low < 0);
            if let (true, Some((a, b))) = (is_signed, difference(&owner, value)) {
                let name = &field.common.name;
                out.found("signed-difference", format!("`{}` is never negative", name.value))
                    .at(field.ty.span, "a signed type")
                    .at(
                        name.span,
                        format!("computed from unsigned numbers: `{a} - {b}` must not be negative"),
                    )
                    .help(format!("write `-{b} + {a}` for a signed number"));
            }
        }
    }
}

/// The sides of a difference of unsigned numbers that an expression can be.
fn difference<'e>(
    owner: &Owner<'_>,
    of: &'e Expression,
) -> Option<(&'e Expression, &'e Expression)> {
    match of {
        Expression::Binary(Operator::Subtract, a, b) => {
            let is_simple = matches!(**b, Expression::Number(_) | Expression::Field(_));
            let is_found = is_simple && is_unsigned(owner, a) && is_unsigned(owner, b);
            is_found.then_some((a, b))
        }
        Expression::If(_, a, b) => difference(owner, a).or_else(|| difference(owner, b)),
        _ => None,
    }
}

/// Whether an expression is an unsigned number, as far as the fields of the item tell.
fn is_unsigned(owner: &Owner<'_>, of: &Expression) -> bool {
    let has_no_sign = |field: &Field| {
        let is_bits = field.part.is_some() && field.ty.name.is_empty();
        is_bits || integer_range(&field.ty).is_some_and(|(low, _)| low >= 0)
    };
    match of {
        Expression::Number(_) => true,
        Expression::Field(name) => {
            let mut fields = owner.all();
            fields.any(|field| field.common.name.value == name.value && has_no_sign(field))
        }
        Expression::Binary(_, a, b) => is_unsigned(owner, a) && is_unsigned(owner, b),
        _ => false,
    }
}
