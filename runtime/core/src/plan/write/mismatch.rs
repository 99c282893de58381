//! Faults of values that disagree with other fields: with a tag, or with a condition.

use super::Writing;
use crate::error::{Error, ErrorKind, OtherTag, PlanFault};
use crate::plan::Value;
use crate::plan::expression::spelled_bytes;
use bytespec_plan::{Case, Expr, ExprId, ItemId, Plan, Run, Shape, Step, bits_of};
use std::borrow::Cow;

/// The most tags of a variant that a message shows.
const SHOWN: usize = 8;

/// A condition as the schema spells it, and the values in it.
type Condition = (String, Vec<(String, String)>);

impl Writing<'_, '_, '_> {
    /// The fault of a value whose variant is not the one of the tag that fields state. `case` is the variant; none for bytes that the
    /// schema does not describe.
    #[cold]
    pub(super) fn other_tag(
        &self,
        (tag, stated): (ExprId, u64),
        cases: Run,
        case: Option<ItemId>,
    ) -> Error {
        let item = self.frame().map_or(ItemId(0), |frame| frame.item);
        let is_text = self.plan.has_text_tags(cases);
        let spelled = |number: u64| match is_text {
            true => self.plan.tag_text(number),
            false => self.executor.term(item, tag, number),
        };
        let of_case = |of: &&Case| of.item == case && self.executor.open(of.gate);
        let tags = cases.of(&self.plan.cases).iter().filter(of_case).take(SHOWN);
        let tags = tags.map(|of| match of.tag == of.last {
            true => spelled(of.bits()),
            false if of.others() == u64::MAX => "..".to_owned(),
            false => format!("{}..{}", spelled(of.bits()), spelled(bits_of(of.last))),
        });
        let label = |item: ItemId| {
            let item = self.plan.items.get(item.index());
            item.map_or("?", |item| self.plan.name(item.label)).to_owned()
        };
        let expected = self.executor.case(cases, stated).and_then(|(case, _)| case.item);
        let long = self.tag_bytes(tag).filter(|_| stated == Plan::NOWHERE);
        Error::new(ErrorKind::Plan(PlanFault::Tag(Box::new(OtherTag {
            variant: case.map(label),
            tags: if case.is_some() { tags.collect() } else { Vec::new() },
            by: self.plan.show_expr(item, tag).to_string(),
            stated: long.map_or_else(|| spelled(stated), |bytes| spelled_bytes(&bytes)),
            expected: expected.filter(|item| Some(*item) != case).map(label),
        }))))
    }

    /// The bytes that are a tag, if a field of the same item or of a record in it has them.
    fn tag_bytes(&self, tag: ExprId) -> Option<Cow<'_, [u8]>> {
        match self.plan.exprs.get(tag.index())? {
            Expr::Big(step) => self.content_of(*step, 0).ok(),
            Expr::Field(step) => match self.shape_of(self.frame()?.item, *step)? {
                Shape::Computed { value, .. } => self.tag_bytes(*value),
                _ => None,
            },
            Expr::Inner(step, item, part) => {
                self.inner_bytes(self.frame()?.values.get(*step as usize), (*item, *part))
            }
            _ => None,
        }
    }

    /// The same for a step of an item that is the value of a field.
    fn inner_bytes<'v>(
        &self,
        value: &'v Value,
        (item, part): (ItemId, u32),
    ) -> Option<Cow<'v, [u8]>> {
        let Value::Item(found, values) = value.bare() else { return None };
        let Shape::Computed { value, .. } = self.shape_of(item, part)? else { return None };
        let value_of = |step: &u32| values.get(*step as usize).filter(|_| *found == item);
        match self.plan.exprs.get(value.index())? {
            Expr::Inner(step, item, part) => self.inner_bytes(value_of(step)?, (*item, *part)),
            Expr::Big(of) => match value_of(of)?.bare() {
                Value::Bytes(bytes) => Some(Cow::Borrowed(bytes)),
                Value::Text(text) => Some(Cow::Borrowed(text.as_bytes())),
                _ => None,
            },
            _ => None,
        }
    }

    fn shape_of(&self, item: ItemId, step: u32) -> Option<&Shape> {
        let step = self.plan.steps_of(item).get(step as usize)?;
        self.plan.shapes.get(step.shape.index())
    }

    /// The condition of a step, if the schema spells one.
    fn condition(&self, step: &Step) -> Option<Condition> {
        let (when, item) = (step.when?, self.frame()?.item);
        let numbers = self.plan.terms_in(item, when).into_iter().map(|term| self.eval(term).ok());
        Some(self.executor.condition((item, when), numbers))
    }

    /// The error for a step without a value.
    #[cold]
    pub(super) fn missing(&self, step: &Step) -> Error {
        let item = self.name_of(step);
        Error::new(match self.condition(step) {
            Some((condition, values)) => {
                ErrorKind::Plan(PlanFault::Needed { item, condition, values })
            }
            None => ErrorKind::Absent { item: format!("`{item}`").into(), why: "is missing" },
        })
    }

    /// The error for the value of a step that must be absent.
    #[cold]
    pub(super) fn not_absent(&self, step: &Step) -> Error {
        let item = self.name_of(step);
        Error::new(match self.condition(step) {
            Some((condition, values)) => {
                ErrorKind::Plan(PlanFault::Unneeded { item, condition, values })
            }
            None => ErrorKind::Presence { item: item.into(), when: None },
        })
    }
}
