//! Shapes: how a value stands on the wire.

use crate::{Coding, Encoding, ExprId, ItemId, Run, ShapeId, Text};

/// How a value stands on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// An integer.
    Integer {
        /// Its bytes.
        coding: Coding,
        /// The width that it must fit, 8 to 64 bits.
        bits: u8,
        /// What its bits mean.
        sign: Sign,
    },
    /// One byte, 0 or 1.
    Bool,
    /// An integer whose numbers have names.
    Enum {
        /// The enum's name.
        name: Text,
        /// The integer.
        number: ShapeId,
        /// What has the enum at all.
        gate: Run,
        /// Its members, in [`crate::Plan::members`]; of several with one number the last takes what no other does.
        members: Run,
        /// A number that no member has is kept as it is.
        open: bool,
    },
    /// An integer that is an index into a table, by index in [`crate::Plan::tables`].
    Index {
        /// The table.
        table: u32,
        /// The integer.
        number: ShapeId,
    },
    /// An integer whose bits are the next `parts` steps; bits that no part takes must be zero.
    Bits {
        /// The integer.
        number: ShapeId,
        /// How many steps are its parts.
        parts: u32,
    },
    /// Bits of the integer before it.
    Part {
        /// Where they begin.
        place: Place,
        /// How many; none for all that are left.
        width: Option<u8>,
        /// What they are: a shape of an integer, whose coding is not used.
        value: ShapeId,
    },
    /// The same shape again and again.
    Sequence {
        /// Each element.
        element: ShapeId,
        /// Where it ends.
        until: Until,
        /// The last element stands first.
        reversed: bool,
    },
    /// Elements of which each reaches from its offset to the next one, the last to the end. Offsets count
    /// from the start of the sequence and are held by an earlier step.
    Offsets {
        /// Each element.
        element: ShapeId,
        /// The step that holds the offsets, by its position.
        offsets: u32,
    },
    /// Bytes as they are.
    Bytes(Length),
    /// Text.
    Text {
        /// How many bytes it has.
        length: Length,
        /// What the bytes are.
        encoding: Encoding,
        /// Bytes that are no such text are an error; they are carried as bytes otherwise.
        strict: bool,
    },
    /// One of two shapes, by an expression.
    Either {
        /// Whether it is the first.
        test: ExprId,
        /// The shape where that is not zero.
        then: ShapeId,
        /// The shape where it is zero.
        otherwise: ShapeId,
    },
    /// A value that has exactly so many bytes to itself.
    Sized {
        /// The number of bytes.
        size: ExprId,
        /// The value.
        value: ShapeId,
    },
    /// A value that stands at an offset from the start of the file, whatever the values around it say of where they end.
    At {
        /// The offset, in bytes.
        offset: ExprId,
        /// The value.
        value: ShapeId,
    },
    /// Filler up to a multiple of `align` bytes, counted from where the reading began or from the start of the file.
    Padding {
        /// In bytes; none where this is zero.
        align: ExprId,
        /// Where this is zero the filler may be missing.
        strict: ExprId,
        /// It counts from the start of the file.
        of_file: bool,
    },
    /// An item.
    Item(ItemId),
    /// One of several items.
    Choice {
        /// The union's name.
        name: Text,
        /// The number that tells which.
        tag: ExprId,
        /// The cases, in [`crate::Plan::cases`]; of several with one tag the last takes what no other does.
        cases: Run,
        /// What any other number is.
        otherwise: Otherwise,
    },
    /// One of several items, by names: those of a dialect and, for properties, of an operation. It has all bytes that are left.
    ///
    /// Where axes do not tell which layout it has, it has the only one that makes sense of all bytes; where none or several
    /// do, and where no item has the name, the bytes are carried as they are.
    Named {
        /// What it is one of.
        name: Text,
        /// The table that has the names, by index in [`crate::Plan::tables`].
        texts: u32,
        /// The entry of that table that is the name of the dialect.
        dialect: ExprId,
        /// The entry that is the name of the operation.
        operation: Option<ExprId>,
        /// The number that the version record of the dialect is; none where files have no such records.
        record: Option<ExprId>,
        /// What has a name, a run of [`crate::Plan::layouts`].
        among: Run,
    },
    /// Not on the wire: an integer that an expression gives.
    Computed {
        /// Its value.
        value: ExprId,
        /// What it is: a shape of an integer, whose coding is not used.
        shape: ShapeId,
    },
    /// What a function by this name reads and writes.
    Function {
        /// Its name.
        name: Text,
        /// Positions of the earlier steps whose numbers it is given, in [`crate::Plan::numbers`].
        arguments: Run,
    },
}

