//! Expressions that combine other expressions.

use crate::error::{BYTES_LEFT, Error, ErrorKind, PlanFault, Result};
use bytespec_plan::{Expr, ExprId, Operator, Plan, Shape, ShapeId, bits_of};

/// The value of an expression that combines others; none for an expression that reads something else, such as a field. It calls
/// `eval` at most once for each operand. `plan` has the expression.
///
/// # Errors
/// Those of `eval`, and a result that does not fit 64 bits.
#[inline]
pub(super) fn combined(
    plan: &Plan,
    expr: Expr,
    eval: impl Fn(ExprId) -> Result<u64>,
) -> Option<Result<u64>> {
    let truth = |a: ExprId| eval(a).map(|number| number != 0);
    let both = |a, b| Ok::<_, Error>((eval(a)?, eval(b)?));
    Some(match expr {
        Expr::Number(number) => Ok(number),
        Expr::Not(a) => truth(a).map(|a| u64::from(!a)),
        Expr::Binary(Operator::And, a, b) => match truth(a) {
            Ok(true) => truth(b).map(u64::from),
            other => other.map(u64::from),
        },
        Expr::Binary(Operator::Or, a, b) => match truth(a) {
            Ok(false) => truth(b).map(u64::from),
            other => other.map(u64::from),
        },
        Expr::Binary(operator, left, right) => both(left, right).and_then(|(a, b)| {
            operator.apply(a, b).ok_or_else(|| match plan.exprs.get(left.index()) {
                Some(Expr::Left) if operator == Operator::Subtract => {
                    Error::new(past_the_end(b, a))
                }
                _ => Error::new(ErrorKind::Plan(fault(operator, a, b))),
            })
        }),
        Expr::Signed(operator, a, b) => both(a, b).and_then(|(a, b)| {
            let fault = || Error::new(ErrorKind::Plan(signed_fault(operator, a, b)));
            operator.apply_signed(a, b).ok_or_else(fault)
        }),
        Expr::Float(operator, bits, a, b) => {
            both(a, b).map(|(a, b)| operator.apply_float(bits, a, b))
        }
        Expr::Natural(a, signed) => eval(a).and_then(|number| natural(number, signed)),
        Expr::If(test, then, otherwise) => {
            truth(test).and_then(|test| eval(if test { then } else { otherwise }))
        }
        _ => return None,
    })
}

/// The fault of a number of bytes that is subtracted from the bytes left.
#[cold]
pub(super) fn past_the_end(found: u64, max: u64) -> ErrorKind {
    ErrorKind::Limit { limit: BYTES_LEFT, found, max }
}

/// The fault of an unsigned operation without a result.
#[cold]
pub(super) fn fault(operator: Operator, left: u64, right: u64) -> PlanFault {
    match operator {
        Operator::Subtract => PlanFault::Difference { least: right, found: left },
        _ => PlanFault::Arithmetic {
            left: left.into(),
            operator: operator.word(),
            right: right.into(),
        },
    }
}

/// The fault of a signed operation without a result.
#[cold]
pub(super) fn signed_fault(operator: Operator, left: u64, right: u64) -> PlanFault {
    let [left, right] = [left, right].map(|number| number.cast_signed().into());
    PlanFault::Arithmetic { left, operator: operator.word(), right }
}

/// Checks that a number is the same as a signed and as an unsigned number.
///
/// # Errors
/// A number above the greatest signed one.
#[inline]
pub(super) fn natural(number: u64, signed: bool) -> Result<u64> {
    match i64::try_from(number) {
        Ok(_) => Ok(number),
        Err(_) => Err(Error::new(ErrorKind::Plan(PlanFault::Sign { found: number, signed }))),
    }
}

/// Resolves a shape that is one of two: an expression selects which.
///
/// # Errors
/// Those of `eval`.
#[inline]
pub(super) fn one_of(
    plan: &Plan,
    mut id: ShapeId,
    mut eval: impl FnMut(ExprId) -> Result<u64>,
) -> Result<ShapeId> {
    while let Some(&Shape::Either { test, then, otherwise }) = plan.shapes.get(id.index()) {
        id = if eval(test)? != 0 { then } else { otherwise };
    }
    Ok(id)
}

/// The fault of a tag that no variant of a union has; `texts` if its tags are texts, and `bytes` the text, if it is known.
#[cold]
pub(super) fn unknown_tag(
    plan: &Plan,
    (union, texts): (&str, bool),
    tag: i128,
    bytes: Option<&[u8]>,
) -> ErrorKind {
    let bits = bits_of(tag);
    match texts {
        true => ErrorKind::Kind {
            item: "the tag".to_owned(),
            found: match bytes.filter(|_| bits == Plan::NOWHERE) {
                Some(bytes) => spelled_bytes(bytes),
                None => plan.tag_text(bits),
            },
            expected: format!("one of {union}").into(),
        },
        false => ErrorKind::Unknown { what: union.to_owned().into(), found: tag },
    }
}

