//! Expressions that are made of others.

use crate::error::{Error, ErrorKind, PlanFault, Result};
use bytespec_plan::{Expr, ExprId, Shape, ShapeId};

/// The value of an expression that is made of others, each evaluated once at most; none for one that asks
/// for something.
///
/// # Errors
/// Those of `eval`, and a sum or difference that 64 bits do not hold.
#[inline]
pub(super) fn combined(expr: Expr, eval: impl Fn(ExprId) -> Result<u64>) -> Option<Result<u64>> {
    let truth = |a: ExprId| eval(a).map(|number| number != 0);
    let both = |a, b| Ok::<_, Error>((eval(a)?, eval(b)?));
    Some(match expr {
        Expr::Number(number) => Ok(number),
        Expr::Not(a) => truth(a).map(|a| u64::from(!a)),
        Expr::And(a, b) => match truth(a) {
            Ok(true) => truth(b).map(u64::from),
            other => other.map(u64::from),
        },
        Expr::Or(a, b) => match truth(a) {
            Ok(false) => truth(b).map(u64::from),
            other => other.map(u64::from),
        },
        Expr::Equal(a, b) => both(a, b).map(|(a, b)| u64::from(a == b)),
        Expr::Add(a, b) => both(a, b).and_then(|(a, b)| {
            let sum = a.checked_add(b);
            sum.ok_or_else(|| Error::new(ErrorKind::Plan(PlanFault::Sum(a, b))))
        }),
        Expr::Subtract(a, b) => both(a, b).and_then(|(a, b)| {
            let left = a.checked_sub(b);
            let fault = PlanFault::Difference { least: b, found: a };
            left.ok_or_else(|| Error::new(ErrorKind::Plan(fault)))
        }),
        _ => return None,
    })
}

impl super::Executor<'_> {
    /// Whether the size of an element stands in a list, which bounds how many elements there are.
    pub(super) fn is_listed(&self, element: ShapeId) -> bool {
        let Some(Shape::Sized { size, .. }) = self.plan.shapes.get(element.index()) else {
            return false;
        };
        matches!(self.plan.exprs.get(size.index()), Some(Expr::Listed(..)))
    }
}

#[cfg(test)]
mod tests {
    use super::combined;
    use crate::error::Result;
    use bytespec_plan::{Expr, ExprId};

    /// Sides are numbers themselves.
    fn value(expr: Expr) -> Option<Result<u64>> {
        const NUMBERS: [u64; 4] = [0, 1, 5, u64::MAX];
        combined(expr, |id| Ok(NUMBERS[id.index()]))
    }

    #[test]
    fn numbers_and_truth_values() {
        let [zero, one, five, most] = [0, 1, 2, 3].map(ExprId);
        for (expr, number) in [
            (Expr::Not(five), 0),
            (Expr::Not(zero), 1),
            (Expr::And(five, one), 1),
            (Expr::And(five, zero), 0),
            (Expr::Or(zero, five), 1),
            (Expr::Or(zero, zero), 0),
            (Expr::Equal(five, five), 1),
            (Expr::Add(five, one), 6),
            (Expr::Subtract(five, one), 4),
        ] {
            assert_eq!(value(expr), Some(Ok(number)), "{expr:?}");
        }
        for expr in [Expr::Add(most, one), Expr::Subtract(one, five)] {
            assert!(matches!(value(expr), Some(Err(_))), "{expr:?}");
        }
        assert_eq!(value(Expr::Index), None);
    }
}
