//! How to read steps and lists, as far as it follows from the plan alone.

use bytespec_plan::{
    Absent, Coding, Expr, ExprId, ItemId, Kind, Operator, Place, Plan, Role, Run, Shape, ShapeId,
    Sign, Step, Until,
};

/// How to read a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct PreparedStep {
    pub(super) when: When,
    pub(super) plain: Plain,
    /// Its gate, as a run of [`Plan::bounds`].
    pub(super) gate: Run,
    /// The list that records its number.
    pub(super) list: Option<u32>,
    /// The shape of its number; for bits, the shape of their value.
    pub(super) shape: ShapeId,
    /// Its number is an index.
    pub(super) refers: bool,
    /// Its number if it is absent; none if an absent step needs more work.
    pub(super) absent: Option<u64>,
    /// It is a part of the preceding integer of bits. If only its condition is false, its bits must be zero.
    pub(super) is_part: bool,
}

/// A fast path for a number that is checked only for its range.
#[derive(Clone, Copy, Debug)]
pub(super) enum Plain {
    /// There is no fast path.
    No,
    /// An integer with bytes of its own.
    Integer(Integer),
    /// An integer whose bits are the next steps; none if it is no plain integer, for example because the file states its byte
    /// order.
    Whole(Option<Integer>, Mask),
    /// `width` bits of the preceding integer, from bit `from` on, or after the bits that are taken. The number must be at most
    /// `most`.
    Bits { from: Option<u8>, width: u8, most: u64 },
}

/// The bits of an integer that its parts take.
#[derive(Clone, Copy, Debug)]
pub(super) enum Mask {
    /// Known bits.
    Known(u64),
    /// Bits that depend on axes, by index in [`GateState::masks`](super::prepared::GateState).
    Gated(u32),
}

/// The condition under which a step is present.
#[derive(Clone, Copy, Debug)]
pub(super) enum When {
    /// Always.
    Always,
    /// If the step at this position of the item is not zero.
    Field(u16),
    /// If each of these steps is zero (`false`) or not zero (`true`); the second value is the number of the steps.
    Fields([(u16, bool); 3], u8),
    /// If an expression holds.
    Expression,
}

/// An integer with bytes of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Integer {
    pub(super) coding: Coding,
    pub(super) bits: u8,
    pub(super) sign: Sign,
    /// The encoding of a number in one byte, if such a number needs no checks.
    pub(super) short: Short,
}

/// The fast path for the most common numbers: those in one byte.
#[derive(Clone, Copy, Debug)]
pub(super) enum Short {
    /// A varint with its marker in the lowest bit.
    Prefix,
    /// A varint with its marker in the highest bit.
    Leb128,
    /// No fast path.
    No,
}

/// A transparent item that consists of a count and that many integers.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListOf {
    pub(super) count: Integer,
    pub(super) element: Integer,
    /// The shapes of the count and of the elements.
    pub(super) shapes: [ShapeId; 2],
}

impl PreparedStep {
    pub(super) fn new(plan: &Plan, at: usize) -> Self {
        let Some(step) = plan.steps.get(at) else {
            return PreparedStep {
                when: When::Expression,
                plain: Plain::No,
                gate: Run::EMPTY,
                list: None,
                shape: ShapeId(u32::MAX),
                refers: false,
                absent: None,
                is_part: false,
            };
        };
        let when = step.when.map_or(When::Always, |when| When::new(plan, when));
        let shape = plan.shapes.get(step.shape.index());
        let is_part = matches!(shape, Some(Shape::Part { .. }));
        let absent = match (shape, step.absent) {
            (None | Some(Shape::Bits { .. }), _) => None,
            (Some(Shape::Sequence { .. }), _) if step.list.is_some() => None,
            (_, Absent::Number(number)) => Some(number as u64),
            _ => Some(0),
        };
        let value = match shape {
            Some(&Shape::Bits { number: value, .. } | &Shape::Part { value, .. }) => value,
            _ => step.shape,
        };
        PreparedStep {
            when,
            plain: Plain::new(plan, at, step, shape),
            gate: step.gate,
            list: step.list,
            shape: value,
            refers: matches!(plan.shapes.get(value.index()), Some(Shape::Index { .. })),
            absent,
            is_part,
        }
    }

    /// This step with another mask of the bits that parts take.
    pub(super) fn with_mask(mut self, other: Mask) -> Self {
        if let Plain::Whole(_, mask) = &mut self.plain {
            *mask = other;
        }
        self
    }
}

