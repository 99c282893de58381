//! The part of a plan that is shown, and the names in it.

use crate::{Base, Bound, Expr, ExprId, ItemId, Operator, Plan, Run, Shape, Step};
use alloc::vec::Vec;
use core::cell::RefCell;
use core::ops::Deref;

/// The part of a plan that is shown.
#[derive(Clone, Copy)]
pub(super) struct View<'p> {
    pub(super) plan: &'p Plan,
    /// The item whose steps expressions name.
    pub(super) item: ItemId,
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

impl<'p> View<'p> {
    /// The version of an axis, if it is given.
    pub(super) fn version(&self, bound: &Bound) -> Option<u32> {
        self.at.get(bound.axis as usize).copied().flatten()
    }

    /// An item of the whole plan.
    pub(super) fn whole(plan: &'p Plan, item: ItemId) -> Self {
        View { plan, item, at: &[], used: None, own: None, as_schema: false }
    }

    /// Another item of the plan.
    pub(super) fn of(self, item: ItemId) -> Self {
        View { item, ..self }
    }

    pub(super) fn item_name(self, item: ItemId) -> &'p str {
        self.plan.items.get(item.index()).map_or("?", |item| self.plan.name(item.name))
    }

    pub(super) fn step_name(self, step: u32) -> &'p str {
        let steps = self.plan.steps_of(self.item);
        steps.get(step as usize).map_or("?", |step| self.plan.name(step.name))
    }

    /// Whether a gate is open at the given versions.
    pub(super) fn has(&self, gate: Run) -> bool {
        if let Some(used) = self.used {
            used.borrow_mut().extend(gate.of(&self.plan.bounds));
        }
        let mut bounds = gate.of(&self.plan.bounds).iter();
        bounds.all(|bound| self.version(bound).is_none_or(|version| bound.holds(Some(version))))
    }

    /// An expression without conversions of its sign.
    fn bare(&self, mut id: ExprId) -> ExprId {
        while let Some(Expr::Natural(of, _)) = self.exprs.get(id.index()) {
            id = *of;
        }
        id
    }

    /// The precedence of an expression.
    pub(super) fn rank(&self, id: ExprId) -> u8 {
        match self.exprs.get(self.bare(id).index()) {
            Some(Expr::If(..)) => 0,
            Some(Expr::Not(_) | Expr::Matches(..) | Expr::Is(..)) => Operator::Equal.rank() + 1,
            Some(
                Expr::Binary(operator, ..) | Expr::Signed(operator, ..) | Expr::Float(operator, ..),
            ) => operator.rank() + 1,
            _ => u8::MAX,
        }
    }

    /// The step that an expression is the number of.
    fn step(&self, id: ExprId) -> Option<&Step> {
        let (_, step) = self.plan.number_step(self.item, self.bare(id))?;
        Some(step)
    }

    /// The base of the field in an expression; decimal without one.
    pub(super) fn base(&self, id: ExprId) -> Base {
        match self.exprs.get(self.bare(id).index()) {
            Some(Expr::Binary(operator, a, b)) if is_bitwise(*operator) => match self.base(*a) {
                Base::Decimal => self.base(*b),
                base => base,
            },
            _ => self.step(id).map_or(Base::Decimal, |step| step.base),
        }
    }

    /// The name of the member of the enum of a field with a number.
    pub(super) fn member(&self, field: ExprId, number: u64) -> Option<&str> {
        let shape = self.plan.number_shape(self.step(field)?.shape)?;
        let Some(Shape::Enum { members, .. }) = self.shapes.get(shape.index()) else { return None };
        let mut members = members.of(&self.members).iter();
        let member = members.find(|member| member.bits() == number && !member.removed)?;
        Some(self.plan.name(member.name))
    }
}

pub(super) fn is_bitwise(operator: Operator) -> bool {
    matches!(operator, Operator::BitAnd | Operator::BitOr | Operator::BitXor)
}
