//! The pools of a plan.

use crate::{
    Axis, Bound, Case, Checksum, ElementLimit, Expr, ExprId, Fact, FileShape, Item, ItemId, Layout,
    Length, Member, Role, Run, Section, Shape, ShapeId, Step, Text, Transform, Until,
};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The byte-level content of a schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Every name, one after the other.
    pub text: Cow<'static, str>,
    /// The axes of gates.
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
    /// The facts that a schema states of variants.
    pub facts: Cow<'static, [Fact]>,
    /// Numbers that steps reject, and positions of steps, such as arguments of functions and orders of items.
    pub numbers: Cow<'static, [i128]>,
    /// The lists of numbers, each with the item and the step that it records.
    pub lists: Cow<'static, [(ItemId, u32)]>,
    /// The index spaces.
    pub tables: Cow<'static, [Text]>,
    /// Bytes.
    pub bytes: Cow<'static, [u8]>,
    /// The shape of a file.
    pub file: Option<FileShape>,
    /// The sections of a file.
    pub sections: Cow<'static, [Section]>,
    /// The layouts that names of dialects and operations select. The layouts of one shape are sorted by these names.
    pub layouts: Cow<'static, [Layout]>,
    /// The files of the schema.
    pub files: Cow<'static, [Text]>,
    /// The tags of variants that are bytes whose number does not have all of them: runs of [`Plan::bytes`].
    pub tags: Cow<'static, [Run]>,
}

/// The levels of nested items in which bytes are looked for.
const MAX_LEVELS: u32 = 8;

impl Plan {
    /// The position of something that is in no list.
    pub const NOWHERE: u64 = u64::MAX;

    /// The greatest number of arguments of an item.
    pub const MAX_ARGUMENTS: usize = 8;

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

    /// Whether an expression is the position: a value at this offset repeats the bytes ahead of it.
    #[must_use]
    pub fn is_position(&self, expr: ExprId) -> bool {
        self.exprs.get(expr.index()) == Some(&Expr::Position)
    }

    /// The steps of an item.
    #[inline(always)]
    #[must_use]
    pub fn steps_of(&self, item: ItemId) -> &[Step] {
        self.items.get(item.index()).map_or(&[], |item| item.steps.of(&self.steps))
    }

    /// The visible steps of an item and their positions, in the order of the schema. Bits of flags are at the positions of their
    /// fields.
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

    /// The position of the step of an item whose bytes contain those of the step at a position: the number that contains a part,
    /// and otherwise the step itself.
    #[must_use]
    pub fn whole_of(&self, item: ItemId, place: u32) -> u32 {
        let steps = self.steps_of(item);
        let shape = |at: u32| self.shapes.get(steps.get(at as usize)?.shape.index());
        if !matches!(shape(place), Some(Shape::Part { .. })) {
            return place;
        }
        (0..place).rev().find(|at| matches!(shape(*at), Some(Shape::Bits { .. }))).unwrap_or(place)
    }

    /// The condition of a step that checks the validity of the step before it: it takes no bytes, and must be 1.
    #[must_use]
    pub fn rule(&self, step: &Step) -> Option<ExprId> {
        let crate::Role::Checked(by) = step.role else { return None };
        match self.shapes.get(step.shape.index()) {
            Some(Shape::Computed { value, .. })
                if self.exprs.get(by.index()) == Some(&Expr::Number(1)) =>
            {
                Some(*value)
            }
            _ => None,
        }
    }

    /// A condition without the two negations that turn its number into a truth value.
    #[must_use]
    pub fn without_negations(&self, condition: ExprId) -> ExprId {
        let negated = |id: ExprId| match self.exprs.get(id.index()) {
            Some(Expr::Not(of)) => Some(*of),
            _ => None,
        };
        negated(condition).and_then(negated).unwrap_or(condition)
    }

    /// The position of the step of an item whose value a rule restricts. Steps with numbers of its parts can be between.
    #[must_use]
    pub fn ruled(&self, item: ItemId, rule: u32) -> u32 {
        let before = self.steps_of(item).get(..rule as usize).unwrap_or_default();
        let name = self.steps_of(item).get(rule as usize).map(|step| step.name);
        let found = before.iter().rposition(|step| Some(step.name) == name);
        found.map_or(rule.saturating_sub(1), |at| at as u32)
    }

