//! Lowers the parameters of records, and the arguments that fields give them.

use super::Lower;
use super::expressions::{Scope, ScopeItem};
use super::shapes::position;
use crate::ast::Expression;
use crate::model::{RunField, RunRecord, RunStep};
use bytespec_plan::{Expr, ExprId, Shape, ShapeId, place};

/// The parameters of a record.
fn parameters(item: &RunRecord) -> impl Iterator<Item = &RunStep> {
    item.fields.iter().filter_map(|field| match field {
        RunField::Step(step) if matches!(step.value, Some(Expression::Parameter)) => {
            Some(step.as_ref())
        }
        _ => None,
    })
}

impl Lower<'_> {
    /// The value of a parameter: the argument at its position.
    pub(super) fn parameter(&mut self, step: &RunStep, item: &RunRecord) -> ExprId {
        let at = parameters(item).position(|other| std::ptr::eq(other, step));
        self.builder.expr(Expr::Argument(at.map_or(u32::MAX, place)))
    }

    /// A record with its arguments.
    pub(super) fn record_with(
        &mut self,
        index: usize,
        given: &[Expression],
        scope: &Scope,
    ) -> ShapeId {
        let record = &self.model.run_records[index];
        let mut shape = self.builder.shape(Shape::Item(self.run_records[index]));
        let all = parameters(record).zip(given).enumerate();
        for (at, (parameter, argument)) in all.collect::<Vec<_>>().into_iter().rev() {
            let by = self.value(argument, &parameter.ty, scope);
            shape = self.builder.shape(Shape::With { argument: place(at), by, value: shape });
        }
        shape
    }

    /// Lowers the element of a list, which has an item of its own: its expressions read the fields of the item around the list.
    pub(super) fn in_list(&mut self, lower: impl FnOnce(&mut Self) -> ShapeId) -> ShapeId {
        self.around_list = matches!(self.scope_item, ScopeItem::Run(_)).then_some(self.own);
        let shape = lower(self);
        self.around_list = None;
        shape
    }

    /// The number of a field of the item whose fields expressions read.
    pub(super) fn number_of(&self, scope: &Scope, name: &str) -> Expr {
        match (self.in_element(name), self.around_list) {
            (Some(step), _) => Expr::Field(step),
            (None, Some(item)) => Expr::Around(item, position(scope, name)),
            (None, None) => Expr::Field(position(scope, name)),
        }
    }

    /// The position of a field of that item, or of the element that has its name.
    pub(super) fn position_of(&self, scope: &Scope, name: &str) -> u32 {
        self.in_element(name).unwrap_or_else(|| position(scope, name))
    }

    fn in_element(&self, name: &str) -> Option<u32> {
        self.element.iter().find(|(known, _)| known == name).map(|(_, step)| *step)
    }
}
