//! Groups operations that differ only in their values. Most operations have the same name, attributes, properties and types as
//! others, so work for one of them can be reused.

use crate::module::ir::{Ir, OpId, Value};
use bytespec_core::hash::SPREAD;

/// The shape of an operation: the number of its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape(u32);

impl Shape {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Marks an operation without a shape.
const NONE: u32 = u32::MAX;

/// The maximum number of shapes in the look-up table. With more, the search costs more than it saves.
const MAX_SOUGHT: usize = 1 << 16;
/// The number of slots in which a shape can be stored.
const WAYS: usize = 2;

/// The shapes of all operations.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    /// The shape of each operation, by operation number.
    of: Vec<u32>,
    /// The look-up table of shapes. A new shape replaces an old one.
    sought: Vec<u32>,
    /// The first operation of each shape, and whether several operations have the shape.
    firsts: Vec<(OpId, bool)>,
}

impl Shapes {
    pub(super) fn new(ir: &Ir) -> Self {
        let sought = ir.op_count().next_power_of_two().clamp(WAYS, MAX_SOUGHT);
        Shapes { of: vec![NONE; ir.op_count()], sought: vec![NONE; sought], firsts: Vec::new() }
    }

    /// Assigns an operation its shape. Returns whether it can be the first one with this shape.
    pub(super) fn meet(&mut self, ir: &Ir, op: OpId) -> bool {
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

    /// The shape of an operation, if it was assigned.
    #[inline]
    pub(super) fn get(&self, op: OpId) -> Option<Shape> {
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

/// The hash of an operation's shape. It covers only the types of the first operand and the first result, because the others
/// rarely differ.
fn place(ir: &Ir, op: OpId) -> usize {
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

/// Whether two operations differ only in their values.
fn are_alike(ir: &Ir, one: OpId, other: OpId) -> bool {
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