    /// The item and the step whose number an expression of an item is; none for an expression that computes a number.
    #[must_use]
    pub fn number_step(&self, item: ItemId, id: ExprId) -> Option<(ItemId, &Step)> {
        let (mut item, mut step) = read_step(item, self.exprs.get(id.index())?)?;
        // A step that no field of the schema is can be the number of a field in a record. A broken plan can have a circle of them.
        for _ in 0..self.items.len() {
            let of = self.hidden(item, step).and_then(|of| read_step(item, of));
            let Some(of) = of else { break };
            (item, step) = of;
        }
        Some((item, self.steps_of(item).get(step as usize)?))
    }

    /// The shape of the number of a value; none for a value that is not a number.
    #[must_use]
    pub fn number_shape(&self, shape: ShapeId) -> Option<ShapeId> {
        match *self.shapes.get(shape.index())? {
            Shape::Integer { .. } | Shape::Bool | Shape::Enum { .. } | Shape::Index { .. } => {
                Some(shape)
            }
            Shape::Part { value, .. }
            | Shape::Computed { shape: value, .. }
            | Shape::At { value, .. }
            | Shape::Sized { value, .. }
            | Shape::Either { then: value, .. }
                if value < shape =>
            {
                self.number_shape(value)
            }
            _ => None,
        }
    }

    /// The shape of the number of a step that is always present and repeats the bytes ahead of it; none for other steps.
    #[must_use]
    pub fn number_ahead(&self, step: &Step) -> Option<ShapeId> {
        match self.shapes.get(step.shape.index())? {
            Shape::At { offset, value } if step.role == Role::Visible && step.when.is_none() => {
                let is_ahead = self.exprs.get(offset.index()) == Some(&Expr::Position);
                self.number_shape(*value).filter(|_| is_ahead)
            }
            _ => None,
        }
    }

    /// What a step is computed from that no field of the schema is; none for other steps.
    #[must_use]
    pub(crate) fn hidden(&self, item: ItemId, step: u32) -> Option<&Expr> {
        let step = self.steps_of(item).get(step as usize)?;
        match self.shapes.get(step.shape.index())? {
            Shape::Computed { value, .. } if step.origin.line == 0 => self.exprs.get(value.index()),
            _ => None,
        }
    }

    /// Whether a step that no field of the schema is compares a field with a text or a variant.
    #[must_use]
    pub(crate) fn compares(&self, item: ItemId, step: u32) -> bool {
        match self.hidden(item, step) {
            Some(Expr::Is(..) | Expr::Matches(..)) => true,
            Some(&Expr::Inner(_, inner, part)) => self.compares(inner, part),
            _ => false,
        }
    }

    /// Whether an expression depends on lists after the whole file has been read.
    #[must_use]
    pub fn reads_later(&self, id: ExprId) -> bool {
        self.exprs.get(id.index()).is_some_and(|expr| {
            expr.later_list().is_some() || expr.parts().any(|part| self.reads_later(part))
        })
    }

    /// The terms of a condition of an item whose values tell its result: numbers of fields, what it measures, and what it looks
    /// up. Each once, in the order of the condition.
    #[must_use]
    pub fn terms_in(&self, item: ItemId, condition: ExprId) -> Vec<ExprId> {
        let (mut found, mut pending) = (Vec::<ExprId>::new(), alloc::vec![condition]);
        while let Some(id) = pending.pop() {
            let Some(expr) = self.exprs.get(id.index()) else { continue };
            let before = pending.len();
            pending.extend(expr.parts());
            pending[before..].reverse();
            let is_known = found.iter().any(|known| self.exprs.get(known.index()) == Some(expr));
            if !is_known && self.is_term(item, expr) {
                found.push(id);
            }
        }
        found
    }

