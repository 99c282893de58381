//! The parameters of an item: steps of enclosing items, and its index.

use bytespec_plan::{Expr, ExprId, ItemId, Plan, Role, Shape, ShapeId, Until};
use std::collections::BTreeSet;

/// A value that an item must get from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Need {
    /// A step of an enclosing item.
    Around(ItemId, u32),
    /// Its index among the elements of a sequence.
    Index,
    /// Its argument at a position.
    Argument(u32),
}

/// The needs of every item, by the item's index.
pub(super) fn needs(plan: &Plan) -> Vec<BTreeSet<Need>> {
    let mut needs = vec![BTreeSet::new(); plan.items.len()];
    loop {
        let mut is_stable = true;
        for item in (0..bytespec_plan::place(plan.items.len())).map(ItemId) {
            let mut found = BTreeSet::new();
            for step in plan.steps_of(item) {
                let mut gather = Gather { plan, needs: &needs, found: &mut found };
                if let Some(when) = step.when {
                    gather.expr(when);
                }
                if let Role::Checked(by) = step.role {
                    gather.expr(by);
                }
                gather.shape(step.shape);
            }
            found.retain(|need| !matches!(need, Need::Around(of, _) if *of == item));
            if let Some(known) = needs.get_mut(item.index()).filter(|known| **known != found) {
                *known = found;
                is_stable = false;
            }
        }
        if is_stable {
            return needs;
        }
    }
}

struct Gather<'g> {
    plan: &'g Plan,
    needs: &'g [BTreeSet<Need>],
    found: &'g mut BTreeSet<Need>,
}

impl Gather<'_> {
    /// Gathers needs, except for one that is known at this place.
    fn without(&mut self, known: Need, gather: impl FnOnce(&mut Gather<'_>)) {
        let mut found = BTreeSet::new();
        gather(&mut Gather { plan: self.plan, needs: self.needs, found: &mut found });
        found.remove(&known);
        self.found.extend(found);
    }

    fn item(&mut self, item: ItemId) {
        let needs = self.needs.get(item.index()).into_iter().flatten();
        // The shape of the item gives its arguments.
        self.found.extend(needs.filter(|need| !matches!(need, Need::Argument(_))));
    }

    fn shape(&mut self, shape: ShapeId) {
        let Some(shape) = self.plan.shapes.get(shape.index()) else { return };
        match *shape {
            Shape::Enum { number, .. } | Shape::Index { number, .. } => self.shape(number),
            Shape::Bits { number, .. } => self.shape(number),
            Shape::Sequence { element, until, .. } => {
                if let Until::Count(count) = until {
                    self.expr(count);
                }
                self.without(Need::Index, |inner| inner.shape(element));
            }
            Shape::Offsets { element, .. } => {
                self.without(Need::Index, |inner| inner.shape(element));
            }
            Shape::Sized { size, value } => {
                self.expr(size);
                self.shape(value);
            }
            Shape::Padding { align, strict, from } => {
                [align, strict].into_iter().chain(from).for_each(|part| self.expr(part));
            }
            Shape::Item(item) => self.item(item),
            Shape::Choice { tag, cases, .. } => {
                self.expr(tag);
                let cases = cases.of(&self.plan.cases).iter();
                cases.filter_map(|case| case.item).for_each(|item| self.item(item));
            }
            Shape::Either { test, then, otherwise } => {
                self.expr(test);
                self.shape(then);
                self.shape(otherwise);
            }
            Shape::At { offset, value } => {
                self.expr(offset);
                self.shape(value);
            }
            Shape::With { by, value, .. } | Shape::Transformed { key: by, value, .. } => {
                self.expr(by);
                self.shape(value);
            }
            Shape::Computed { value, .. } => self.expr(value),
            Shape::Bytes(length) | Shape::Text { length, .. } => {
                length.expr().into_iter().for_each(|count| self.expr(count));
            }
            Shape::Integer { .. }
            | Shape::Wide { .. }
            | Shape::Bool
            | Shape::Part { .. }
            | Shape::Function { .. }
            | Shape::Named { .. } => {}
        }
    }

    fn expr(&mut self, expr: ExprId) {
        match self.plan.exprs.get(expr.index()) {
            Some(Expr::Around(item, step)) => {
                self.found.insert(Need::Around(*item, *step));
            }
            Some(Expr::Index) => {
                self.found.insert(Need::Index);
            }
            Some(Expr::Argument(at)) => {
                self.found.insert(Need::Argument(*at));
            }
            // No viewer can express it.
            Some(Expr::Find(..)) | None => {}
            Some(of) => of.parts().for_each(|part| self.expr(part)),
        }
    }
}
