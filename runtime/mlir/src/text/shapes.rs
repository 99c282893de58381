//! Operations that are the same but for their values: most have a name, attributes, properties and types that others have,
//! too. What is found out of one of them goes for all.

use crate::module::ir::{Ir, Op, Value};
use bytespec_core::hash::SPREAD;

/// What operations look like but for their values: a number for each such look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape(u32);

impl Shape {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// In place of a number, where there is none.
const NONE: u32 = u32::MAX;

/// As many shapes are looked for, at most: more of them take longer to find than to meet again.
const MAX_SOUGHT: usize = 1 << 16;
/// An operation has one of so many places among them.
const WAYS: usize = 2;

/// The shapes of operations.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    /// The shape of each operation, by its number.
    of: Vec<u32>,
    /// Shapes that were met, by what they are made of; a later one takes the place of another.
    sought: Vec<u32>,
    /// The first operation of each, and whether several operations have it.
    firsts: Vec<(Op, bool)>,
}

impl Shapes {
    pub(super) fn new(ir: &Ir) -> Self {
        let sought = ir.op_count().next_power_of_two().clamp(WAYS, MAX_SOUGHT);
        Shapes { of: vec![NONE; ir.op_count()], sought: vec![NONE; sought], firsts: Vec::new() }
    }

    /// Gives an operation its shape; whether it may be the first one that has it.
    pub(super) fn meet(&mut self, ir: &Ir, op: Op) -> bool {
        let start = place(ir, op) & (self.sought.len() - 1) & !(WAYS - 1);
        let ways = &mut self.sought[start..start + WAYS];
        let known = ways.iter().find_map(|shape| {
            let (first, _) = self.firsts.get(*shape as usize)?;
            are_alike(ir, *first, op).then_some(*shape)
        });
        let shape = match known {
            Some(shape) => {
                self.firsts[shape as usize].1 = true;
                shape
            }
            None => {
                let shape = self.firsts.len() as u32;
                self.firsts.push((op, false));
                ways.rotate_right(1);
                ways[0] = shape;
                shape
            }
        };
        if let Some(of) = self.of.get_mut(op.index()) {
            *of = shape;
        }
        known.is_none()
    }

    /// The shape of an operation that was met.
    #[inline]
    pub(super) fn get(&self, op: Op) -> Option<Shape> {
        self.of.get(op.index()).copied().filter(|shape| *shape != NONE).map(Shape)
    }

    /// Whether several operations have a shape.
    pub(super) fn is_shared(&self, shape: Shape) -> bool {
        self.firsts.get(shape.index()).is_some_and(|(_, shared)| *shared)
    }

    pub(super) fn len(&self) -> usize {
        self.firsts.len()
    }
}

/// Operations that are alike have the same. Types of values behind the first ones seldom make a difference.
fn place(ir: &Ir, op: Op) -> usize {
    let (operands, mut results) = (ir.operands(op), ir.results(op));
    let counts = (operands.len() as u32).wrapping_shl(u8::BITS) ^ results.len() as u32;
    let first_operand = operands.first().map_or(NONE, |value| ir.value_type(*value).0);
    let first_result = results.next().map_or(NONE, |value| ir.value_type(value).0);
    let properties = ir.properties(op).map_or(NONE, |id| id.0);
    let attributes = ir.attributes(op).map_or(NONE, |id| id.0);
    let pairs =
        [(ir.op(op).name.0, properties), (attributes, counts), (first_operand, first_result)];
    let mixed = pairs.iter().fold(0u64, |mixed, (high, low)| {
        let pair = u64::from(*high) << u32::BITS | u64::from(*low);
        (mixed ^ pair).wrapping_mul(SPREAD).rotate_left(u32::BITS)
    });
    mixed as usize
}

/// Whether all but the values of two operations is the same.
fn are_alike(ir: &Ir, one: Op, other: Op) -> bool {
    let same = |(one, other): (Value, Value)| ir.value_type(one) == ir.value_type(other);
    let (operands, others) = (ir.operands(one), ir.operands(other));
    let (results, other_results) = (ir.results(one), ir.results(other));
    ir.op(one).name == ir.op(other).name
        && ir.properties(one) == ir.properties(other)
        && ir.attributes(one) == ir.attributes(other)
        && operands.len() == others.len()
        && results.len() == other_results.len()
        && operands.iter().copied().zip(others.iter().copied()).all(same)
        && results.zip(other_results).all(same)
}
