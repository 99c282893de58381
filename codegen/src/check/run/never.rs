//! Conditions that no value of a field meets.

use super::scope::RULE;
use super::shape::is_wide;
use crate::ast::described::Literal;
use crate::ast::{Expression, Field};
use crate::builtin::encoding;
use crate::check::cx::{integer_range, show};
use crate::diagnostics::Diagnostics;
use bytespec_plan::{Encoding, Operator};

/// A text has the size of the field that is compared with it. In a padded field it can be shorter.
pub(super) fn check_text(field: &Field, text: Literal<'_>, out: &mut Diagnostics) {
    let keys = field.run();
    let of = encoding(&field.ty.name);
    let is_plain = of.is_none_or(|of| of == Encoding::Utf8 || text.bytes.is_ascii());
    let has_plain_bytes = text.text.is_none() || is_plain && !is_wide(of);
    let (Some(Expression::Number(size)), None) = (keys.bytes(), &keys.count) else { return };
    let length = text.bytes.len() as u64;
    let fits = length == *size || length < *size && keys.filled().is_some();
    if fits || !has_plain_bytes || keys.transform.is_some() {
        return;
    }
    let name = &field.common.name;
    let what = if text.text.is_some() { "this text" } else { "these bytes" };
    out.found(RULE, format!("`{}` never equals {what}", name.value))
        .at(text.span, format!("size in bytes: {length}"))
        .at(name.span, format!("size in bytes: {size}"))
        .help("compare with all bytes of the field, with its spaces; with `pad` or `stop`, filler is not among them");
}

/// Some number of a type meets the condition of its field.
pub(super) fn check_valid(field: &Field, out: &mut Diagnostics) {
    let keys = field.run();
    let (Some(valid), None) = (&keys.valid, &keys.count) else { return };
    let Some((low, high)) = range(field) else { return };
    let name = &field.common.name;
    // The result of a comparison is the same for all numbers between two constants.
    let mut tried = vec![low, high, 0];
    valid.walk(&mut |part| {
        let number = constant(part);
        tried.extend(number.into_iter().flat_map(|number| [number - 1, number, number + 1]));
    });
    let mut tried = tried.into_iter().filter(|number| (low..=high).contains(number));
    if tried.all(|number| holds(valid, &name.value, number) == Some(false)) {
        out.found(RULE, format!("no `{}` meets the condition `valid`", show(&field.ty)))
            .at(name.span, format!("is never valid: {valid}"))
            .at(field.ty.span, format!("has numbers from {low} to {high}"));
    }
}

/// Conditions say something about values.
pub(super) fn check_constants(field: &Field, out: &mut Diagnostics) {
    let (name, keys) = (&field.common.name, field.run());
    let valid = keys.valid.as_ref().filter(|valid| is_constant(valid));
    if let Some(valid) = valid {
        let found = out
            .found(RULE, format!("`valid` of `{}` is the constant {valid}", name.value))
            .at(name.span, "the condition depends on no value");
        if constant(valid).is_some() {
            found.help(format!("write `{} = {valid}`", name.value));
        }
    }
    let others = keys.expressions().chain(keys.last());
    for expression in others.filter(|other| !valid.is_some_and(|own| std::ptr::eq(own, *other))) {
        expression.walk(&mut |part| {
            let Expression::Binary(operator @ (Operator::And | Operator::Or), a, b) = part else {
                return;
            };
            for (other, own) in [(a, b), (b, a)] {
                if constant(own).is_none() {
                    continue;
                }
                let word = operator.word();
                let found = out
                    .found(RULE, format!("a side of `{word}` is the constant {own}"))
                    .at(name.span, format!("has the condition {part}"));
                if let Some(compared) = compared(other) {
                    let (of, own) = (Box::new(compared.clone()), own.clone());
                    let own = Expression::Binary(Operator::Equal, of, own);
                    found.help(format!("write `{other} {word} {own}`"));
                }
            }
        });
    }
}

/// The number of a Boolean is 0 or 1.
pub(super) fn check_bool(field: &Field, out: &mut Diagnostics) {
    let keys = field.run();
    let Some(of) = keys.equals.as_ref().or(keys.value.as_ref()) else { return };
    let Expression::Binary(Operator::BitAnd, a, b) = of else { return };
    let mask = constant(a).or_else(|| constant(b)).filter(|mask| *mask & !1 != 0);
    if let Some(mask) = mask.filter(|_| field.ty.name == "bool") {
        let name = &field.common.name;
        out.found(RULE, format!("`{}` is a `bool`, but `{of}` can be {mask}", name.value))
            .at(field.ty.span, "has only 0 and 1")
            .help(format!("write `{of} != 0`"));
    }
}

/// What the last comparison in a condition compares with a constant.
fn compared(condition: &Expression) -> Option<&Expression> {
    match condition {
        Expression::Binary(Operator::And | Operator::Or, a, b) => {
            compared(b).or_else(|| compared(a))
        }
        Expression::Binary(Operator::Equal, a, b) if constant(b).is_some() => Some(a),
        _ => None,
    }
}

fn is_constant(of: &Expression) -> bool {
    match of {
        Expression::Number(_) | Expression::Member(_) => true,
        Expression::Not(a) | Expression::Minus(a) => is_constant(a),
        Expression::Binary(_, a, b) => is_constant(a) && is_constant(b),
        Expression::If(a, b, c) => is_constant(a) && is_constant(b) && is_constant(c),
        _ => false,
    }
}

/// The numbers of a type.
fn range(field: &Field) -> Option<(i128, i128)> {
    match field.ty.name.as_str() {
        "bool" => Some((0, 1)),
        _ => integer_range(&field.ty),
    }
}

fn constant(of: &Expression) -> Option<i128> {
    match of {
        Expression::Number(number) => Some((*number).into()),
        Expression::Minus(of) => constant(of).map(|number| -number),
        _ => None,
    }
}

/// Whether a condition holds for a number of a field, if that alone determines it.
fn holds(of: &Expression, name: &str, number: i128) -> Option<bool> {
    use Operator::{And, AtLeast, AtMost, Differs, Equal, Greater, Less, Or};
    let value = |of: &Expression| match of {
        Expression::Field(field) if field.value == name => Some(number),
        _ => constant(of),
    };
    match of {
        Expression::Not(of) => holds(of, name, number).map(|holds| !holds),
        Expression::Binary(operator @ (And | Or), a, b) => {
            let decides = *operator == Or;
            let both = [a, b].map(|of| holds(of, name, number));
            match both {
                _ if both.contains(&Some(decides)) => Some(decides),
                [Some(_), Some(_)] => Some(!decides),
                _ => None,
            }
        }
        Expression::Binary(operator, a, b) => {
            let (a, b) = (value(a)?, value(b)?);
            match operator {
                Equal => Some(a == b),
                Differs => Some(a != b),
                Less => Some(a < b),
                AtMost => Some(a <= b),
                Greater => Some(a > b),
                AtLeast => Some(a >= b),
                _ => None,
            }
        }
        of => value(of).map(|number| number != 0),
    }
}
