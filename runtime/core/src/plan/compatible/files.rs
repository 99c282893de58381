//! Whole files that two plans read.

use super::{Side, Sides, spelled};
use crate::error::{Error, Result};
use crate::plan::{Executor, File, FileValue, SectionContent, Value};
use bytespec_plan::Plan;

/// Two plans of one format that read files.
pub struct Files {
    old: Side,
    new: Side,
}

/// The result of reading a file with both plans.
#[derive(Clone, Debug)]
pub enum FileOutcome {
    /// The old plan does not read the file either.
    Unread(Error),
    /// Both plans read the same.
    Same,
    /// The new plan rejects the file.
    Refused(Error),
    /// The new plan reads something else.
    Otherwise {
        /// The path of the first value that differs, from the name of the section on.
        path: String,
        /// The value as the old plan reads it.
        old: String,
        /// The value as the new plan reads it; empty if it has none.
        new: String,
    },
}

impl Files {
    /// Prepares both plans for reading files.
    #[must_use]
    pub fn new(old: &Plan, new: &Plan) -> Self {
        Files { old: Side::new(old), new: Side::new(new) }
    }

    /// Reads a file with both plans.
    ///
    /// # Errors
    /// A plan that breaks its invariants.
    pub fn read(&self, bytes: &[u8]) -> Result<FileOutcome> {
        let executors = [Executor::new(&self.old.plan, &[])?, Executor::new(&self.new.plan, &[])?];
        let [old, new] = executors.each_ref().map(|executor| {
            let mut file = File::with(executor, bytes)?;
            Ok((file.read()?, file.executor().clone()))
        });
        let ((old, from), (new, _)) = match (old, new) {
            (Err(error), _) => return Ok(FileOutcome::Unread(error)),
            (_, Err(error)) => return Ok(FileOutcome::Refused(error)),
            (Ok(old), Ok(new)) => (old, new),
        };
        Ok(self.compared(&from, &old, &new))
    }

    fn compared(&self, from: &Executor<'_>, old: &FileValue, new: &FileValue) -> FileOutcome {
        let sides = Sides { writer: &self.old, reader: &self.new, from };
        let differs = |path: &str, old: &Value, new: &Value| {
            (!sides.alike(old, new)).then(|| sides.first(path.to_owned(), old, new))
        };
        if let Some(found) = differs("header", &old.header, &new.header) {
            return found;
        }
        for (before, after) in old.sections.iter().zip(&new.sections) {
            if let (SectionContent::Item(item, a), SectionContent::Item(_, b)) =
                (&before.content, &after.content)
            {
                let plan = &self.old.plan;
                let name = plan.items.get(item.index()).map_or("", |item| plan.name(item.name));
                if let Some(found) = differs(name, a, b) {
                    return found;
                }
            }
        }
        FileOutcome::Same
    }
}

impl Sides<'_> {
    /// The innermost first difference between two values that differ.
    fn first(&self, path: String, old: &Value, new: &Value) -> FileOutcome {
        let inner = match (old.bare(), new.bare()) {
            (Value::List(a), Value::List(b)) if a.len() == b.len() => {
                let mut pairs = a.iter().zip(b).enumerate();
                let found = pairs.find(|(_, (a, b))| !self.alike(a, b));
                found.map(|(at, (a, b))| (format!("{path}[{at}]"), a, b))
            }
            (Value::Item(a, of_a), Value::Item(b, of_b)) => {
                let fields = self.fields((*a, of_a), (*b, of_b));
                let found =
                    fields.into_iter().find(|(_, value, other)| !self.same_field(value, *other));
                found.and_then(|(name, a, b)| Some((format!("{path}.{name}"), a, b?)))
            }
            _ => None,
        };
        if let Some((path, a, b)) = inner {
            return self.first(path, a, b);
        }
        let (old, new) = (spelled(&self.writer.plan, old), spelled(&self.reader.plan, new));
        FileOutcome::Otherwise { path, old, new }
    }
}