impl Shape {
    /// The expressions that it asks.
    pub fn exprs(self) -> impl Iterator<Item = ExprId> {
        let all = match self {
            Shape::Sequence { until: Until::Count(count) | Until::Holds(count), .. } => {
                [Some(count), None, None]
            }
            Shape::Sequence { until: Until::Reached(a, b), .. } => [Some(a), Some(b), None],
            Shape::Bytes(length) | Shape::Text { length, .. } => [length.expr(), None, None],
            Shape::Either { test, .. } => [Some(test), None, None],
            Shape::Sized { size, .. } => [Some(size), None, None],
            Shape::At { offset, .. } => [Some(offset), None, None],
            Shape::Padding { align, strict, .. } => [Some(align), Some(strict), None],
            Shape::Choice { tag, .. } => [Some(tag), None, None],
            Shape::Named { dialect, operation, record, .. } => [Some(dialect), operation, record],
            Shape::Computed { value, .. } => [Some(value), None, None],
            Shape::Integer { .. }
            | Shape::Bool
            | Shape::Enum { .. }
            | Shape::Index { .. }
            | Shape::Bits { .. }
            | Shape::Part { .. }
            | Shape::Sequence { .. }
            | Shape::Offsets { .. }
            | Shape::Item(_)
            | Shape::Function { .. } => [None, None, None],
        };
        all.into_iter().flatten()
    }

    /// The shapes that it is made of.
    pub fn shapes(self) -> impl Iterator<Item = ShapeId> {
        let all = match self {
            Shape::Enum { number: inner, .. }
            | Shape::Index { number: inner, .. }
            | Shape::Bits { number: inner, .. }
            | Shape::Part { value: inner, .. }
            | Shape::Sequence { element: inner, .. }
            | Shape::Offsets { element: inner, .. }
            | Shape::Sized { value: inner, .. }
            | Shape::At { value: inner, .. }
            | Shape::Computed { shape: inner, .. } => [Some(inner), None],
            Shape::Either { then, otherwise, .. } => [Some(then), Some(otherwise)],
            Shape::Integer { .. }
            | Shape::Bool
            | Shape::Bytes(_)
            | Shape::Text { .. }
            | Shape::Padding { .. }
            | Shape::Item(_)
            | Shape::Choice { .. }
            | Shape::Named { .. }
            | Shape::Function { .. } => [None, None],
        };
        all.into_iter().flatten()
    }
}

impl Length {
    /// The expression that it asks.
    #[must_use]
    pub fn expr(self) -> Option<ExprId> {
        match self {
            Length::Count(count) | Length::Padded(count, _) => Some(count),
            Length::Rest | Length::Except(_) | Length::Marker(_) | Length::First(_) => None,
        }
    }
}

/// What the bits of an integer mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// A number without a sign.
    Unsigned,
    /// Two's complement at the integer's width.
    Twos,
    /// 0, -1, 1, -2 are 0, 1, 2, 3.
    Zigzag,
    /// The top bit of those that are there is the sign.
    Extended,
    /// The bits of an IEEE 754 number.
    Float,
}

/// Where the bits of a part begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// At this bit.
    Bit(u8),
    /// After the part before it, where that is there.
    Next,
}

/// Where a sequence ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Until {
    /// After so many elements.
    Count(ExprId),
    /// At the end of the bytes.
    End,
    /// With the element whose case closes more than cases opened before it, see [`crate::Case::nesting`].
    Balanced,
    /// Where two numbers are the same; that the first gets past the second is an error of the bytes.
    Reached(ExprId, ExprId),
    /// With the first element, which is an item, of which this holds at its end: an expression over steps of the element.
    Holds(ExprId),
}

/// What limits the number of elements of a sequence that [`Until::Count`] ends, so that a reader is safe from false numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ElementLimit {
    /// The schema states the number.
    Schema,
    /// Each element takes at least one byte.
    Bytes,
    /// An element can have no bytes. A file has a budget of such elements.
    Budget,
}

/// How many bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Length {
    /// So many.
    Count(ExprId),
    /// All that are left.
    Rest,
    /// All that are left but so many.
    Except(u32),
    /// Up to these bytes, a run of [`crate::Plan::bytes`], which belong to them and are not in the value.
    Marker(Run),
    /// So many, of which those at the end that are this byte are not in the value.
    Padded(ExprId, u8),
    /// Up to the first offset that this step holds, or none where it holds no offset.
    First(u32),
}

/// What a number is that no case has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Otherwise {
    /// An error.
    Error,
    /// The bytes that are left are carried as they are.
    Opaque,
}
