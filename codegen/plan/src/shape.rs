//! Shapes: the encodings of values.

use crate::{Coding, Encoding, ExprId, ItemId, Run, ShapeId, Text, Transform};

/// The encoding of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// An integer.
    Integer {
        /// The encoding of the number as bytes.
        coding: Coding,
        /// The width that the number must fit, in bits, at most 64.
        bits: u8,
        /// The meaning of its bits.
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
        /// The gate of the enum itself, a run of [`crate::Plan::bounds`].
        gate: Run,
        /// Its members, a run of [`crate::Plan::members`]. Of several members with the same number, the first one with an open
        /// gate applies, or the last one if no gate is open.
        members: Run,
        /// A number that no member has is kept; otherwise it is an error.
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
        /// The number of steps after this one that are its parts.
        parts: u32,
    },
    /// Bits of the integer that this part belongs to.
    Part {
        /// The first bit.
        place: Place,
        /// The number of bits; none for all remaining bits.
        width: Option<u8>,
        /// The shape of an integer, whose coding is not used.
        value: ShapeId,
    },
    /// Elements of the same shape.
    Sequence {
        /// The shape of each element.
        element: ShapeId,
        /// The end of the sequence.
        until: Until,
        /// The elements are on the wire in reverse order.
        reversed: bool,
    },
    /// Elements at offsets, in bytes from the start of the sequence. An element extends from its offset to the next offset, the
    /// last element to the end of the bytes.
    Offsets {
        /// The shape of each element.
        element: ShapeId,
        /// The earlier step with the offsets, by its position.
        offsets: u32,
    },
    /// An integer of more than 64 bits, of fixed width. Expressions do not use it.
    Wide {
        /// The order of its bytes: [`Coding::Little`] or [`Coding::Big`].
        coding: Coding,
        /// Its width, in bits: a multiple of eight, from 72 to 128.
        bits: u8,
        /// [`Sign::Unsigned`] or [`Sign::Twos`].
        sign: Sign,
    },
    /// Bytes without a further structure.
    Bytes(Length),
    /// Text.
    Text {
        /// The number of bytes.
        length: Length,
        /// The encoding of the bytes.
        encoding: Encoding,
        /// Invalid text is an error; otherwise it is kept as bytes.
        strict: bool,
    },
    /// One of two shapes, by an expression.
    Either {
        /// The condition.
        test: ExprId,
        /// The shape if the condition is not zero.
        then: ShapeId,
        /// The shape if the condition is zero.
        otherwise: ShapeId,
    },
    /// A value that takes exactly this number of bytes.
    Sized {
        /// The number of bytes.
        size: ExprId,
        /// The value.
        value: ShapeId,
    },
    /// A value at an offset from the start of the file. The ends of enclosing values do not limit it.
    At {
        /// The offset, in bytes.
        offset: ExprId,
        /// The value.
        value: ShapeId,
    },
    /// A value in transformed bytes, which takes all bytes of the result. The transformed bytes are all that remain, if their
    /// transform does not end itself.
    Transformed {
        /// The transform.
        by: Transform,
        /// Its key: a number, or bytes ([`Expr::Content`](crate::Expr::Content) and [`Expr::Constant`](crate::Expr::Constant)). A
        /// number that it does not use if it has none.
        key: ExprId,
        /// The value: an item. Expressions in it do not read steps of items around it.
        value: ShapeId,
    },
    /// An item that takes an argument, see [`crate::Expr::Argument`].
    With {
        /// The position of the argument.
        argument: u32,
        /// Its value.
        by: ExprId,
        /// The item, or the same with its next argument.
        value: ShapeId,
    },
    /// Filler up to a multiple of `align` bytes.
    Padding {
        /// The alignment, in bytes; there is no filler if it is zero.
        align: ExprId,
        /// If this is zero, the end of the bytes may cut the filler off.
        strict: ExprId,
        /// The offset in the file from which the multiple counts; none for the position where the read began.
        from: Option<ExprId>,
    },
    /// An item.
    Item(ItemId),
    /// One of several items.
    Choice {
        /// The union's name.
        name: Text,
        /// The tag.
        tag: ExprId,
        /// The cases, a run of [`crate::Plan::cases`]. Of several cases with the same tag, the first one with an open gate
        /// applies, or the last one if no gate is open.
        cases: Run,
        /// The treatment of a tag without a case.
        otherwise: Otherwise,
    },
    /// One of several items, by the name of a dialect and, for properties, of an operation. It takes all remaining bytes.
    ///
    /// If the axes do not determine the layout, it is the only layout that reads all bytes. If there is no such layout, or
    /// several, or if no item has the name, the bytes are kept without decoding.
    Named {
        /// The name of this kind of items.
        name: Text,
        /// The table with the names, by index in [`crate::Plan::tables`].
        texts: u32,
        /// The entry of the table with the name of the dialect.
        dialect: ExprId,
        /// The entry of the table with the name of the operation.
        operation: Option<ExprId>,
        /// The number in the version record of the dialect; none if files have no such records.
        record: Option<ExprId>,
        /// The layouts with their names, a run of [`crate::Plan::layouts`].
        among: Run,
    },
    /// An integer that is computed and is not on the wire.
    Computed {
        /// Its value.
        value: ExprId,
        /// The shape of an integer, whose coding is not used.
        shape: ShapeId,
    },
    /// A value that a function of the host reads and writes.
    Function {
        /// The name of the function.
        name: Text,
        /// The positions of earlier steps whose numbers are its arguments, a run of [`crate::Plan::numbers`].
        arguments: Run,
    },
}