    fn is_term(&self, item: ItemId, expr: &Expr) -> bool {
        match *expr {
            Expr::Field(_) | Expr::Around(..) | Expr::Inner(..) => read_step(item, expr)
                .is_some_and(|(item, place)| {
                    let step = self.steps_of(item).get(place as usize);
                    let number = step.and_then(|step| self.number_shape(step.shape));
                    number.is_some() && !self.compares(item, place)
                }),
            Expr::Elements(_)
            | Expr::Bytes(_)
            | Expr::Index
            | Expr::Position
            | Expr::Left
            | Expr::Peek(..)
            | Expr::FindLast(_)
            | Expr::Count(_)
            | Expr::Total(_)
            | Expr::Listed(..)
            | Expr::Later(..)
            | Expr::Find(..)
            | Expr::Element(..)
            | Expr::Digits(..)
            | Expr::Checksum(..) => true,
            Expr::Number(_)
            | Expr::Present(_)
            | Expr::Starts(_)
            | Expr::Sizes(_)
            | Expr::Tag(_)
            | Expr::Open(_)
            | Expr::Is(..)
            | Expr::Argument(_)
            | Expr::Not(_)
            | Expr::Matches(..)
            | Expr::Big(_)
            | Expr::Content(_)
            | Expr::Constant(_)
            | Expr::If(..)
            | Expr::Natural(..)
            | Expr::Binary(..)
            | Expr::Signed(..)
            | Expr::Float(..) => false,
        }
    }

    /// The shape of the value of a term of a condition, and the base in which it is shown; none for a plain number.
    #[must_use]
    pub fn term_shape(&self, item: ItemId, term: ExprId) -> Option<(ShapeId, crate::Base)> {
        let element = |shape: ShapeId| match self.shapes.get(shape.index()) {
            Some(Shape::Sequence { element, .. }) => self.value_of_element(*element),
            _ => shape,
        };
        let step = match *self.exprs.get(term.index())? {
            Expr::Listed(list, _) | Expr::Later(list, _) => {
                let (item, step) = *self.lists.get(list as usize)?;
                self.steps_of(item).get(step as usize)?
            }
            Expr::Element(step, _) => self.steps_of(item).get(step as usize)?,
            _ => self.number_step(item, term)?.1,
        };
        Some((self.number_shape(element(step.shape))?, step.base))
    }

