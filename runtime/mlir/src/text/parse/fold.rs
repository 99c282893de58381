//! Simplifies affine expressions while they are built, by the rules of each release (`mlir-opt` 16, 19 and 22, observed).

use super::super::super::generated::{AffineExpr, Release};
use super::super::affine::Operator;

/// The first release with the rules of release 22. The releases in between were not observed.
const NEW_RULES_SINCE: Release = Release::R20;

/// A number.
pub(super) fn constant(value: i64) -> AffineExpr {
    AffineExpr::Constant { value }
}

fn value(expression: &AffineExpr) -> Option<i64> {
    match expression {
        AffineExpr::Constant { value } => Some(*value),
        _ => None,
    }
}

/// Both sides of an expression with this operator.
fn sides(expression: &AffineExpr, wanted: Operator) -> Option<(&AffineExpr, &AffineExpr)> {
    expression.operation().filter(|(own, ..)| *own == wanted).map(|(_, lhs, rhs)| (lhs, rhs))
}

/// Whether an expression contains no dimension.
pub(super) fn is_symbolic(expression: &AffineExpr) -> bool {
    match expression.operation() {
        Some((_, lhs, rhs)) => is_symbolic(lhs) && is_symbolic(rhs),
        None => !matches!(expression, AffineExpr::Dim { .. }),
    }
}

/// The depth of an expression.
pub(super) fn depth(expression: &AffineExpr) -> u32 {
    expression.operation().map_or(1, |(_, lhs, rhs)| depth(lhs).max(depth(rhs)) + 1)
}

/// The largest known divisor of an expression.
fn divisor(expression: &AffineExpr) -> u64 {
    let Some((operator, lhs, rhs)) = expression.operation() else {
        return value(expression).map_or(1, i64::unsigned_abs);
    };
    match operator {
        Operator::Mul => divisor(lhs).wrapping_mul(divisor(rhs)),
        Operator::Add | Operator::Mod => {
            let (mut one, mut other) = (divisor(lhs), divisor(rhs));
            while other != 0 {
                (one, other) = (other, one % other);
            }
            one
        }
        Operator::FloorDiv | Operator::CeilDiv => {
            let by = value(rhs).map(i64::unsigned_abs).filter(|by| *by != 0);
            let of = divisor(lhs);
            match by {
                Some(by) if of.is_multiple_of(by) => of / by,
                _ => 1,
            }
        }
    }
}

/// Builds expressions by the rules of a release.
#[derive(Clone, Copy, Debug)]
pub(super) struct Folder {
    pub(super) release: Release,
}

impl Folder {
    fn is_new(self) -> bool {
        self.release >= NEW_RULES_SINCE
    }

    /// An operation, or a simpler equivalent.
    pub(super) fn build(self, operator: Operator, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        let simpler = match operator {
            Operator::Add => self.sum(&lhs, &rhs),
            Operator::Mul => self.product(&lhs, &rhs),
            Operator::Mod => self.remainder(&lhs, &rhs),
            Operator::FloorDiv => self.floor(&lhs, &rhs),
            Operator::CeilDiv => self.ceiling(&lhs, &rhs),
        };
        if let Some(simpler) = simpler {
            return simpler;
        }
        let commutes = matches!(operator, Operator::Add | Operator::Mul);
        match commutes && self.is_new() && comes_before(&rhs, &lhs) {
            true => operator.apply(rhs, lhs),
            false => operator.apply(lhs, rhs),
        }
    }

    fn of(self, operator: Operator, lhs: &AffineExpr, rhs: &AffineExpr) -> AffineExpr {
        self.build(operator, lhs.clone(), rhs.clone())
    }

    /// The difference of two expressions.
    pub(super) fn difference(self, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
        let negative = self.build(Operator::Mul, rhs, constant(-1));
        self.build(Operator::Add, lhs, negative)
    }

    fn sum(self, lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
        use Operator as O;
        if let (Some(one), Some(other)) = (value(lhs), value(rhs)) {
            return match one.checked_add(other) {
                None if self.release > Release::R16 => None,
                _ => Some(constant(one.wrapping_add(other))),
            };
        }
        if value(lhs).is_some() || is_symbolic(lhs) && !is_symbolic(rhs) {
            return Some(self.of(O::Add, rhs, lhs));
        }
        if value(rhs) == Some(0) {
            return Some(lhs.clone());
        }
        let left = sides(lhs, O::Add);
        let left_constant = left.and_then(|(first, last)| Some((first, value(last)?)));
        if let (Some((first, one)), Some(other)) = (left_constant, value(rhs)) {
            return Some(self.build(O::Add, first.clone(), constant(one.wrapping_add(other))));
        }
        let factor = |side| -> (&AffineExpr, i64) {
            let times = sides(side, O::Mul).and_then(|(of, by)| Some((of, value(by)?)));
            times.unwrap_or((side, 1))
        };
        let ((one, by), (other, more)) = (factor(lhs), factor(rhs));
        if one == other {
            return Some(self.build(O::Mul, one.clone(), constant(by.wrapping_add(more))));
        }
        if let Some((first, last)) = left_constant {
            let both = self.of(O::Add, first, rhs);
            return Some(self.build(O::Add, both, constant(last)));
        }
        let (operator, inner, by) = rhs.operation()?;
        if value(by) == Some(-1)
            && let Some((quotient, times)) = sides(inner, O::Mul)
        {
            let (divided, divisor) = sides(quotient, O::FloorDiv)?;
            if divisor == times && divided == lhs {
                return Some(self.of(O::Mod, lhs, times));
            }
        }
        let (divided, divisor) = sides(inner, O::FloorDiv)?;
        if operator != O::Mul && self.release > Release::R16 {
            return None;
        }
        let positive = value(divisor).is_some_and(|divisor| divisor > 0);
        if (positive || !self.is_new()) && divided == lhs {
            let negative = self.build(O::Mul, by.clone(), constant(-1));
            if negative == *divisor {
                return Some(self.of(O::Mod, lhs, divisor));
            }
        }
        if let (true, Some((first, last))) = (self.is_new(), left) {
            let simpler = self.sum(last, rhs)?;
            return Some(self.build(O::Add, first.clone(), simpler));
        }
        None
    }

