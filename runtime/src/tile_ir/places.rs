//! The names of what a body is made of.

use super::generated::ResultValue;

/// An operation of a [`Body`](super::Body).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpId(pub u32);

impl OpId {
    /// The number, for lists of what is known of operations.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A block of a [`Body`](super::Body).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u32);

/// The place that defines a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definition {
    /// An argument of a block, by position; the parameters of a function are those of its entry
    /// block.
    Argument(BlockId, u32),
    /// A result of an operation, by position.
    Result(OpId, u32),
}

/// A use of a value: an operand of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Use {
    /// The operation.
    pub op: OpId,
    /// Which of its operands, counted from zero.
    pub operand: u32,
}

/// A block: its arguments and its operations in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// The arguments, values with their types.
    pub arguments: Vec<ResultValue>,
    /// The operations in order; the last one ends the block.
    pub ops: Vec<OpId>,
}

/// A place between operations: [`Body::before`](super::Body::before), [`Body::after`](super::Body::after),
/// [`Body::at_start`](super::Body::at_start) and [`Body::at_end`](super::Body::at_end).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In front of all operations of a block.
    AtStart(BlockId),
    /// In front of an operation.
    Before(OpId),
    /// Behind an operation.
    After(OpId),
    /// Behind all operations of a block.
    AtEnd(BlockId),
}
