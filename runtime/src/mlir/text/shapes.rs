//! Operations that are the same but for their values: most have a name, attributes, properties and types that others have,
//! too. What is found out of one of them goes for all.

use super::super::ir::{Ir, Op};
use super::super::known::Index;

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

/// The shapes of operations.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    /// The shape of each operation, by its number.
    of: Vec<u32>,
    index: Index,
    /// What each shape is made of, one behind the other.
    parts: Vec<u32>,
    /// Where the parts of each end, and whether several operations have it.
    ends: Vec<(usize, bool)>,
}

impl Shapes {
    pub(super) fn new(ir: &Ir) -> Self {
        Shapes { of: vec![NONE; ir.op_count()], ..Shapes::default() }
    }

    /// Gives an operation its shape; whether it is the first one that has it.
    pub(super) fn meet(&mut self, ir: &Ir, op: Op) -> bool {
        let start = self.parts.len();
        let number = |id: Option<u32>| id.unwrap_or(NONE);
        let (operands, results) = (ir.operands(op), ir.results(op));
        self.parts.extend([
            ir.op(op).name.0,
            number(ir.attributes(op).map(|id| id.0)),
            number(ir.properties(op).map(|id| id.0)),
            operands.len() as u32,
        ]);
        self.parts.extend(operands.iter().map(|value| ir.value_type(*value).0));
        self.parts.extend(results.map(|value| ir.value_type(value).0));
        let (parts, ends) = (&self.parts, &self.ends);
        let content = |shape: u32| {
            let shape = shape as usize;
            let start = shape.checked_sub(1).and_then(|before| ends.get(before));
            let end = ends.get(shape).map_or(0, |(end, _)| *end);
            &parts[start.map_or(0, |(start, _)| *start)..end]
        };
        let found = self.index.place(ends.len(), content, &&parts[start..]);
        let shape = found.unwrap_or(ends.len() as u32);
        match found {
            Some(shape) => {
                self.parts.truncate(start);
                self.ends[shape as usize].1 = true;
            }
            None => self.ends.push((self.parts.len(), false)),
        }
        if let Some(of) = self.of.get_mut(op.index()) {
            *of = shape;
        }
        found.is_none()
    }

    /// The shape of an operation that was met.
    #[inline]
    pub(super) fn get(&self, op: Op) -> Option<Shape> {
        self.of.get(op.index()).copied().filter(|shape| *shape != NONE).map(Shape)
    }

    /// Whether several operations have a shape.
    pub(super) fn is_shared(&self, shape: Shape) -> bool {
        self.ends.get(shape.index()).is_some_and(|(_, shared)| *shared)
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }
}