impl Plain {
    fn new(plan: &Plan, at: usize, step: &Step, shape: Option<&Shape>) -> Self {
        let is_restricted =
            !step.reject.is_empty() || step.nonempty || matches!(step.role, Role::Checked(_));
        match shape {
            Some(&Shape::Bits { number, parts }) => {
                let parts = plan.steps.get(at + 1..=at + parts as usize).unwrap_or_default();
                Plain::Whole(integer(plan, number), Mask::Known(claimed(plan, parts.iter())))
            }
            _ if is_restricted => Plain::No,
            Some(&Shape::Part { place, width, value }) => {
                let most = match (plan.shapes.get(value.index()), integer(plan, value)) {
                    (Some(Shape::Bool), _) => 1,
                    (_, Some(Integer { bits: bits @ 1..=64, sign: Sign::Unsigned, .. })) => {
                        u64::MAX >> (64 - bits)
                    }
                    _ => return Plain::No,
                };
                let from = match place {
                    Place::Bit(bit @ 0..64) => Some(bit),
                    Place::Bit(_) => return Plain::No,
                    Place::Next => None,
                };
                match width {
                    None => Plain::Bits { from, width: 64, most },
                    Some(width @ 1..64) => Plain::Bits { from, width, most },
                    Some(_) => Plain::No,
                }
            }
            _ => integer(plan, step.shape).map_or(Plain::No, Plain::Integer),
        }
    }
}

impl When {
    fn new(plan: &Plan, when: ExprId) -> Self {
        let mut fields = [(0, false); 3];
        let mut count = 0;
        let mut left = vec![(when, true)];
        while let Some((expr, there)) = left.pop() {
            let place = match (plan.exprs.get(expr.index()), there) {
                (Some(Expr::Binary(Operator::And, a, b)), true) => {
                    left.extend([(*b, true), (*a, true)]);
                    continue;
                }
                (Some(Expr::Not(a)), there) => {
                    left.push((*a, !there));
                    continue;
                }
                (Some(Expr::Field(field)), there) => match u16::try_from(*field) {
                    Ok(field) => (field, there),
                    Err(_) => return When::Expression,
                },
                _ => return When::Expression,
            };
            let Some(slot) = fields.get_mut(count) else { return When::Expression };
            *slot = place;
            count += 1;
        }
        match fields {
            [(field, true), ..] if count == 1 => When::Field(field),
            fields => When::Fields(fields, count as u8),
        }
    }
}

impl ListOf {
    pub(super) fn new(plan: &Plan, item: ItemId) -> Option<Self> {
        let of = plan.items.get(item.index())?;
        let [count, elements] = plan.steps_of(item) else { return None };
        let plain = |step: &Step| {
            step.gate.is_empty()
                && step.when.is_none()
                && step.reject.is_empty()
                && step.list.is_none()
                && step.holds.is_none()
                && !step.nonempty
        };
        if !matches!(of.kind, Kind::Transparent) || !of.gate.is_empty() {
            return None;
        }
        if !plain(count) || !plain(elements) || elements.role != Role::Visible {
            return None;
        }
        let Role::Derived(by) = count.role else { return None };
        let (counts, Some(Expr::Elements(1))) =
            (integer(plan, count.shape)?, plan.exprs.get(by.index()))
        else {
            return None;
        };
        let Shape::Sequence { element, until: Until::Count(until), reversed: false } =
            *plan.shapes.get(elements.shape.index())?
        else {
            return None;
        };
        let Some(Expr::Field(0)) = plan.exprs.get(until.index()) else { return None };
        let shapes = [count.shape, element];
        Some(ListOf { count: counts, element: integer(plan, element)?, shapes })
    }
}

/// The bits of an integer that its parts take.
pub(super) fn claimed<'s>(plan: &Plan, parts: impl Iterator<Item = &'s Step>) -> u64 {
    let mut known = 0u64;
    let mut next = 0u32;
    for part in parts {
        let Some(Shape::Part { place, width, .. }) = plan.shapes.get(part.shape.index()) else {
            continue;
        };
        let Some(width) = *width else { return u64::MAX };
        let from = match *place {
            Place::Bit(bit) => u32::from(bit),
            Place::Next => next,
        };
        next = next.max(from + u32::from(width));
        let mask = u64::MAX.checked_shr(64 - u32::from(width.clamp(1, 64))).unwrap_or(0);
        known |= mask.checked_shl(from).unwrap_or(0);
    }
    known
}

/// The integer of a shape, if every number in its range is valid.
pub(super) fn integer(plan: &Plan, shape: ShapeId) -> Option<Integer> {
    match *plan.shapes.get(shape.index())? {
        Shape::Integer { coding, bits, sign } => Some(Integer::new(coding, bits, sign)),
        Shape::Index { number, .. } => match *plan.shapes.get(number.index())? {
            Shape::Integer { coding, bits, sign } => Some(Integer::new(coding, bits, sign)),
            _ => None,
        },
        _ => None,
    }
}

impl Integer {
    fn new(coding: Coding, bits: u8, sign: Sign) -> Self {
        let short = match (coding, sign, bits) {
            (Coding::Prefix, Sign::Unsigned, 8..) => Short::Prefix,
            (Coding::Leb128 | Coding::Bounded, Sign::Unsigned, 8..) => Short::Leb128,
            _ => Short::No,
        };
        Integer { coding, bits, sign, short }
    }
}
