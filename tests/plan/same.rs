//! What both decoders say, in the same words.

use bytespec::plan::data::{Plan, Step};
pub(crate) use bytespec::plan::same::{Same, of_item};
use bytespec::plan::{Builtin, Value, same};

/// A value of a plan; `skip` are fields that the other side does not have.
pub(crate) fn of_value(plan: &Plan, value: &Value, skip: &[&str]) -> Same {
    let skipped = |step: &Step| skip.contains(&plan.name(step.name));
    same::of_value(plan, value, &skipped, &Builtin)
}
