//! Whether a group of a template is printed.

use super::parts::Shown;
use super::printer::{Current, Printer, attribute};
use super::types::has;
use bytespec_core::error::Result;
use bytespec_core::operation_text::{Part, Subject, Test};

impl<'p> Printer<'p> {
    /// Whether one of several conditions holds. A condition holds if all of its tests hold.
    pub(super) fn holds(&self, current: &Current<'p>, any: &[&[Test]]) -> Result<bool> {
        for all in any {
            let mut holds = true;
            for test in *all {
                holds &= self.subject_holds(current, test.of)? != test.negated;
            }
            if holds {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn subject_holds(&self, current: &Current<'p>, subject: Subject) -> Result<bool> {
        Ok(match subject {
            Subject::HasContent(Part::Operand(index)) => current
                .groups
                .operands
                .get(usize::from(index))
                .is_some_and(|group| !group.is_empty()),
            Subject::HasContent(Part::Result(index)) => current
                .groups
                .results
                .get(usize::from(index))
                .is_some_and(|group| !group.is_empty()),
            Subject::HasContent(Part::Region(index)) => {
                match (current.groups.regions.get(usize::from(index)), current.body) {
                    (Some(region), Some(body)) => body.forest().first_block(*region).is_some(),
                    _ => false,
                }
            }
            Subject::HasContent(part) => match attribute(current, part) {
                Shown::Absent => false,
                _ if may_be_absent(current, part) => true,
                Shown::Flag(flag) => flag,
                Shown::Integer(value) => value != 0,
                Shown::Flags(list) => !list.is_empty(),
                Shown::Integers(list) => !list.is_empty(),
                Shown::Attributes(list) => !list.is_empty(),
                Shown::Named(list) => !list.is_empty(),
                _ => true,
            },
            Subject::IsNot(part, member) => {
                !matches!(attribute(current, part), Shown::Member(found) if found == member)
            }
            Subject::AnyOf(part) => match attribute(current, part) {
                Shown::Flags(list) => list.contains(&true),
                _ => false,
            },
            Subject::HasField(Part::Result(index), field) => {
                let group = current.groups.results.get(usize::from(index));
                match group.and_then(|group| group.first()) {
                    Some(result) => has(self.module.type_at(result.ty)?, field),
                    None => false,
                }
            }
            Subject::HasField(..) => false,
        })
    }
}

/// Whether an attribute is optional.
fn may_be_absent(current: &Current<'_>, part: Part) -> bool {
    let Part::Attribute(index) = part else { return false };
    current.info.optional.contains(&index)
}
