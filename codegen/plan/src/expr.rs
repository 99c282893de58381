//! Expressions: conditions, counts, sizes, and what derived steps hold.

use crate::{ExprId, Run};

/// An expression over steps of the item that it stands in, and over clocks. Numbers are 64 bits; a truth value is 0 or 1.
///
/// Steps are named by their position in the item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A number.
    Number(u64),
    /// The number that an earlier step holds; of a step that is absent the number of its default, or zero.
    Field(u32),
    /// Whether a step has a value.
    Present(u32),
    /// The number of elements of a step.
    Elements(u32),
    /// The number of bytes of a step.
    Bytes(u32),
    /// Where the elements of a step begin, counted from its start: a sequence.
    Starts(u32),
    /// The tag of the case that a step is.
    Tag(u32),
    /// Whether every bound of [`crate::Plan::bounds`] holds.
    Open(Run),
    /// Whether a number is zero.
    Not(ExprId),
    /// Whether both are not zero.
    And(ExprId, ExprId),
    /// Whether one is not zero.
    Or(ExprId, ExprId),
    /// Whether both are the same.
    Equal(ExprId, ExprId),
    /// The sum.
    Add(ExprId, ExprId),
    /// The difference; a negative one is an error of the bytes.
    Subtract(ExprId, ExprId),
}
