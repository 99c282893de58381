//! The condition `valid` of a field: a step without bytes behind the field.

use super::Lower;
use super::expressions::Scope;
use super::fields::Steps;
use super::shapes::position;
use crate::ast::Expression;
use crate::model::RunField;
use bytespec_plan::{Absent, Expr, Role, Shape, Step};

/// The number of steps with the condition of a field, before and after the steps with numbers of parts of the field.
pub(super) struct Rules {
    pub(super) before_parts: u32,
    pub(super) after_parts: u32,
}

/// Where the condition of a field stands. It follows the parts only if it reads them: locks have the other order.
pub(super) fn rules(field: &RunField) -> Rules {
    let (mut rules, name) = (Rules { before_parts: 0, after_parts: 0 }, &field.docs().name);
    let RunField::Step(step) = field else { return rules };
    let Some(valid) = &step.valid else { return rules };
    let mut reads_parts = false;
    valid.walk(&mut |part| {
        reads_parts |= match part {
            Expression::Is(of, _) | Expression::Inner(of, _) => of.value == *name,
            _ => false,
        };
    });
    match reads_parts {
        true => rules.after_parts = 1,
        false => rules.before_parts = 1,
    }
    rules
}

impl<'m> Lower<'m> {
    /// Appends the condition of a field.
    pub(super) fn put_rule(&mut self, out: &mut Steps<'m>, field: &RunField, scope: &Scope) {
        let RunField::Step(step) = field else { return };
        let of = out.step(position(scope, &step.docs.name));
        if let (Some(valid), Some(of)) = (&step.valid, of) {
            let rule = self.rule(valid, &of, scope);
            out.push_unnamed(rule);
        }
    }

    /// A step that checks the validity of a step before it: a Boolean without bytes.
    fn rule(&mut self, valid: &Expression, of: &Step, scope: &Scope) -> Step {
        let valid = self.condition(valid, scope);
        let (one, shape) = (self.builder.expr(Expr::Number(1)), self.builder.shape(Shape::Bool));
        let broken = self.builder.expr(Expr::Not(valid));
        let value = self.builder.expr(Expr::Not(broken));
        let shape = self.builder.shape(Shape::Computed { value, shape });
        let (role, absent) = (Role::Checked(one), Absent::Number(0));
        Step { role, absent, ..self.unnamed(*of, shape) }
    }
}
