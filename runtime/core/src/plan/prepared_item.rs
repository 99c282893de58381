//! What readers and writers must note of an item, as far as it follows from the plan alone.

use super::depth::Nesting;
use bytespec_plan::{Expr, ExprId, ItemId, Plan, Role, Shape, ShapeId, Step, Until};

/// What readers and writers must note of an item.
#[derive(Clone, Debug, Default)]
pub(super) struct PreparedItem {
    /// Readers note the offsets of its steps, because an expression reads their bytes.
    pub(super) keeps_starts: bool,
    /// Writers note the offsets of its steps, which they also need for derived values.
    pub(super) keeps_written: bool,
    /// The positions of the steps that are checked at its end.
    pub(super) checked_at_end: Box<[u32]>,
    /// The kind of nesting for which it counts in another item.
    pub(super) nesting: Nesting,
}

impl PreparedItem {
    /// Prepares all items of a plan, by index.
    pub(super) fn all(plan: &Plan) -> Vec<Self> {
        // The condition that ends a sequence is evaluated in the scope of its elements.
        let ends = plan.shapes.iter().filter_map(|shape| match *shape {
            Shape::Sequence { element, until: Until::Holds(test), .. } => {
                item_of(plan, element).filter(|_| reads_bytes(plan, test))
            }
            _ => None,
        });
        let ends: Vec<ItemId> = ends.collect();
        let items = (0..plan.items.len()).map(|item| ItemId(item as u32));
        items.map(|item| PreparedItem::new(plan, item, ends.contains(&item))).collect()
    }

    fn new(plan: &Plan, item: ItemId, ends: bool) -> Self {
        let steps = plan.steps_of(item);
        let at_end = (0..).zip(steps);
        let at_end = at_end.filter(|(_, step)| matches!(step.role, Role::CheckedAtEnd(_)));
        let checked_at_end: Box<[u32]> = at_end.map(|(at, _)| at).collect();
        // Only writers compute a derived value that is not checked.
        let reads = steps.iter().any(|step| {
            let checked = step.role.computed().filter(|_| !matches!(step.role, Role::Derived(_)));
            let own = step.when.into_iter().chain(checked);
            own.into_iter().any(|expr| reads_bytes(plan, expr))
                || any_of_shape(plan, step.shape, &|expr| reads_bytes(plan, expr))
                || plan.rule(step).is_some()
        });
        let keeps_starts = reads || ends || !checked_at_end.is_empty();
        let writes = (0..).zip(steps).any(|(at, step)| {
            step.role.computed().is_some_and(|by| reads_earlier_bytes(plan, by, at))
                || reads_measure(plan, steps, at)
        });
        let nesting = Nesting::of(plan, item);
        PreparedItem {
            keeps_starts,
            keeps_written: keeps_starts || writes,
            checked_at_end,
            nesting,
        }
    }
}

/// Whether an expression of a step reads an earlier number that is computed from the bytes of steps before it.
fn reads_measure(plan: &Plan, steps: &[Step], at: u32) -> bool {
    let is_measure = |expr: &Expr| {
        let Expr::Field(number) = *expr else { return false };
        let by = steps.get(number as usize).and_then(|step| step.role.computed());
        by.is_some_and(|by| reads_earlier_bytes(plan, by, at))
    };
    let Some(step) = steps.get(at as usize) else { return false };
    let own = step.when.into_iter().chain(step.role.computed());
    own.into_iter().any(|expr| any_part(plan, expr, &is_measure))
        || any_of_shape(plan, step.shape, &|expr| any_part(plan, expr, &is_measure))
}

/// The item of the elements of a shape.
pub(super) fn item_of(plan: &Plan, element: ShapeId) -> Option<ItemId> {
    match plan.shapes.get(element.index())? {
        Shape::Item(item) => Some(*item),
        Shape::Sized { value, .. } | Shape::With { value, .. } => item_of(plan, *value),
        _ => None,
    }
}

/// Whether an expression of a shape, or of a shape in it, meets a condition.
fn any_of_shape(plan: &Plan, shape: ShapeId, test: &dyn Fn(ExprId) -> bool) -> bool {
    plan.shapes.get(shape.index()).is_some_and(|shape| {
        shape.exprs().any(test) || shape.shapes().any(|inner| any_of_shape(plan, inner, test))
    })
}

/// Whether an expression, or a part of it, meets a condition.
fn any_part(plan: &Plan, expr: ExprId, test: &dyn Fn(&Expr) -> bool) -> bool {
    plan.exprs
        .get(expr.index())
        .is_some_and(|expr| test(expr) || expr.parts().any(|part| any_part(plan, part, test)))
}

fn reads_bytes(plan: &Plan, expr: ExprId) -> bool {
    any_part(plan, expr, &|expr| {
        matches!(
            expr,
            Expr::Bytes(_)
                | Expr::Element(..)
                | Expr::Matches(..)
                | Expr::Big(_)
                | Expr::Content(_)
                | Expr::Digits(..)
                | Expr::Checksum(..)
        )
    })
}

/// Whether an expression reads the bytes of steps before `before`, or a checksum.
fn reads_earlier_bytes(plan: &Plan, expr: ExprId, before: u32) -> bool {
    any_part(plan, expr, &|expr| match *expr {
        Expr::Bytes(step) => step < before,
        Expr::Checksum(..) => true,
        _ => false,
    })
}
