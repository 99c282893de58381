//! Expressions and gates of a plan, converted to expressions of a layout.

use super::layout::{self, Expr, Number, Operator, nth};
use super::lower::{Lower, Place};
use super::names::plain;
use super::needs::Need;
use bytespec_plan::{self as plan, ExprId, ItemId, Kind, Run, ShapeId};

/// The factor between a part of a version and the part after it.
const RADIX: u64 = 1000;

impl Lower<'_> {
    /// An expression; none if no viewer can express it.
    pub(super) fn expr(&self, id: ExprId, in_sequence: bool) -> Option<Expr> {
        let two = |operator, a, b| {
            let (a, b) = (self.expr(a, in_sequence)?, self.expr(b, in_sequence)?);
            Some(match operator {
                Operator::And | Operator::Or => Expr::two(operator, a.truth(), b.truth()),
                _ => Expr::two(operator, a.number(), b.number()),
            })
        };
        match *self.plan.exprs.get(id.index())? {
            plan::Expr::Number(number) => Some(Expr::Number(number)),
            plan::Expr::Field(step) => self.place(step)?.number(),
            plan::Expr::Present(step) => {
                Some(self.place(step)?.when.clone().unwrap_or(Expr::Number(1)))
            }
            plan::Expr::Elements(step) => Some(Expr::Length(self.place(step)?.name.clone())),
            plan::Expr::Around(item, step) => self.needed(Need::Around(item, step), in_sequence),
            plan::Expr::Left => Some(Expr::Left),
            plan::Expr::Inner(step, item, part) => self.inner(step, (item, part)),
            plan::Expr::Index => self.needed(Need::Index, in_sequence),
            plan::Expr::Argument(at) => self.param(Need::Argument(at)).map(Expr::Param),
            plan::Expr::Listed(list, at) => self.listed(list, at, in_sequence),
            plan::Expr::Open(gate) => Some(self.gate(gate)),
            plan::Expr::Not(of) => Some(self.expr(of, in_sequence)?.truth().negated()),
            plan::Expr::Binary(operator @ (Operator::Min | Operator::Max), a, b) => {
                let (a, b) = (self.expr(a, in_sequence)?, self.expr(b, in_sequence)?);
                let is_less = Expr::two(Operator::Less, a.clone(), b.clone());
                let [a, b] = if operator == Operator::Min { [a, b] } else { [b, a] };
                Some(Expr::either(is_less, a.number(), b.number()))
            }
            plan::Expr::Binary(operator, a, b) => two(operator, a, b),
            // The number is not negative.
            plan::Expr::Natural(of, _) => self.expr(of, in_sequence),
            plan::Expr::If(test, then, otherwise) => {
                let test = self.expr(test, in_sequence)?.truth();
                let then = self.expr(then, in_sequence)?.number();
                Some(Expr::either(test, then, self.expr(otherwise, in_sequence)?.number()))
            }
            plan::Expr::Matches(step, bytes) => {
                let of = self.bytes_of(step)?;
                self.is_bytes(of, bytes)
            }
            plan::Expr::Bytes(_)
            | plan::Expr::Element(..)
            | plan::Expr::Big(_)
            | plan::Expr::Content(_)
            | plan::Expr::Constant(_)
            | plan::Expr::Position
            | plan::Expr::Peek(..)
            | plan::Expr::Signed(..)
            | plan::Expr::Float(..)
            | plan::Expr::FindLast(_)
            | plan::Expr::Digits(..)
            | plan::Expr::Checksum(..)
            | plan::Expr::Starts(_)
            | plan::Expr::Sizes(_)
            | plan::Expr::Tag(_)
            | plan::Expr::Is(..)
            | plan::Expr::Count(_)
            | plan::Expr::Total(_)
            | plan::Expr::Later(..)
            | plan::Expr::Find(..) => None,
        }
    }

    /// Whether the bytes of a member, which is a text if the flag is set, are these; none for bytes that no viewer can compare.
    pub(super) fn is_bytes(&self, (name, is_text): (String, bool), bytes: Run) -> Option<Expr> {
        let bytes = bytes.of(&self.plan.bytes);
        let is_comparable = bytes.len() <= 8 && (!is_text || is_plain(bytes));
        is_comparable.then(|| Expr::Is(name, is_text, bytes.to_vec()))
    }

    /// The name of a member of bytes, and whether it is a text; none for other members.
    pub(super) fn bytes_of(&self, step: u32) -> Option<(String, bool)> {
        let item = self.frames.last()?.item;
        let mut shape = nth(self.plan.steps_of(item), step)?.shape;
        let is_text = loop {
            match self.plan.shapes.get(shape.index())? {
                plan::Shape::Text { .. } => break true,
                plan::Shape::Bytes(_) => break false,
                plan::Shape::Sized { value, .. } => shape = *value,
                _ => return None,
            }
        };
        Some((self.place(step)?.name.clone(), is_text)).filter(|(name, _)| !name.is_empty())
    }

    /// A number of the record that a member is; none for a member of another type, and for numbers that are no members.
    fn inner(&self, step: u32, (item, part): (ItemId, u32)) -> Option<Expr> {
        let own = self.frames.last()?.item;
        let mut shape = nth(self.plan.steps_of(own), step)?.shape;
        while let Some(
            plan::Shape::At { value: inner, .. }
            | plan::Shape::Sized { value: inner, .. }
            | plan::Shape::With { value: inner, .. },
        ) = self.plan.shapes.get(shape.index())
        {
            shape = *inner;
        }
        let is_record = self.plan.shapes.get(shape.index()) == Some(&plan::Shape::Item(item));
        let outer = self.place(step).filter(|place| is_record && !place.name.is_empty())?;
        let steps = self.plan.steps_of(item);
        let of = nth(steps, part)?;
        let name = |step: &plan::Step| plain(self.plan.name(step.name));
        // Of several members with one name, only the first one has it.
        let first = steps.iter().find(|step| name(step) == name(of))?;
        let kind = self.kind_of(of.shape).filter(|_| std::ptr::eq(first, of))?;
        // The member is omitted where no viewer can express its value.
        if let Some(&plan::Shape::Computed { value, .. }) = self.plan.shapes.get(of.shape.index())
            && !self.can_express(value)
        {
            return None;
        }
        Some(Expr::Member(format!("{}.{}", outer.name, name(of)), kind))
    }

    /// Whether viewers have all kinds of expressions in one.
    fn can_express(&self, id: ExprId) -> bool {
        use plan::Expr;
        let Some(expr) = self.plan.exprs.get(id.index()) else { return false };
        let is_known = matches!(
            expr,
            Expr::Number(_)
                | Expr::Field(_)
                | Expr::Present(_)
                | Expr::Elements(_)
                | Expr::Around(..)
                | Expr::Inner(..)
                | Expr::Argument(_)
                | Expr::Listed(..)
                | Expr::Index
                | Expr::Left
                | Expr::Open(_)
                | Expr::Matches(..)
                | Expr::Not(_)
                | Expr::Natural(..)
                | Expr::Binary(..)
                | Expr::If(..)
        );
        is_known && expr.parts().all(|part| self.can_express(part))
    }

    fn kind_of(&self, id: ShapeId) -> Option<layout::Kind> {
        match *self.plan.shapes.get(id.index())? {
            plan::Shape::Integer { coding, bits, sign } => {
                let is_native = Number { coding, bits, sign }.is_native();
                Some(if is_native { layout::Kind::Native } else { layout::Kind::Decoded })
            }
            plan::Shape::Bool => Some(layout::Kind::Native),
            plan::Shape::Index { number, .. }
            | plan::Shape::Computed { shape: number, .. }
            | plan::Shape::Either { then: number, .. } => self.kind_of(number),
            plan::Shape::Enum { number, .. } => {
                let is_native = self.kind_of(number)? == layout::Kind::Native;
                is_native.then_some(layout::Kind::Named)
            }
            _ => None,
        }
    }

    pub(super) fn place(&self, step: u32) -> Option<&Place> {
        nth(&self.frames.last()?.places, step)
    }

    /// An element of a list. The list must be of a section that occurs at most once and whose item is being converted.
    fn listed(&self, list: u32, at: ExprId, in_sequence: bool) -> Option<Expr> {
        let (item, step) = *nth(&self.plan.lists, list)?;
        let is_once = self.plan.sections.iter().any(|of| of.item == item && !of.repeated);
        let frame = self.frames.iter().rev().find(|frame| frame.item == item)?;
        let place = nth(&frame.places, step).filter(|_| is_once)?;
        let kind = place.elements.filter(|_| place.when.is_none())?;
        let at = self.expr(at, in_sequence)?;
        let at = match place.reversed {
            true => {
                let last = Expr::two(
                    Operator::Subtract,
                    Expr::Length(place.name.clone()),
                    Expr::Number(1),
                );
                Expr::two(Operator::Subtract, last, at)
            }
            false => at,
        };
        Some(Expr::Element(place.name.clone(), kind, Box::new(at)))
    }

    /// Whether a gate is open. If no header contains the value of an axis, a bound on that axis counts as open unless it has an
    /// end.
    pub(super) fn gate(&self, gate: Run) -> Expr {
        let bounds = gate.of(&self.plan.bounds).iter();
        bounds.fold(Expr::Number(1), |all, bound| {
            let one = self.bound(bound).unwrap_or(Expr::Number(bound.until.is_none().into()));
            Expr::two(Operator::And, all, one)
        })
    }

    fn bound(&self, bound: &plan::Bound) -> Option<Expr> {
        let (file, axis) = (self.plan.file?, nth(&self.plan.axes, bound.axis)?);
        let features = file.features.of(&self.plan.numbers).chunks_exact(2);
        let mut features = features.filter(|pair| pair.last() == Some(&bound.axis.into()));
        if let Some([step, _]) = features.next() {
            let feature = self.header_step(*step)?.truth();
            return Some(if bound.since > 0 { feature } else { feature.negated() });
        }
        let versions: Vec<&str> = self.plan.name(axis.versions).split(' ').collect();
        let number = |version: u32| self.version_number(nth(&versions, version)?);
        let version = self.version().filter(|_| bound.axis == 0)?;
        let since = match bound.since {
            0 => Expr::Number(1),
            since => Expr::two(Operator::AtLeast, version.clone(), Expr::Number(number(since)?)),
        };
        let Some(until) = bound.until else { return Some(since) };
        let next = Expr::Number(number(until + 1)?);
        Some(Expr::two(Operator::And, since, Expr::two(Operator::Less, version, next)))
    }

    /// The version of a file, as expressions of the current item refer to it.
    fn version(&self) -> Option<Expr> {
        match self.frames.first().is_some_and(|frame| self.is_header(frame.item)) {
            true => self.version_from_header(),
            false => {
                let version = self.plan.file?.version;
                (!version.is_empty()).then_some(Expr::Version)
            }
        }
    }

    /// The version of a file, computed from the steps of the header.
    pub(super) fn version_from_header(&self) -> Option<Expr> {
        let steps = self.plan.file?.version.of(&self.plan.numbers);
        let parts = steps.iter().map(|step| self.header_step(*step));
        let parts = parts.collect::<Option<Vec<_>>>()?;
        parts.into_iter().map(Expr::number).reduce(|all, part| {
            let all = Expr::two(Operator::Multiply, all, Expr::Number(RADIX));
            Expr::two(Operator::Add, all, part)
        })
    }

    /// A version of the schema as a number, like that of [`Lower::version_from_header`].
    fn version_number(&self, name: &str) -> Option<u64> {
        let parts: Vec<u64> =
            name.split('.').map(|part| part.parse().ok()).collect::<Option<_>>()?;
        let known = self.plan.file?.version.len;
        let fits =
            plan::place(parts.len()) == known && parts.iter().skip(1).all(|part| *part < RADIX);
        fits.then(|| parts.iter().fold(0, |all, part| all * RADIX + part))
    }

    fn is_header(&self, item: plan::ItemId) -> bool {
        self.plan.file.is_some_and(|file| file.header == item)
            && self.plan.items.get(item.index()).is_some_and(|item| item.kind == Kind::Record)
    }

    /// A step of the header, as expressions of the current item refer to it.
    fn header_step(&self, step: i128) -> Option<Expr> {
        let step = usize::try_from(step).ok()?;
        match self.frames.first().filter(|frame| self.is_header(frame.item)) {
            Some(frame) => frame.places.get(step)?.number(),
            None => {
                let version = self.version_in_header.as_ref();
                self.header.get(step)?.number().map(|value| of_header(value, version))
            }
        }
    }
}

/// Converts an expression of the header for use outside of the header, where the version of the file has a name.
pub(super) fn of_header(expr: Expr, version: Option<&Expr>) -> Expr {
    let inner = |parts: Expr| of_header(parts, version);
    match expr {
        expr if Some(&expr) == version => Expr::Version,
        Expr::Member(name, kind) => Expr::Header(name, kind),
        Expr::Not(of) => inner(*of).negated(),
        Expr::If(parts) => Expr::If(Box::new(parts.map(inner))),
        Expr::Two(operator, parts) => Expr::Two(operator, Box::new(parts.map(inner))),
        other => other,
    }
}

/// Whether every language spells bytes as a text in the same way.
pub(super) fn is_plain(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == b' ' || byte.is_ascii_alphanumeric())
}
