//! Values: operands, results and arguments, by number.

pub use crate::forest::RegionId;

use crate::error::{Error, ErrorKind, Result};
use crate::wire::{Cursor, Decode, Leb128Sink, Leb128Source, List, ListIter, Writer};
use std::fmt;
use std::num::NonZeroU32;

/// A value: an argument of a function or block, or a result of an operation.
///
/// In a body read from bytes the index is the value's number by the format's own numbering, where
/// sibling regions use the same numbers again. In an owned body it is unique.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(NonZeroU32);

impl Value {
    /// The greatest index.
    pub const MAX_INDEX: u32 = u32::MAX - 1;

    /// The value with this index. A greater index than [`Value::MAX_INDEX`] becomes that one.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub const fn new(index: u32) -> Self {
        match NonZeroU32::new(index.saturating_add(1)) {
            Some(plus_one) => Value(plus_one),
            None => Value(NonZeroU32::MAX),
        }
    }

    /// The index.
    #[inline]
    #[must_use]
    pub const fn index(self) -> u32 {
        self.0.get() - 1
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.index())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}", self.index())
    }
}

/// A value at the place that defines it, with its type (an index into the type table).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Typed<T> {
    /// The value.
    pub value: Value,
    /// Its type.
    pub ty: T,
}

/// Values that are still in the input, each checked to be defined before.
///
/// `PREFIX` says which varint the format has: the prefix varint, or LEB128.
#[derive(Clone, Copy)]
pub struct Values<'a, const PREFIX: bool = false> {
    cursor: Cursor<'a>,
    len: usize,
}

impl<const PREFIX: bool> PartialEq for Values<'_, PREFIX> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<'a, const PREFIX: bool> Values<'a, PREFIX> {
    /// No value.
    #[must_use]
    pub fn empty() -> Self {
        Values { cursor: Cursor::new(&[]), len: 0 }
    }

    /// Reads `count` values, each a varint below `defined`.
    ///
    /// # Errors
    /// A number that is not below `defined`, or a count that cannot fit the bytes left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn read(cursor: &mut Cursor<'a>, count: u64, defined: u32) -> Result<Self> {
        let len = cursor.check_count(count, 1)?;
        let values = Values { cursor: *cursor, len };
        *cursor = values.checked(defined)?;
        Ok(values)
    }

    /// Reads every value once; the cursor after the last.
    #[inline(never)]
    fn checked(self, defined: u32) -> Result<Cursor<'a>> {
        let mut cursor = self.cursor;
        for _ in 0..self.len {
            read_value::<PREFIX>(&mut cursor, defined)?;
        }
        Ok(cursor)
    }

    /// Number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The values, decoded one by one.
    #[must_use]
    pub fn iter(&self) -> ValuesIter<'a, PREFIX> {
        ValuesIter { cursor: self.cursor, left: self.len }
    }
}

/// The values of a [`Values`].
#[derive(Clone)]
pub struct ValuesIter<'a, const PREFIX: bool = false> {
    cursor: Cursor<'a>,
    left: usize,
}

impl<const PREFIX: bool> Iterator for ValuesIter<'_, PREFIX> {
    type Item = Value;

    #[inline]
    fn next(&mut self) -> Option<Value> {
        self.left = self.left.checked_sub(1)?;
        read_index::<PREFIX>(&mut self.cursor).ok().map(Value::new)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<const PREFIX: bool> ExactSizeIterator for ValuesIter<'_, PREFIX> {}

impl<'a, const PREFIX: bool> IntoIterator for Values<'a, PREFIX> {
    type Item = Value;
    type IntoIter = ValuesIter<'a, PREFIX>;

    fn into_iter(self) -> ValuesIter<'a, PREFIX> {
        self.iter()
    }
}

impl<const PREFIX: bool> fmt::Debug for Values<'_, PREFIX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn read_index<const PREFIX: bool>(cursor: &mut Cursor<'_>) -> Result<u32> {
    if PREFIX { cursor.prefix_u32() } else { cursor.leb128_u32() }
}

/// Reads one value, a LEB128 number below `defined`, from any [`Leb128Source`].
///
/// # Errors
/// [`ErrorKind::Index`] when no such value is defined.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn read_short_value(source: &mut impl Leb128Source, defined: u32) -> Result<Value> {
    let start = source.position();
    let index = source.leb128_u32()?;
    if index < defined { Ok(Value::new(index)) } else { Err(undefined(start, index, defined)) }
}

/// Reads one value: a varint below `defined`.
///
/// # Errors
/// [`ErrorKind::Index`] when no such value is defined.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn read_value<const PREFIX: bool>(cursor: &mut Cursor<'_>, defined: u32) -> Result<Value> {
    let start = cursor.position();
    let index = read_index::<PREFIX>(cursor)?;
    if index < defined { Ok(Value::new(index)) } else { Err(undefined(start, index, defined)) }
}

#[cold]
fn undefined(offset: usize, index: u32, defined: u32) -> Error {
    Error::at(
        offset,
        ErrorKind::Index {
            table: "value".into(),
            found: u64::from(index),
            len: u64::from(defined),
        },
    )
}

