//! The part of a plan that is shown, and the names in it.

use crate::{Bound, ItemId, Plan, Run};
use alloc::vec::Vec;
use core::cell::RefCell;
use core::ops::Deref;

/// The part of a plan that is shown.
#[derive(Clone, Copy)]
pub(super) struct View<'p> {
    pub(super) plan: &'p Plan,
    /// The versions of axes, by index. Only what exists at these versions is shown, without its gates.
    pub(super) at: &'p [Option<u32>],
    /// Collects the bounds that decide what is shown.
    pub(super) used: Option<&'p RefCell<Vec<Bound>>>,
    /// The step whose computed value is shown: a checksum counts its bytes as zeros.
    pub(super) own: Option<u32>,
    /// Whether expressions are spelled as in schemas. Locks have another spelling.
    pub(super) as_schema: bool,
}

impl Deref for View<'_> {
    type Target = Plan;

    fn deref(&self) -> &Plan {
        self.plan
    }
}

impl View<'_> {
    /// The version of an axis, if it is given.
    pub(super) fn version(&self, bound: &Bound) -> Option<u32> {
        self.at.get(bound.axis as usize).copied().flatten()
    }

    /// The whole plan.
    pub(super) fn whole(plan: &Plan) -> View<'_> {
        View { plan, at: &[], used: None, own: None, as_schema: false }
    }

    /// Whether a gate is open at the given versions.
    pub(super) fn has(&self, gate: Run) -> bool {
        if let Some(used) = self.used {
            used.borrow_mut().extend(gate.of(&self.plan.bounds));
        }
        let mut bounds = gate.of(&self.plan.bounds).iter();
        bounds.all(|bound| self.version(bound).is_none_or(|version| bound.holds(Some(version))))
    }
}

pub(super) fn item_name(plan: View<'_>, item: ItemId) -> &str {
    let plan = plan.plan;
    plan.items.get(item.index()).map_or("?", |item| plan.name(item.name))
}

pub(super) fn step_name(plan: View<'_>, item: ItemId, step: u32) -> &str {
    let plan = plan.plan;
    plan.steps_of(item).get(step as usize).map_or("?", |step| plan.name(step.name))
}