/// Bytes as a text in quotes; of long ones, the start.
pub(super) fn spelled_bytes(bytes: &[u8]) -> String {
    const SHOWN: usize = 32;
    match bytes.get(..SHOWN) {
        Some(start) => format!("\"{}...\"", start.escape_ascii()),
        None => format!("\"{}\"", bytes.escape_ascii()),
    }
}

/// Whether an expression failed because it depends on bytes that are not written.
pub(super) fn is_unknown(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Plan(PlanFault::Unknown { .. }))
}

#[cfg(test)]
mod tests {
    use super::combined;
    use crate::error::Result;
    use bytespec_plan::{Expr, ExprId, Operator, Plan};

    /// Sides are numbers themselves.
    fn value(expr: Expr) -> Option<Result<u64>> {
        const NUMBERS: [u64; 4] = [0, 1, 5, u64::MAX];
        combined(&Plan::default(), expr, |id| Ok(NUMBERS[id.index()]))
    }

    #[test]
    fn numbers_with_a_sign() {
        let number = i64::cast_unsigned;
        for (operator, left, right, result) in [
            (Operator::Less, -1, 0, Some(1)),
            (Operator::Greater, -1, 0, Some(0)),
            (Operator::AtMost, -5, -5, Some(1)),
            (Operator::AtLeast, -5, -4, Some(0)),
            (Operator::Equal, -1, -1, Some(1)),
            (Operator::Add, -5, 3, Some(-2)),
            (Operator::Subtract, 0, 5, Some(-5)),
            (Operator::Multiply, -5, 5, Some(-25)),
            (Operator::Divide, -5, 2, Some(-3)),
            (Operator::Divide, -4, -2, Some(2)),
            (Operator::Remainder, -5, 3, Some(1)),
            (Operator::Remainder, 5, -3, Some(-1)),
            (Operator::ShiftLeft, -1, 4, Some(-16)),
            (Operator::ShiftRight, -16, 4, Some(-1)),
            (Operator::ShiftRight, -16, 99, Some(-1)),
            (Operator::BitAnd, -1, 255, Some(255)),
            (Operator::Min, -1, 1, Some(-1)),
            (Operator::Max, -1, 1, Some(1)),
            (Operator::Add, i64::MAX, 1, None),
            (Operator::Subtract, i64::MIN, 1, None),
            (Operator::Multiply, i64::MIN, -1, None),
            (Operator::Divide, i64::MIN, -1, None),
            (Operator::Remainder, 1, 0, None),
            (Operator::ShiftLeft, i64::MAX, 1, None),
        ] {
            let found = operator.apply_signed(number(left), number(right));
            assert_eq!(found, result.map(number), "{left} {} {right}", operator.word());
        }
    }

    #[test]
    fn numbers_and_truth_values() {
        let [zero, one, five, most] = [0, 1, 2, 3].map(ExprId);
        let two = Expr::Binary;
        for (expr, number) in [
            (Expr::Not(five), 0),
            (Expr::Not(zero), 1),
            (two(Operator::And, five, one), 1),
            (two(Operator::And, five, zero), 0),
            (two(Operator::Or, zero, five), 1),
            (two(Operator::Or, zero, zero), 0),
            (two(Operator::Equal, five, five), 1),
            (two(Operator::Less, one, five), 1),
            (two(Operator::Less, five, five), 0),
            (two(Operator::Add, five, one), 6),
            (two(Operator::Subtract, five, one), 4),
            (two(Operator::Multiply, five, five), 25),
            (two(Operator::Divide, most, five), u64::MAX / 5),
            (two(Operator::Remainder, five, five), 0),
            (two(Operator::ShiftLeft, one, five), 32),
            (two(Operator::ShiftLeft, zero, most), 0),
            (two(Operator::ShiftRight, most, most), 0),
            (two(Operator::ShiftRight, five, one), 2),
            (two(Operator::BitAnd, five, one), 1),
            (two(Operator::BitOr, five, one), 5),
            (two(Operator::BitXor, five, one), 4),
            (two(Operator::Differs, five, one), 1),
            (two(Operator::AtMost, five, five), 1),
            (two(Operator::Greater, five, five), 0),
            (two(Operator::AtLeast, one, five), 0),
            (two(Operator::Min, one, five), 1),
            (two(Operator::Max, one, five), 5),
            (Expr::If(five, one, most), 1),
            (Expr::If(zero, most, five), 5),
        ] {
            assert_eq!(value(expr), Some(Ok(number)), "{expr:?}");
        }
        for expr in [
            two(Operator::Add, most, one),
            two(Operator::Subtract, one, five),
            two(Operator::Multiply, most, five),
            two(Operator::Divide, one, zero),
            two(Operator::Remainder, one, zero),
            two(Operator::ShiftLeft, most, one),
            two(Operator::ShiftLeft, one, most),
        ] {
            assert!(matches!(value(expr), Some(Err(_))), "{expr:?}");
        }
        assert_eq!(value(Expr::Natural(five, true)), Some(Ok(5)));
        assert!(matches!(value(Expr::Natural(most, true)), Some(Err(_))));
        assert_eq!(value(Expr::Index), None);
    }
}