/// Results or arguments that are still in the input: consecutive values, each with its type.
pub struct TypedValues<'a, T: Decode<'a>> {
    first: u32,
    types: List<'a, T>,
}

impl<'a, T: Decode<'a>> Clone for TypedValues<'a, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'a, T: Decode<'a>> Copy for TypedValues<'a, T> {}

impl<'a, T: Decode<'a>> TypedValues<'a, T> {
    /// The values from `first` on, with these types.
    #[must_use]
    pub fn new(first: u32, types: List<'a, T>) -> Self {
        TypedValues { first, types }
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// The values with their types.
    pub fn iter(&self) -> TypedValuesIter<'a, T> {
        TypedValuesIter { next: self.first, types: self.types.iter() }
    }
}

/// The values of a [`TypedValues`].
pub struct TypedValuesIter<'a, T: Decode<'a>> {
    next: u32,
    types: ListIter<'a, T>,
}

impl<'a, T: Decode<'a>> Iterator for TypedValuesIter<'a, T> {
    type Item = Typed<T::Value>;

    fn next(&mut self) -> Option<Self::Item> {
        let ty = self.types.next()?;
        let value = Value::new(self.next);
        self.next += 1;
        Some(Typed { value, ty })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.types.size_hint()
    }
}

impl<'a, T: Decode<'a>> ExactSizeIterator for TypedValuesIter<'a, T> {}

impl<'a, T: Decode<'a>> IntoIterator for TypedValues<'a, T> {
    type Item = Typed<T::Value>;
    type IntoIter = TypedValuesIter<'a, T>;

    fn into_iter(self) -> TypedValuesIter<'a, T> {
        self.iter()
    }
}

impl<'a, T: Decode<'a, Value: fmt::Debug>> fmt::Debug for TypedValues<'a, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a, T: Decode<'a, Value: PartialEq>> PartialEq for TypedValues<'a, T> {
    fn eq(&self, other: &Self) -> bool {
        self.first == other.first && self.types == other.types
    }
}

/// What is the same for all values of a variant of a union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The number on the wire.
    pub tag: u64,
    /// The name in the schema.
    pub name: &'static str,
    /// The spelling in listings.
    pub label: &'static str,
}

impl Variant {
    /// A variant that listings spell by its name.
    #[must_use]
    pub const fn new(tag: u64, name: &'static str) -> Self {
        Variant { tag, name, label: name }
    }

    /// A variant with a spelling of its own.
    #[must_use]
    pub const fn spelled(tag: u64, name: &'static str, label: &'static str) -> Self {
        Variant { tag, name, label }
    }
}

/// What the caller must read after an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Number of results.
    pub results: u32,
    /// Number of regions, which follow on the wire.
    pub regions: u32,
    /// It ends its block.
    pub terminator: bool,
}

impl Shape {
    /// The shape of an operation with so many results and regions.
    #[must_use]
    pub const fn new(results: u32, regions: u32, terminator: bool) -> Self {
        Shape { results, regions, terminator }
    }
}

/// The next value, a result of this type. `next` is its number, and then that of the value after it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn define<T>(next: &mut u32, ty: T) -> Typed<T> {
    let value = Value::new(*next);
    *next += 1;
    Typed { value, ty }
}

/// An operation that consists of short numbers, which are read from any source.
pub trait ReadParts<'a, C>: Sized {
    /// Reads the parts after the opcode. `defined` is the number of values that are defined before the operation.
    ///
    /// # Errors
    /// The first part that cannot be read, with its offset.
    fn read_parts<S: Leb128Source>(cursor: &mut S, cx: &C, defined: u32) -> Result<(Self, Shape)>;

    /// Reads the operation from a window of the next bytes. If a number is longer or something is wrong, reads it again from the
    /// cursor.
    ///
    /// # Errors
    /// Those of [`ReadParts::read_parts`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read_short<const WINDOW: usize>(
        cursor: &mut Cursor<'a>,
        cx: &C,
        defined: u32,
    ) -> Result<(Self, Shape)> {
        if let Some(mut numbers) = cursor.leb128_reader::<WINDOW>()
            && let Ok(read) = Self::read_parts(&mut numbers, cx, defined)
            && numbers.fits()
        {
            cursor.pass(&numbers);
            return Ok(read);
        }
        let (next, read) = Self::read_long(*cursor, cx, defined);
        *cursor = next;
        read
    }

    /// Reads numbers of any length, and reports errors.
    ///
    /// # Errors
    /// Those of [`ReadParts::read_parts`].
    #[cold]
    #[inline(never)]
    fn read_long(
        mut cursor: Cursor<'a>,
        cx: &C,
        defined: u32,
    ) -> (Cursor<'a>, Result<(Self, Shape)>) {
        let read = Self::read_parts(&mut cursor, cx, defined);
        (cursor, read)
    }
}

/// An operation that consists of short numbers, which are written to any sink.
pub trait WriteParts<C> {
    /// Writes the opcode and the parts.
    ///
    /// # Errors
    /// A value that the version cannot encode.
    fn write_parts<W: Leb128Sink>(&self, writer: &mut W, cx: &mut C) -> Result<()>;

