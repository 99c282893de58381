//! Tags of bytes that the schema does not describe.

use super::shape::{Inner, Of};
use crate::plan::{FileValue, SectionContent, Value};
use bytespec_plan::{Expr, ExprId, ItemId, Otherwise, Plan, Shape};

/// A choice whose value can be such bytes: the item with it, and its tag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) item: Option<ItemId>,
    pub(super) tag: ExprId,
}

impl Choice {
    /// The choice of a shape, if it is one; `item` has the step with the value.
    pub(super) fn new(plan: &Plan, inner: &Inner, item: Option<ItemId>) -> Option<Self> {
        match inner.shape(plan)? {
            Shape::Choice { tag, otherwise: Otherwise::Opaque, .. } => {
                Some(Choice { item: inner.around.last().copied().or(item), tag })
            }
            _ => None,
        }
    }

    /// Whether something else states the tag: other fields, or the first of the bytes. Otherwise it is a part of the value.
    pub(super) fn is_stated(self, plan: &Plan) -> bool {
        let (Some(item), Some(Expr::Field(of))) = (self.item, plan.exprs.get(self.tag.index()))
        else {
            return true;
        };
        let by = plan.steps_of(item).get(*of as usize).and_then(|step| step.role.computed());
        !matches!(by.and_then(|by| plan.exprs.get(by.index())), Some(Expr::Tag(_)))
    }
}

/// Takes the tags that something else states from such bytes, so that they follow it. What was set, at the positions of `set`, stays.
/// Returns whether there are any.
pub(super) fn forget_tags(plan: &Plan, file: &mut FileValue, set: &[Vec<usize>]) -> bool {
    let mut found = false;
    for section in &mut file.sections {
        let SectionContent::Item(item, value) = &mut section.content else { continue };
        let mut left = vec![(Vec::new(), Of::Item(*item), *item, value)];
        while let Some((positions, of, item, value)) = left.pop() {
            if set.contains(&positions) {
                continue;
            }
            let inside = |at: usize| [positions.as_slice(), &[at]].concat();
            let inner = Inner::new(plan, of);
            match value.bare_mut() {
                Value::Opaque(tag, _) => {
                    let choice = Choice::new(plan, &inner, Some(item));
                    if choice.is_some_and(|choice| choice.is_stated(plan)) {
                        *tag = Plan::NOWHERE;
                        found = true;
                    }
                }
                Value::List(elements) => {
                    let Some(list) = inner.list(plan) else { continue };
                    let item = inner.around.last().copied().unwrap_or(item);
                    let of = Of::Shape(list.element);
                    let elements = elements.iter_mut().enumerate();
                    left.extend(elements.map(|(at, element)| (inside(at), of, item, element)));
                }
                Value::Item(item, values) => {
                    let steps = plan.steps_of(*item).iter().zip(values).enumerate();
                    left.extend(steps.map(|(at, (step, value))| {
                        (inside(at), Of::Shape(step.shape), *item, value)
                    }));
                }
                _ => {}
            }
        }
    }
    found
}
