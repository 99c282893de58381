//! The errors of expressions.

use super::{Found, nth};
use bytespec_plan::{Expr, ExprId, Operator};

impl Found<'_> {
    /// The step whose values form a list, as `item.step`.
    fn list(&self, list: u32) -> String {
        let Some((item, step)) = nth(&self.plan.lists, list) else { return "?".to_owned() };
        let name = self.plan.items.get(item.index()).map_or("?", |item| self.plan.name(item.name));
        let step = nth(self.plan.steps_of(*item), *step);
        format!("{name}.{}", step.map_or("?", |step| self.plan.name(step.name)))
    }

    pub(super) fn expression(&mut self, id: ExprId, part: &str) {
        let Some(expr) = self.plan.exprs.get(id.index()) else { return };
        match expr {
            Expr::Binary(Operator::Subtract, left, _)
                if nth(&self.plan.exprs, left.0) == Some(&Expr::Left) =>
            {
                self.more_than_left(part);
            }
            Expr::Binary(Operator::Subtract, ..) => {
                self.add("… - … is negative", "A number is less than what is taken from it.", part)
            }
            Expr::Binary(operator, ..) if operator.apply(u64::MAX, u64::MAX).is_none() => {
                let words = format!("… {} … does not fit 64 bits", operator.word());
                self.add(words, "64 bits do not hold the number.", part);
            }
            Expr::Binary(operator @ (Operator::Divide | Operator::Remainder), _, divisor)
                if !matches!(self.plan.exprs.get(divisor.index()), Some(Expr::Number(1..))) =>
            {
                let words = format!("… {} 0 divides by zero", operator.word());
                self.add(words, "The divisor is 0.", part);
            }
            Expr::Element(..) => {
                self.add("… index … is out of bounds (there are …)", "There are fewer.", part);
            }
            Expr::Listed(list, _) | Expr::Later(list, _) => {
                let words = format!("{} index … is out of bounds (there are …)", self.list(*list));
                self.add(words, "The list has no such entry.", part);
            }
            _ => {}
        }
        for inner in expr.parts() {
            self.expression(inner, part);
        }
    }
}
