//! What steps ask of their numbers.

use super::Reader;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::Sink;
use crate::values::rejected;
use bytespec_plan::{Role, Run, Shape, ShapeId, Step};

impl<'p, 'i, S: Sink<'i>> Reader<'_, 'p, 'i, S> {
    /// What a step asks of its number.
    #[inline(always)]
    pub(super) fn check(&self, step: &Step, number: u64, at: usize) -> Result<()> {
        if !step.reject.is_empty() {
            self.refuse(step.reject, step.shape, number, at)?;
        }
        let outer =
            step.role == Role::Visible && self.frame().is_some_and(|frame| frame.asked.nonempty);
        if step.nonempty || outer {
            self.nonempty(step.shape, number, at)?;
        }
        if let Role::Checked(by) = step.role {
            let expected = self.eval(by)?;
            if expected != number {
                let start = self.frame().map_or(at, |frame| frame.start);
                let message = format!("expected {expected}, found {number}");
                return Err(Error::at(start, ErrorKind::Invalid(message)));
            }
        }
        Ok(())
    }

    pub(super) fn refuse(&self, reject: Run, shape: ShapeId, number: u64, at: usize) -> Result<()> {
        match self.rejects(reject, shape, number) {
            Some(value) => Err(rejected(at, value)),
            None => Ok(()),
        }
    }

    pub(super) fn rejects(&self, reject: Run, shape: ShapeId, number: u64) -> Option<i128> {
        let value = self.executor.signed(shape, number);
        reject.of(&self.plan.numbers).contains(&value).then_some(value)
    }

    pub(super) fn nonempty(&self, shape: ShapeId, number: u64, at: usize) -> Result<()> {
        let table = match self.plan.shapes.get(shape.index()) {
            Some(Shape::Index { table, .. }) => self.plan.tables.get(*table as usize),
            Some(Shape::Part { value, .. } | Shape::Computed { shape: value, .. }) => {
                return self.nonempty(*value, number, at);
            }
            _ => None,
        };
        let Some(table) = table.map(|table| self.plan.name(*table)) else { return Ok(()) };
        let bytes = self.around.tables.bytes(table, number).map_err(|error| error.or_at(at))?;
        match bytes.is_empty() {
            true => Err(Error::invalid("the string must not be empty").or_at(at)),
            false => Ok(()),
        }
    }
}