    /// Writes the operation in place. If a number is longer or something is wrong, writes it again.
    ///
    /// # Errors
    /// Those of [`WriteParts::write_parts`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_short<const WINDOW: usize>(&self, writer: &mut Writer, cx: &mut C) -> Result<()> {
        let bytes = match writer.leb128_writer::<WINDOW>() {
            Some(mut numbers) => match self.write_parts(&mut numbers, cx) {
                Ok(()) => numbers.finish(),
                Err(_) => None,
            },
            None => None,
        };
        match bytes {
            Some(bytes) => {
                writer.pass(bytes);
                Ok(())
            }
            None => self.write_long(writer, cx),
        }
    }

    /// Writes numbers of any length.
    ///
    /// # Errors
    /// Those of [`WriteParts::write_parts`].
    #[inline(never)]
    fn write_long(&self, writer: &mut Writer, cx: &mut C) -> Result<()> {
        self.write_parts(writer, cx)
    }
}

/// Renames the values and regions of an operation that is moved into an owned body.
pub trait Adopt<T> {
    /// The value of the owned body for a value that is used.
    fn value(&mut self, value: Value) -> Value;
    /// The value of the owned body for a result of the operation.
    fn result(&mut self, result: Typed<T>) -> Typed<T>;
    /// A new, empty region.
    fn region(&mut self) -> RegionId;
}

/// Keeps every value, and numbers regions in the order of their occurrence, as in the bytes of the operation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Same {
    regions: u32,
}

impl<T> Adopt<T> for Same {
    fn value(&mut self, value: Value) -> Value {
        value
    }

    fn result(&mut self, result: Typed<T>) -> Typed<T> {
        result
    }

    fn region(&mut self) -> RegionId {
        let region = RegionId::at(self.regions);
        self.regions += 1;
        region
    }
}

/// Collects owned operations.
pub trait Collect<T, O>: Adopt<T> {
    /// Adds an operation.
    fn collect(&mut self, op: O);
}

/// The error for set flag bits that the version does not know.
#[cold]
#[must_use]
pub fn unknown_flags(offset: usize, bits: u64) -> Error {
    Error::at(offset, ErrorKind::Flags { bits })
}

/// The error for a forbidden value.
#[cold]
#[must_use]
pub fn rejected(offset: usize, value: i128) -> Error {
    Error::at(offset, ErrorKind::Rejected { value })
}

/// The error for writing a forbidden value.
#[cold]
#[must_use]
pub fn unwritable(value: i128) -> Error {
    Error::new(ErrorKind::Rejected { value })
}

/// Refuses to write a number without a member if it is one of the `known` numbers, or has more bits than its type.
///
/// # Errors
/// [`ErrorKind::Rejected`] for the first, [`ErrorKind::Width`] for the second.
pub fn unknown_member(
    number: impl Into<i128>,
    known: &[i128],
    (bits, is_signed): (u32, bool),
) -> Result<()> {
    let value = number.into();
    if known.contains(&value) {
        return Err(unwritable(value));
    }
    let all = 1 << bits.min(u64::BITS);
    let range = if is_signed { -all / 2..all / 2 } else { 0..all };
    match range.contains(&value) {
        true => Ok(()),
        false => Err(Error::new(ErrorKind::Width { value, bits })),
    }
}

/// The error for references in a value that is kept as bytes, where they cannot be renumbered.
#[cold]
#[must_use]
pub fn hidden_references() -> Error {
    Error::new(ErrorKind::Opaque { item: "a value that is kept as bytes".to_owned() })
}

/// The error for an unknown number.
#[cold]
#[must_use]
pub fn unknown_number(offset: usize, what: &'static str, found: impl Into<i128>) -> Error {
    let found = found.into();
    Error::at(offset, ErrorKind::Unknown { what: what.into(), found })
}

/// The error for a string that is empty and must not be.
#[cold]
#[must_use]
pub fn empty_string() -> Error {
    Error::new(ErrorKind::Absent { item: "the string".into(), why: "must not be empty" })
}

/// The error for a number that was removed from the format. `was` is what it meant.
#[cold]
#[must_use]
pub fn dead_number(offset: usize, what: &str, found: impl Into<i128>, was: &str) -> Error {
    let (what, found, was) = (what.to_owned(), found.into(), was.to_owned());
    Error::at(offset, ErrorKind::Removed { what, found, was })
}

/// Calls `read` in a function of its own, so that the caller does not contain the readers of all kinds of operations. The new
/// position is returned by value, so that the caller can keep it in a register.
///
/// # Errors
/// Those of `read`.
#[inline(never)]
pub fn read_out_of_line<'a, T>(
    mut cursor: Cursor<'a>,
    read: impl FnOnce(&mut Cursor<'a>) -> Result<T>,
) -> (Cursor<'a>, Result<T>) {
    let read = read(&mut cursor);
    (cursor, read)
}

/// The error for a count that the kind of operation does not allow.
#[cold]
#[must_use]
pub fn wrong_count(offset: usize, what: &'static str, expected: u32, found: u32) -> Error {
    Error::at(offset, ErrorKind::Count { what, expected: expected.into(), found: found.into() })
}
