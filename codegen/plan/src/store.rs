//! The pools of a plan.

use crate::{
    Axis, Bound, Case, Expr, Fact, FileShape, Item, ItemId, Layout, Member, Section, Shape, Step,
    Text,
};
use alloc::borrow::Cow;

/// What a schema says about bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Every name, one after the other.
    pub text: Cow<'static, str>,
    /// The axes that gates count.
    pub axes: Cow<'static, [Axis]>,
    /// The bounds of gates.
    pub bounds: Cow<'static, [Bound]>,
    /// The expressions.
    pub exprs: Cow<'static, [Expr]>,
    /// The shapes.
    pub shapes: Cow<'static, [Shape]>,
    /// The steps of all items.
    pub steps: Cow<'static, [Step]>,
    /// The items.
    pub items: Cow<'static, [Item]>,
    /// The members of enums.
    pub members: Cow<'static, [Member]>,
    /// The cases of choices.
    pub cases: Cow<'static, [Case]>,
    /// What a schema states of variants.
    pub facts: Cow<'static, [Fact]>,
    /// Numbers that steps refuse, and positions of steps: those that functions are given, and orders of items.
    pub numbers: Cow<'static, [i128]>,
    /// How many lists of numbers of steps are kept, by what each is of: an item and a step of it.
    pub lists: Cow<'static, [(ItemId, u32)]>,
    /// The index spaces.
    pub tables: Cow<'static, [Text]>,
    /// Bytes.
    pub bytes: Cow<'static, [u8]>,
    /// What a file is.
    pub file: Option<FileShape>,
    /// The sections of a file.
    pub sections: Cow<'static, [Section]>,
    /// What names of dialects and operations stand for; what one shape has is sorted by them.
    pub layouts: Cow<'static, [Layout]>,
    /// The files of the schema.
    pub files: Cow<'static, [Text]>,
}

impl Plan {
    /// The position of what is in no list.
    pub const NOWHERE: u64 = u64::MAX;

    /// A name.
    #[inline]
    #[must_use]
    pub fn name(&self, text: Text) -> &str {
        let start = text.0.start as usize;
        self.text.get(start..start + text.0.len as usize).unwrap_or_default()
    }

    /// The item of a kind with this name.
    #[must_use]
    pub fn item(&self, kind: crate::Kind, name: &str) -> Option<ItemId> {
        let mut items = self.items.iter();
        let index = items.position(|item| item.kind == kind && self.name(item.name) == name)?;
        Some(ItemId(index as u32))
    }

    /// The steps of an item.
    #[inline(always)]
    #[must_use]
    pub fn steps_of(&self, item: ItemId) -> &[Step] {
        self.items.get(item.index()).map_or(&[], |item| item.steps.of(&self.steps))
    }

    /// The visible steps of an item and their positions, in the order of the schema: bits of flags stand where their fields do.
    pub fn shown_steps(&self, item: ItemId) -> impl Iterator<Item = (usize, &Step)> {
        let steps = self.steps_of(item);
        let order =
            self.items.get(item.index()).map_or(&[][..], |item| item.order.of(&self.numbers));
        let count = if order.is_empty() { steps.len() } else { order.len() };
        (0..count).filter_map(move |at| {
            let at = order.get(at).map_or(Some(at), |at| usize::try_from(*at).ok())?;
            let step = steps.get(at)?;
            (step.role == crate::Role::Visible).then_some((at, step))
        })
    }

    /// Whether a step holds the step before it against what is valid: it takes no bytes, and must be 1.
    #[must_use]
    pub fn is_rule(&self, step: &Step) -> bool {
        let crate::Role::Checked(by) = step.role else { return false };
        let is_computed =
            matches!(self.shapes.get(step.shape.index()), Some(Shape::Computed { .. }));
        is_computed && self.exprs.get(by.index()) == Some(&Expr::Number(1))
    }

    /// The position of the first visible step of an item: of one that is transparent, what its value is.
    #[inline]
    #[must_use]
    pub fn visible_step(&self, item: ItemId) -> Option<usize> {
        self.steps_of(item).iter().position(|step| step.role == crate::Role::Visible)
    }

    /// The cases of the choice that an item holds; none where it holds no choice.
    #[must_use]
    pub fn cases_of(&self, item: ItemId) -> &[Case] {
        let cases = self.steps_of(item).iter().find_map(|step| {
            match self.shapes.get(step.shape.index())? {
                Shape::Choice { cases, .. } => Some(cases.of(&self.cases)),
                _ => None,
            }
        });
        cases.unwrap_or_default()
    }

    /// The file and the line, counted from one, that something of the schema stands in; none where that is not known.
    #[must_use]
    pub fn place(&self, origin: crate::Origin) -> Option<(&str, u32)> {
        let file = self.files.get(origin.file as usize).filter(|_| origin.line > 0)?;
        Some((self.name(*file), origin.line))
    }

    /// The axis with this name.
    #[must_use]
    pub fn axis(&self, name: &str) -> Option<usize> {
        self.axes.iter().position(|axis| self.name(axis.name) == name)
    }
}
