//! Numbers that depend on values after them in other items, and on the offsets of fields after them.
//!
//! Expressions of such numbers use lists of the whole file: writers write a file again when these are known.

use bytespec_plan::{Expr, ExprId, ItemId, Operator, Plan, Role, Shape, ShapeId, Step, place};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// Makes the expressions of such numbers use the lists of the whole file.
pub(super) fn resolve(plan: &mut Plan) {
    let Some(content) = plan.file.and_then(|file| file.content) else { return };
    let reach = Reach::new(plan, content);
    for &item in &reach.items {
        for (at, step) in (0..).zip(plan.steps_of(item).to_vec()) {
            let by = match step.role {
                Role::Checked(by) | Role::CheckedAtEnd(by) | Role::Derived(by) => by,
                Role::Visible | Role::Constant(_) | Role::Whole | Role::Filler => continue,
            };
            if matches!(plan.shapes.get(step.shape.index()), Some(Shape::Computed { .. })) {
                continue;
            }
            let number = Number { reach: &reach, item, at };
            if !number.depends(plan, by, 0) {
                continue;
            }
            if let Some(by) = number.resolved(plan, by) {
                number.set_role(plan, Role::Checked(by));
            }
        }
    }
}

/// The items in a file, and in each item.
struct Reach {
    items: BTreeSet<ItemId>,
    /// The items in each item, at any depth, with itself, by index of the item.
    inside: Vec<BTreeSet<ItemId>>,
}

impl Reach {
    fn new(plan: &Plan, content: ItemId) -> Self {
        let all = |first: ItemId| {
            let (mut seen, mut left) = (BTreeSet::new(), vec![first]);
            while let Some(item) = left.pop() {
                if seen.insert(item) {
                    left.extend(plan.steps_of(item).iter().flat_map(|step| held(plan, step.shape)));
                }
            }
            seen
        };
        let items = (0..place(plan.items.len())).map(ItemId);
        Reach { inside: items.map(all).collect(), items: all(content) }
    }

    /// The positions of the steps of an item that contain another item.
    fn around(&self, plan: &Plan, outer: ItemId, inner: ItemId) -> Vec<u32> {
        let contains = |step: &Step| {
            held(plan, step.shape)
                .iter()
                .any(|item| self.inside.get(item.index()).is_some_and(|all| all.contains(&inner)))
        };
        let steps = (0..).zip(plan.steps_of(outer)).filter(|(_, step)| contains(step));
        steps.map(|(at, _)| at).collect()
    }
}

/// The items that a value contains directly.
fn held(plan: &Plan, shape: ShapeId) -> Vec<ItemId> {
    match plan.shapes.get(shape.index()) {
        Some(Shape::Item(item)) => vec![*item],
        Some(Shape::Choice { cases, .. }) => {
            cases.of(&plan.cases).iter().filter_map(|case| case.item).collect()
        }
        Some(shape) => shape.shapes().flat_map(|inner| held(plan, inner)).collect(),
        None => Vec::new(),
    }
}

/// A computed number, by its item and the position of its step.
struct Number<'r> {
    reach: &'r Reach,
    item: ItemId,
    at: u32,
}

