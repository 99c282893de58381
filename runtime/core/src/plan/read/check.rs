//! Checks of the numbers of steps.

use super::Reader;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::Surroundings;
use crate::plan::execution_state::ExecutionState;
use crate::values::{empty_string, rejected};
use bytespec_plan::{Kind, Plan, Role, Run, Shape, ShapeId, Step};

impl<'p, 'i> Reader<'_, 'p, 'i> {
    /// Checks the number of a step.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn check(&mut self, step: &Step, number: u64, at: usize) -> Result<()> {
        if !step.reject.is_empty() {
            self.refuse(step.reject, step.shape, number, at)?;
        }
        let outer =
            step.role == Role::Visible && self.frame().is_some_and(|frame| frame.options.nonempty);
        if step.nonempty || outer {
            self.nonempty(step.shape, number, at)?;
        }
        if let Role::Checked(by) = step.role {
            // It is checked when the file is read again.
            if !self.executor.prepared.later_lists.is_empty()
                && !self.state.is_complete()
                && self.plan.reads_later(by)
            {
                return Ok(());
            }
            let expected = self.eval(by)?;
            if expected != number {
                if let Some(condition) = self.plan.rule(step)
                    && let Some(item) = self.frame().map(|frame| frame.item)
                {
                    let start = self.start_of_ruled().unwrap_or(at);
                    let fields = self.plan.terms_in(item, condition);
                    let numbers = fields.into_iter().map(|field| self.eval(field).ok());
                    let fault = self.executor.invalid((item, condition), numbers);
                    return self.mistaken(Error::at(start, fault));
                }
                let fault = self.executor.other_number((step.shape, step.base), expected, number);
                let frame = self.frame();
                // The enclosing item computes the counts of an operation.
                let operation = frame.filter(|frame| {
                    let item = self.plan.items.get(frame.item.index());
                    item.is_some_and(|item| item.kind == Kind::Operation)
                });
                if let Some(operation) = operation {
                    return Err(Error::at(operation.start, fault));
                }
                // Other parts of the same bytes would be reported after it.
                return match frame.is_some_and(|frame| at < frame.whole.end) {
                    true => Err(Error::at(at, fault)),
                    false => self.mistaken(Error::at(at, fault)),
                };
            }
        }
        Ok(())
    }

    fn refuse(&self, reject: Run, shape: ShapeId, number: u64, at: usize) -> Result<()> {
        match self.rejects(reject, shape, number) {
            Some(value) => Err(rejected(at, value)),
            None => Ok(()),
        }
    }

    pub(super) fn rejects(&self, reject: Run, shape: ShapeId, number: u64) -> Option<i128> {
        self.executor.rejects(reject, shape, number)
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
            true => Err(empty_string().or_at(at)),
            false => Ok(()),
        }
    }
}

/// Refuses a reference past the end of a table, if the entries of tables are located.
#[cold]
pub(super) fn refers(
    plan: &Plan,
    around: Surroundings<'_>,
    state: &ExecutionState,
    shape: &Shape,
    (number, at): (u64, usize),
) -> Result<()> {
    let Shape::Index { table, .. } = *shape else { return Ok(()) };
    let name = plan.tables.get(table as usize).map_or("?", |name| plan.name(*name));
    let noted = state.tables.get(table as usize).filter(|table| table.element.is_some());
    let count = match noted {
        Some(table) => Some(table.len() as u64),
        None => around.tables.count(name),
    };
    match count {
        Some(len) if number >= len => {
            let table = name.to_owned().into();
            Err(Error::at(at, ErrorKind::Index { table, found: number, len }))
        }
        _ => Ok(()),
    }
}