    fn product(self, lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
        use Operator as O;
        if let (Some(one), Some(other)) = (value(lhs), value(rhs)) {
            return match one.checked_mul(other) {
                None if self.release > Release::R16 => None,
                _ => Some(constant(one.wrapping_mul(other))),
            };
        }
        if !is_symbolic(lhs) && !is_symbolic(rhs) {
            return None;
        }
        if !is_symbolic(rhs) || value(lhs).is_some() {
            return Some(self.of(O::Mul, rhs, lhs));
        }
        match value(rhs) {
            Some(1) => return Some(lhs.clone()),
            Some(0) => return Some(rhs.clone()),
            _ => {}
        }
        let (first, by) = sides(lhs, O::Mul).and_then(|(first, by)| Some((first, value(by)?)))?;
        if let Some(more) = value(rhs) {
            return Some(self.build(O::Mul, first.clone(), constant(by.wrapping_mul(more))));
        }
        let both = self.of(O::Mul, first, rhs);
        Some(self.build(O::Mul, both, constant(by)))
    }

    /// The divisor, if there are rules for it.
    fn divisor(self, rhs: &AffineExpr) -> Option<i64> {
        value(rhs).filter(|by| *by >= 1 || *by != 0 && self.release > Release::R16)
    }

    fn floor(self, lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
        use Operator as O;
        let by = self.divisor(rhs)?;
        if let Some(number) = value(lhs) {
            let quotient = number.checked_div(by)?;
            let down = number % by != 0 && (number < 0) != (by < 0);
            return Some(constant(quotient - i64::from(down)));
        }
        if by == 1 {
            return Some(lhs.clone());
        }
        if let Some(simpler) = self.quotient(lhs, by) {
            return Some(simpler);
        }
        let (first, last) = sides(lhs, O::Add)?;
        let divides = |side| divisor(side).is_multiple_of(by.unsigned_abs());
        if divides(first) || divides(last) {
            let first = self.of(O::FloorDiv, first, rhs);
            let last = self.of(O::FloorDiv, last, rhs);
            return Some(self.build(O::Add, first, last));
        }
        None
    }

    fn ceiling(self, lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
        let by = self.divisor(rhs)?;
        if let Some(number) = value(lhs) {
            let quotient = number.checked_div(by)?;
            let up = number % by != 0 && (number < 0) == (by < 0);
            return Some(constant(quotient + i64::from(up)));
        }
        if by == 1 {
            return Some(lhs.clone());
        }
        self.quotient(lhs, by)
    }

    /// A product divided by a divisor of its constant factor.
    fn quotient(self, lhs: &AffineExpr, by: i64) -> Option<AffineExpr> {
        let (first, times) = sides(lhs, Operator::Mul)?;
        let times = value(times)?;
        if times.checked_rem(by)? != 0 {
            return None;
        }
        Some(self.build(Operator::Mul, first.clone(), constant(times / by)))
    }

    fn remainder(self, lhs: &AffineExpr, rhs: &AffineExpr) -> Option<AffineExpr> {
        use Operator as O;
        let by = value(rhs).filter(|by| *by >= 1)?;
        if let Some(number) = value(lhs) {
            return Some(constant(number.rem_euclid(by)));
        }
        let divides = |side| divisor(side).is_multiple_of(by.unsigned_abs());
        if divides(lhs) {
            return Some(constant(0));
        }
        if let Some((first, last)) = sides(lhs, O::Add) {
            if divides(first) {
                return Some(self.of(O::Mod, last, rhs));
            }
            if divides(last) {
                return Some(self.of(O::Mod, first, rhs));
            }
        }
        let (first, inner) = sides(lhs, O::Mod)?;
        if value(inner)?.checked_rem(by)? == 0 {
            return Some(self.of(O::Mod, first, rhs));
        }
        None
    }
}

/// Whether a dimension or symbol comes before another one.
fn comes_before(one: &AffineExpr, other: &AffineExpr) -> bool {
    use AffineExpr::{Dim, Symbol};
    match (one, other) {
        (Dim { position: one }, Dim { position: other })
        | (Symbol { position: one }, Symbol { position: other }) => one < other,
        (Dim { .. }, Symbol { .. }) => true,
        _ => false,
    }
}