impl Shape {
    /// The expressions that it evaluates.
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
            Shape::With { by, .. } | Shape::Transformed { key: by, .. } => [Some(by), None, None],
            Shape::Padding { align, strict, from } => [Some(align), Some(strict), from],
            Shape::Choice { tag, .. } => [Some(tag), None, None],
            Shape::Named { dialect, operation, record, .. } => [Some(dialect), operation, record],
            Shape::Computed { value, .. } => [Some(value), None, None],
            Shape::Integer { .. }
            | Shape::Wide { .. }
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

    /// The end of bytes or of a text, and the number of bytes of a unit; none for other shapes.
    #[must_use]
    pub fn length(self) -> Option<(Length, usize)> {
        match self {
            Shape::Bytes(length) => Some((length, 1)),
            Shape::Text { length, encoding, .. } => Some((length, encoding.unit())),
            _ => None,
        }
    }

    /// The shapes that it contains.
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
            | Shape::With { value: inner, .. }
            | Shape::Transformed { value: inner, .. }
            | Shape::Computed { shape: inner, .. } => [Some(inner), None],
            Shape::Either { then, otherwise, .. } => [Some(then), Some(otherwise)],
            Shape::Integer { .. }
            | Shape::Wide { .. }
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
    /// The expression for the number of bytes, if it has one.
    #[must_use]
    pub fn expr(self) -> Option<ExprId> {
        match self {
            Length::Count(count) | Length::Padded(count, _) | Length::Ended(count, _) => {
                Some(count)
            }
            Length::Rest | Length::Except(_) | Length::Marker(_) | Length::First(_) => None,
        }
    }
}

/// The meaning of the bits of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// An unsigned number.
    Unsigned,
    /// Two's complement at the integer's width.
    Twos,
    /// Zigzag: 0, -1, 1, -2 are encoded as 0, 1, 2, 3.
    Zigzag,
    /// Two's complement at the number of bits that are present, as in signed LEB128: the highest of these bits is the sign.
    Extended,
    /// The bits of an IEEE 754 number.
    Float,
}

/// The position of the first bit of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// This bit; 0 is the lowest.
    Bit(u8),
    /// The bit after the parts before it that are present.
    Next,
}

/// The end of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Until {
    /// After this number of elements.
    Count(ExprId),
    /// At the end of the bytes.
    End,
    /// After the element that closes the sequence itself: elements open and close blocks, see [`crate::Case::nesting`].
    Balanced,
    /// When two numbers are equal. Reading fails if the first exceeds the second.
    Reached(ExprId, ExprId),
    /// After the first element for which this condition is not zero. Each element is an item; the condition reads its steps after
    /// its end.
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

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Length {
    /// This number of bytes.
    Count(ExprId),
    /// All remaining bytes.
    Rest,
    /// All remaining bytes except this number of bytes at the end.
    Except(u32),
    /// All bytes up to this marker, a run of [`crate::Plan::bytes`]. The marker follows the value and is not a part of it.
    Marker(Run),
    /// This number of bytes. The value does not include bytes at the end that equal this filler byte.
    Padded(ExprId, u8),
    /// This number of bytes. The value ends before the first of these markers, a run of [`crate::Plan::bytes`]; what follows is
    /// filler. Without a marker, all bytes are the value.
    Ended(ExprId, Run),
    /// The bytes before the first offset in this step; all remaining bytes if it contains no offset.
    First(u32),
}

/// The treatment of a tag without a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Otherwise {
    /// An error.
    Error,
    /// The remaining bytes are kept without decoding.
    Opaque,
}
