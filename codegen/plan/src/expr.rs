//! Expressions: conditions, counts, sizes, and what derived steps hold.

use crate::{ExprId, ItemId, Run};

/// An expression over steps of the item that it stands in, and over axes. Numbers are 64 bits; a truth value is 0 or 1.
///
/// Steps are named by their position in the item. Steps of other items are looked for among the items that are open around
/// this one, or in *lists*: all numbers that a step was, in the order of the file, whatever section it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// The number of bytes of each element of a step: a sequence.
    Sizes(u32),
    /// The tag of the case that a step is.
    Tag(u32),
    /// The number that a step of an item around this one holds: the step at a position, of the innermost item that is this one.
    Around(ItemId, u32),
    /// The position, among the elements of the innermost sequence, of the one at hand.
    Index,
    /// A number of a list of [`crate::Plan::lists`], at a position; where the list has none there, the bytes are wrong. Bytes
    /// are the number that is all of them, in the coding of section headers, and 0 where there is none.
    Listed(u32, ExprId),
    /// How many numbers a list has so far.
    Count(u32),
    /// Where a number stands first in a list; where it does not, [`crate::Plan::NOWHERE`].
    Find(u32, ExprId),
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

impl Expr {
    /// The expressions that it is made of, the first one first: two at most.
    pub fn parts(self) -> impl DoubleEndedIterator<Item = ExprId> {
        let parts = match self {
            Expr::And(a, b)
            | Expr::Or(a, b)
            | Expr::Equal(a, b)
            | Expr::Add(a, b)
            | Expr::Subtract(a, b) => [Some(a), Some(b)],
            Expr::Not(a) | Expr::Listed(_, a) | Expr::Find(_, a) => [Some(a), None],
            Expr::Number(_)
            | Expr::Field(_)
            | Expr::Present(_)
            | Expr::Elements(_)
            | Expr::Bytes(_)
            | Expr::Starts(_)
            | Expr::Sizes(_)
            | Expr::Tag(_)
            | Expr::Around(..)
            | Expr::Index
            | Expr::Count(_)
            | Expr::Open(_) => [None, None],
        };
        parts.into_iter().flatten()
    }
}
