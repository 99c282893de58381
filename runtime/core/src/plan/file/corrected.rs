//! Numbers that writers correct, the sizes of values in other items; and files that are read in another way than they were written.

use super::placed::path_to;
use super::{File, FileValue, SectionContent, SectionValue};
use crate::error::{Error, ErrorKind, PlanFault, Result};
use crate::plan::Value;
use crate::plan::difference::Difference;
use bytespec_plan::{Base, Expr, Length, Plan, Role, Shape};

impl File<'_, '_> {
    /// Refuses a value that a reader reads in another way: optional parts can disagree with the number of bytes left, and a
    /// digit can follow the digits of a number.
    pub(super) fn check_again(&self, file: &FileValue, bytes: &[u8]) -> Result<()> {
        let plan = self.executor.plan();
        let again = File::with(&self.executor, bytes).and_then(|mut file| file.read());
        let again = again.map_err(|error| {
            let (item, error) = ("the written file".to_owned(), Some(error));
            Error::new(ErrorKind::RoundTrip { item, error })
        })?;
        if first_difference(plan, file, &again).is_none() {
            return Ok(());
        }
        let mut corrected = file.clone();
        correct_sizes(plan, (&mut corrected, &again), &mut |_| ());
        let Some(difference) = first_difference(plan, &corrected, &again) else { return Ok(()) };
        let Difference { path, written, read } = difference;
        let prepared = &self.executor.prepared;
        let (left, digits) = (prepared.reads_left, prepared.has_open_digits);
        let error =
            Error::new(ErrorKind::Plan(PlanFault::Ambiguous { written, read, left, digits }));
        Err(path.into_iter().rev().fold(error, Error::within))
    }
}

/// The first part of the records of two files that differs.
fn first_difference(plan: &Plan, written: &FileValue, read: &FileValue) -> Option<Difference> {
    let records = |(written, read): (&SectionValue, &SectionValue)| {
        let (SectionContent::Item(_, written), SectionContent::Item(_, read)) =
            (&written.content, &read.content)
        else {
            return None;
        };
        Difference::first(plan, Base::Decimal.into(), (written, read))
    };
    written.sections.iter().zip(&read.sections).find_map(records)
}

/// A number that a writer corrected.
#[derive(Debug)]
pub(in crate::plan) struct Corrected<'v> {
    /// Its path, as listings spell it.
    pub(in crate::plan) path: String,
    /// Its position in the content of the section, outermost first.
    pub(in crate::plan) positions: Vec<usize>,
    /// The base of its field.
    pub(in crate::plan) base: Base,
    /// The number before.
    pub(in crate::plan) before: &'v Value,
    /// The number after.
    pub(in crate::plan) after: &'v Value,
}

/// Gives numbers that writers correct, and tags that follow other fields, the values that were read. `corrected` gets the numbers that
/// changed.
pub(in crate::plan) fn correct_sizes(
    plan: &Plan,
    (written, read): (&mut FileValue, &FileValue),
    corrected: &mut dyn FnMut(Corrected<'_>),
) {
    let sizes: Vec<u32> = plan.shapes.iter().filter_map(|shape| size_list(plan, shape)).collect();
    for (written, read) in written.sections.iter_mut().zip(&read.sections) {
        if let (SectionContent::Item(_, written), SectionContent::Item(_, read)) =
            (&mut written.content, &read.content)
        {
            correct((plan, &sizes), (written, read), corrected);
        }
    }
}

/// The list of numbers that are the sizes of values of a shape.
fn size_list(plan: &Plan, shape: &Shape) -> Option<u32> {
    let (Shape::Sized { size, .. }
    | Shape::Bytes(Length::Count(size))
    | Shape::Text { length: Length::Count(size), .. }) = shape
    else {
        return None;
    };
    match plan.exprs.get(size.index())? {
        Expr::Listed(list, _) => Some(*list),
        _ => None,
    }
}

fn correct(
    (plan, sizes): (&Plan, &[u32]),
    (written, record): (&mut Value, &Value),
    corrected: &mut dyn FnMut(Corrected<'_>),
) {
    let mut left = vec![(Vec::new(), written, record)];
    while let Some((positions, written, read)) = left.pop() {
        let inside = |at: usize| [positions.as_slice(), &[at]].concat();
        match (written.bare_mut(), read.bare()) {
            (Value::List(written), Value::List(read)) => {
                let pairs = written.iter_mut().zip(read).enumerate().rev();
                left.extend(pairs.map(|(at, (written, read))| (inside(at), written, read)));
            }
            (Value::Item(item, written), Value::Item(other, read)) if item == other => {
                let values = written.iter_mut().zip(read).enumerate();
                for (step, (at, (written, read))) in plan.steps_of(*item).iter().zip(values).rev() {
                    let positions = inside(at);
                    let is_size = step.list.is_some_and(|list| sizes.contains(&list));
                    let (before, after) = (written.bare_mut(), read.bare());
                    if !is_size || step.role != Role::Visible {
                        left.push((positions, before, after));
                    } else if before.number().is_some() && *before != *after {
                        let base = step.base;
                        let path = path_to(plan, record, &positions).unwrap_or_default();
                        corrected(Corrected { path, positions, base, before, after });
                        *before = after.clone();
                    }
                }
            }
            (Value::Opaque(tag @ Plan::NOWHERE, bytes), Value::Opaque(read, other))
                if bytes == other =>
            {
                *tag = *read;
            }
            _ => {}
        }
    }
}