impl Number<'_> {
    /// The expression with the lists of the whole file, also for later fields of the same item; none without such parts.
    fn resolved(&self, plan: &mut Plan, by: ExprId) -> Option<ExprId> {
        let expr = *plan.exprs.get(by.index())?;
        match expr {
            Expr::Listed(list, at) if self.is_listed_behind(plan, list, at) => {
                let at = self.resolved(plan, at).unwrap_or(at);
                return Some(add(plan, Expr::Later(list, at)));
            }
            Expr::Count(list) if self.is_behind(plan, list, true) => {
                return Some(add(plan, Expr::Total(list)));
            }
            Expr::Around(item, step) if self.is_after(plan, item, step) => {
                return Some(next(plan, (item, step)));
            }
            Expr::Field(step) if step > self.at => {
                return Some(next(plan, (self.item, step)));
            }
            _ => {}
        }
        let parts: Vec<ExprId> = expr.parts().collect();
        let resolved: Vec<Option<ExprId>> =
            parts.iter().map(|part| self.resolved(plan, *part)).collect();
        if resolved.iter().all(Option::is_none) {
            return None;
        }
        let mut new = parts.iter().zip(resolved).map(|(old, new)| new.unwrap_or(*old));
        let expr = expr.with_parts(|| new.next().unwrap_or(by));
        Some(add(plan, expr))
    }

    /// Whether a step of an item around the number comes after all steps that contain the number.
    fn is_after(&self, plan: &Plan, item: ItemId, step: u32) -> bool {
        self.reach.around(plan, item, self.item).last().is_some_and(|last| *last < step)
    }

    /// Whether the value at a position of a list can come after the number. In what repeats, a difference is the position of an
    /// earlier value.
    fn is_listed_behind(&self, plan: &Plan, list: u32, at: ExprId) -> bool {
        self.is_behind(plan, list, is_difference(plan, at))
    }

    /// Whether values of a list can come after the number; if the expression is about values `so_far`, whether all of them do, or
    /// some do and the number is outside of what repeats.
    fn is_behind(&self, plan: &Plan, list: u32, so_far: bool) -> bool {
        let Some(&(of, step)) = plan.lists.get(index(list)) else { return false };
        let mut is_behind = false;
        for &item in &self.reach.items {
            let own = (item == self.item).then_some(self.at);
            let values = (item == of).then_some(step);
            let around = |inner: ItemId| self.reach.around(plan, item, inner).into_iter();
            let numbers: Vec<u32> = around(self.item).chain(own).collect();
            for value in around(of).chain(values) {
                for number in &numbers {
                    match value.cmp(number) {
                        Ordering::Less if so_far => return false,
                        Ordering::Equal if so_far && self.repeats(plan, item, value) => {
                            return false;
                        }
                        Ordering::Greater => is_behind = true,
                        Ordering::Less | Ordering::Equal => {}
                    }
                }
            }
        }
        is_behind
    }

    fn repeats(&self, plan: &Plan, item: ItemId, step: u32) -> bool {
        let step = plan.steps_of(item).get(index(step));
        step.is_some_and(|step| has_elements(plan, step.shape))
    }

    /// Whether an expression depends on values after the number in other items, or on the offset of a later field. `depth` is the
    /// number of later fields that use it.
    fn depends(&self, plan: &Plan, by: ExprId, depth: u32) -> bool {
        let Some(expr) = plan.exprs.get(by.index()).filter(|_| depth < MAX_DEPTH) else {
            return false;
        };
        let is_later = match *expr {
            Expr::Position => depth > 0,
            Expr::Around(item, step) => self.is_after(plan, item, step),
            Expr::Listed(list, at) => self.is_listed_behind(plan, list, at),
            Expr::Count(list) => self.is_behind(plan, list, true),
            Expr::Field(step) if step > self.at => {
                let step = plan.steps_of(self.item).get(index(step));
                let by = step.and_then(|step| step.role.computed());
                by.is_some_and(|by| self.depends(plan, by, depth + 1))
            }
            _ => false,
        };
        is_later || expr.parts().any(|part| self.depends(plan, part, depth))
    }

    fn set_role(&self, plan: &mut Plan, role: Role) {
        let at = plan.items[self.item.index()].steps.start + self.at;
        if let Some(step) = plan.steps.to_mut().get_mut(index(at)) {
            step.role = role;
        }
    }
}

/// The most steps that depend on each other.
const MAX_DEPTH: u32 = 16;

/// The number that a step has when it is read next: that of the item around the expression.
fn next(plan: &mut Plan, of: (ItemId, u32)) -> ExprId {
    let list = list_of(plan, of);
    let count = add(plan, Expr::Count(list));
    add(plan, Expr::Later(list, count))
}

/// The list that records a step.
fn list_of(plan: &mut Plan, (item, step): (ItemId, u32)) -> u32 {
    let known = plan.lists.iter().position(|of| *of == (item, step));
    let list = place(known.unwrap_or(plan.lists.len()));
    if known.is_none() {
        plan.lists.to_mut().push((item, step));
        let at = plan.items[item.index()].steps.start + step;
        if let Some(step) = plan.steps.to_mut().get_mut(index(at)) {
            *step = Step { list: Some(list), ..*step };
        }
    }
    list
}

fn add(plan: &mut Plan, expr: Expr) -> ExprId {
    let known = plan.exprs.iter().position(|known| *known == expr);
    if known.is_none() {
        plan.exprs.to_mut().push(expr);
    }
    ExprId(place(known.unwrap_or(plan.exprs.len() - 1)))
}

fn is_difference(plan: &Plan, of: ExprId) -> bool {
    match plan.exprs.get(of.index()) {
        Some(Expr::Binary(operator, ..) | Expr::Signed(operator, ..)) => {
            *operator == Operator::Subtract
        }
        Some(Expr::Natural(of, _)) => is_difference(plan, *of),
        _ => false,
    }
}

fn has_elements(plan: &Plan, shape: ShapeId) -> bool {
    plan.shapes.get(shape.index()).is_some_and(|shape| {
        matches!(shape, Shape::Sequence { .. })
            || shape.shapes().any(|inner| has_elements(plan, inner))
    })
}

fn index(at: u32) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}
