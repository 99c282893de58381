//! Expressions of a layout as text. Viewers differ in how they spell members, positions and logical operators.

use super::layout::{Expr, Operator};

/// The language of expressions of a viewer.
pub(super) trait Language {
    /// The operator before a truth value.
    const NOT: &'static str;
    /// The operator between two truth values that must both hold.
    const AND: &'static str;
    /// The operator between two truth values of which one must hold.
    const OR: &'static str;

    /// An expression without an operator.
    fn operand(&self, of: &Expr) -> String;

    /// An expression as a part of another.
    fn expr(&self, of: &Expr) -> String {
        match of {
            Expr::Not(of) => format!("{}({})", Self::NOT, self.expr(of)),
            Expr::If(parts) => {
                let [when, a, b] = &**parts;
                format!("({} ? {} : {})", self.expr(when), self.expr(a), self.expr(b))
            }
            Expr::Two(operator, parts) => {
                let [a, b] = &**parts;
                let operator = match operator {
                    Operator::Equal => "==",
                    Operator::And => Self::AND,
                    Operator::Or => Self::OR,
                    operator => operator.word(),
                };
                format!("({} {operator} {})", self.expr(a), self.expr(b))
            }
            of => self.operand(of),
        }
    }

    /// An expression that stands alone: without the parentheses around all of it.
    fn whole(&self, of: &Expr) -> String {
        let text = self.expr(of);
        let is_nested = matches!(of, Expr::If(_) | Expr::Two(..) | Expr::Left);
        let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
        inner.filter(|_| is_nested).map_or(text.clone(), str::to_owned)
    }
}