    /// The steps that expressions of outer items read after an item has ended, in order: the item, and the position of the step
    /// in it.
    #[must_use]
    pub fn inner_steps(&self) -> Vec<(ItemId, u32)> {
        let inner = self.exprs.iter().filter_map(|expr| match *expr {
            Expr::Inner(_, item, part) => Some((item, part)),
            _ => None,
        });
        let mut found: Vec<(ItemId, u32)> = inner.collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// What limits the number of elements of a sequence; `count` is their number, and `element` the shape of each.
    #[must_use]
    pub fn element_limit(&self, count: ExprId, element: ShapeId) -> ElementLimit {
        let number = |id: ExprId| match self.exprs.get(id.index()) {
            Some(Expr::Number(number)) => Some(*number),
            _ => None,
        };
        if number(count).is_some() {
            return ElementLimit::Schema;
        }
        let size = match self.shapes.get(element.index()) {
            Some(Shape::At { .. }) => return ElementLimit::Budget,
            Some(Shape::Sized { size, .. }) => *size,
            Some(Shape::Bytes(length) | Shape::Text { length, .. }) => match length.expr() {
                Some(size) => size,
                None => return ElementLimit::Bytes,
            },
            Some(Shape::Item(_) | Shape::With { .. }) if !self.has_bytes(element) => {
                return ElementLimit::Budget;
            }
            _ => return ElementLimit::Bytes,
        };
        match number(size) {
            Some(1..) => ElementLimit::Bytes,
            _ => ElementLimit::Budget,
        }
    }

    /// Whether a value always has bytes, as far as eight levels of nested items show it.
    #[must_use]
    pub fn has_bytes(&self, shape: ShapeId) -> bool {
        self.has_bytes_at(shape, MAX_LEVELS)
    }

    fn has_bytes_at(&self, shape: ShapeId, levels: u32) -> bool {
        let is_positive =
            |id: ExprId| matches!(self.exprs.get(id.index()), Some(Expr::Number(1..)));
        match self.shapes.get(shape.index()) {
            Some(
                Shape::Integer { .. }
                | Shape::Wide { .. }
                | Shape::Bool
                | Shape::Enum { .. }
                | Shape::Index { .. }
                | Shape::Bits { .. }
                | Shape::Bytes(Length::Marker(_))
                | Shape::Text { length: Length::Marker(_), .. }
                | Shape::Sequence { until: Until::Balanced, .. },
            ) => true,
            Some(&Shape::Sized { size, .. }) => is_positive(size),
            Some(Shape::Bytes(length) | Shape::Text { length, .. }) => {
                length.expr().is_some_and(is_positive)
            }
            Some(&Shape::Sequence { element, until: Until::Count(count), .. }) => {
                is_positive(count) && self.has_bytes_at(element, levels)
            }
            Some(&Shape::With { value, .. }) => self.has_bytes_at(value, levels),
            Some(&Shape::Item(item)) if levels > 0 => self.steps_of(item).iter().any(|step| {
                let is_always = step.gate.is_empty() && step.when.is_none();
                is_always && self.has_bytes_at(step.shape, levels - 1)
            }),
            _ => false,
        }
    }

    /// The digest that a step contains: its kind, and the steps whose bytes it covers.
    #[must_use]
    pub fn digest(&self, step: &Step) -> Option<(Checksum, Run)> {
        match *self.exprs.get(step.role.computed()?.index())? {
            Expr::Checksum(kind, of) => kind.digest_size().map(|_| (kind, of)),
            _ => None,
        }
    }

    /// The transform of the bytes of a shape, and its key; none for other shapes, and for elements with a transform each.
    #[must_use]
    pub fn transform_of(&self, shape: ShapeId) -> Option<(Transform, ExprId)> {
        match *self.shapes.get(shape.index())? {
            Shape::Transformed { by, key, .. } => Some((by, key)),
            Shape::Sized { value, .. } | Shape::At { value, .. } | Shape::With { value, .. }
                if value < shape =>
            {
                self.transform_of(value)
            }
            _ => None,
        }
    }

    /// The shape of the number of a computed step without bytes; none for other shapes.
    #[must_use]
    pub fn computed_shape(&self, shape: ShapeId) -> Option<ShapeId> {
        match *self.shapes.get(shape.index())? {
            Shape::Computed { shape, .. } => Some(shape),
            _ => None,
        }
    }

    /// The item that a shape is, also in a size or a transform; none for another value.
    #[must_use]
    pub(crate) fn item_in(&self, shape: ShapeId) -> Option<ItemId> {
        match *self.shapes.get(shape.index())? {
            Shape::Item(item) => Some(item),
            Shape::At { value, .. }
            | Shape::Sized { value, .. }
            | Shape::Transformed { value, .. }
            | Shape::With { value, .. }
                if value < shape =>
            {
                self.item_in(value)
            }
            _ => None,
        }
    }

    /// The position of the first visible step of an item. The value of a transparent item is that of this step.
    #[inline]
    #[must_use]
    pub fn visible_step(&self, item: ItemId) -> Option<usize> {
        self.steps_of(item).iter().position(|step| step.role == crate::Role::Visible)
    }

    /// The shape of the value of an element: for a transparent item, such as one with a condition on each element, that of its
    /// visible step.
    #[must_use]
    pub fn value_of_element(&self, element: ShapeId) -> ShapeId {
        let Some(Shape::Item(item)) = self.shapes.get(element.index()) else { return element };
        let kind = self.items.get(item.index()).map(|item| item.kind);
        let value = self.visible_step(*item).and_then(|at| self.steps_of(*item).get(at));
        match value.filter(|_| kind == Some(crate::Kind::Transparent)) {
            Some(step) => step.shape,
            None => element,
        }
    }

    /// Whether an element records its own number in a list, so that its sequence does not.
    #[must_use]
    pub fn element_records(&self, element: ShapeId, list: u32) -> bool {
        let Some(Shape::Item(item)) = self.shapes.get(element.index()) else { return false };
        let value = self.visible_step(*item).and_then(|at| self.steps_of(*item).get(at));
        value.is_some_and(|step| step.list == Some(list))
            && self.value_of_element(element) != element
    }

    /// The cases of the choice in an item; none if it has no choice.
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

    /// The file and the line, counted from one, of an origin in the schema; none if it is not known.
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

/// The item and the position of the step whose number an expression of an item is.
fn read_step(item: ItemId, expr: &Expr) -> Option<(ItemId, u32)> {
    match *expr {
        Expr::Field(step) => Some((item, step)),
        Expr::Around(item, step) | Expr::Inner(_, item, step) => Some((item, step)),
        _ => None,
    }
}
