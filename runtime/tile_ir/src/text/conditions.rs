//! Whether a group of a template is printed.

use super::parts::Given;
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
            Subject::HasContent(part) => attribute(current, part)
                .is_some_and(|value| may_be_absent(current, part) || value.has_content()),
            Subject::IsNot(part, member) => attribute(current, part) != Some(Given::Member(member)),
            Subject::AnyOf(part) => match attribute(current, part) {
                Some(Given::Flags(list)) => list.contains(&true),
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
