//! Lowers the parameters of records, and the arguments that fields give them.

use super::Lower;
use super::expressions::{Scope, ScopeItem};
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
        self.around_list = match self.scope_item {
            ScopeItem::Run(item) => self.run_record(&item.docs.name).map(|(item, _)| item),
            _ => None,
        };
        let shape = lower(self);
        self.around_list = None;
        shape
    }

    /// The number of a step of the item whose fields expressions read.
    pub(super) fn number_of_step(&self, step: u32) -> Expr {
        match self.around_list {
            Some(item) => Expr::Around(item, step),
            None => Expr::Field(step),
        }
    }
}
