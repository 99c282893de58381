//! A reader of records: its position, and the state that later fields need of earlier ones.

use super::bits::Bits;
use super::sequence::Sequence;
use crate::error::{Error, ErrorKind, PlanFault, Result};
use crate::plan::Executor;
use crate::plan::bytes::{self, same_bytes};
use crate::plan::checksum::checksum;
use crate::plan::depth::Depth;
use crate::plan::execution_state::ExecutionState;
use crate::plan::expression::unknown_tag;
use crate::plan::number;
use crate::plan::prepared_step::Plain;
use crate::plan::read::bits::claimed;
use crate::plan::wide;
use crate::values::rejected;
use crate::wire::Cursor;
use bytespec_plan::{Base, Checksum, Coding, ExprId, ItemId, Plan, Run, ShapeId, Sign};

/// Reads a file that is one record, the header of a file, or the content of a section.
///
/// Numbers have 64 bits, and are sign-extended. Offsets count bytes from the start of the file.
#[derive(Debug)]
pub struct RecordReader<'r, 'i> {
    pub(super) executor: &'r Executor<'r>,
    pub(super) input: &'i [u8],
    pub(super) cursor: Cursor<'i>,
    /// The offset from which filler counts.
    pub(super) origin: usize,
    pub(super) depth: Depth,
    pub(super) state: ExecutionState,
    /// The values of fields of open items that expressions of inner items use; none if the item is not open.
    pub(super) around: Vec<Option<u64>>,
    pub(super) sequence: Sequence,
    pub(super) placed: (usize, usize),
    pub(super) is_last: bool,
    /// Numbers are not checked yet because they depend on values after them.
    pub(super) is_incomplete: bool,
}

/// A position to return to.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    back: usize,
    end: usize,
    start: usize,
}

impl<'i> RecordReader<'_, 'i> {
    fn plan(&self) -> &Plan {
        self.executor.plan()
    }

    /// The current offset.
    #[inline]
    #[must_use]
    pub fn position(&self) -> usize {
        self.cursor.position()
    }

    /// Whether every bound of a gate holds.
    #[inline]
    #[must_use]
    pub fn is_open(&self, gate: Run) -> bool {
        self.executor.open(gate)
    }

    /// Refuses an item that the version does not have.
    ///
    /// # Errors
    /// A gate that is closed.
    pub fn check_gate(&self, item: ItemId, gate: Run) -> Result<()> {
        match self.executor.open(gate) {
            true => Ok(()),
            false => Err(self.closed(item, gate, self.position())),
        }
    }

    /// Counts an item that begins and that can contain itself.
    ///
    /// # Errors
    /// More levels than the limit.
    #[inline]
    pub fn enter(&mut self, item: ItemId) -> Result<()> {
        self.depth
            .enter(self.executor.prepared.nesting(item))
            .map_err(|kind| self.cursor.error(kind))
    }

    /// Counts such an item that ends.
    #[inline]
    pub fn leave(&mut self, item: ItemId) {
        self.depth.leave(self.executor.prepared.nesting(item));
    }

    /// The error for an item, or for a case of a union, that the version does not have.
    #[cold]
    #[must_use]
    pub fn closed(&self, item: ItemId, gate: Run, at: usize) -> Error {
        self.executor.closed(self.executor.name_of(item).to_owned(), gate).or_at(at)
    }

    /// Reads an integer.
    ///
    /// # Errors
    /// The input ends before the integer does, and a number that does not fit `bits` bits.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn integer(&mut self, coding: Coding, bits: u8, sign: Sign) -> Result<u64> {
        number::read(&mut self.cursor, coding, bits, sign)
    }

    /// Reads an integer of more than 64 bits, as two's complement of 128 bits.
    ///
    /// # Errors
    /// The input ends before the integer does.
    #[inline]
    pub fn wide(&mut self, coding: Coding, bits: u8, sign: Sign) -> Result<u128> {
        let bytes = self.cursor.bytes((bits / 8).into())?;
        Ok(wide::number_of(bytes, coding, sign).0)
    }

    /// Reads a byte that is 0 or 1.
    ///
    /// # Errors
    /// Another byte, and the end of the input.
    #[inline]
    pub fn boolean(&mut self) -> Result<u64> {
        self.cursor.bool().map(u64::from)
    }

    /// Converts a number from bits or from an expression into one of a shape.
    ///
    /// # Errors
    /// A number that the shape does not allow, at `at`.
    #[inline]
    pub fn take(&self, shape: ShapeId, number: u64, at: usize) -> Result<u64> {
        let Some(shape) = self.plan().shapes.get(shape.index()) else { return Ok(number) };
        self.executor.take_number(shape, number).map_err(|error| error.moved_to(at))
    }

    /// Converts the number of a computed field into one of its shape.
    ///
    /// # Errors
    /// A number that the shape does not allow, at `at`.
    #[inline]
    pub fn take_computed(&self, shape: ShapeId, number: u64, at: usize) -> Result<u64> {
        let Some(shape) = self.plan().shapes.get(shape.index()) else { return Ok(number) };
        self.executor.computed_number(shape, number).map_err(|error| error.moved_to(at))
    }

    /// The member of an enum with a number, by index in the members of the plan; none for an unknown number of an open enum.
    ///
    /// # Errors
    /// An unknown number, and a member that the version does not have, at `at`.
    pub fn member(&self, shape: ShapeId, number: u64, at: usize) -> Result<Option<u32>> {
        let Some(shape) = self.plan().shapes.get(shape.index()) else { return Ok(None) };
        self.executor.member(shape, number).map_err(|error| error.or_at(at))
    }

    /// The error for a number without a member in an enum.
    #[cold]
    #[must_use]
    pub fn no_member(&self, shape: ShapeId, number: u64, at: usize) -> Error {
        let unknown = || {
            let what = "member".into();
            Error::at(at, ErrorKind::Unknown { what, found: number.into() })
        };
        self.member(shape, number, at).err().unwrap_or_else(unknown)
    }

    /// The integer of bits at a step, by index in the steps of the plan; it began at `start`.
    ///
    /// # Errors
    /// Set bits that no field takes.
    pub fn bits(&self, step: u32, number: u64, start: usize) -> Result<Bits> {
        let step = self.executor.prepared.steps.get(step as usize);
        if let Some(Plain::Whole(_, mask)) = step.map(|step| step.plain) {
            claimed(self.executor, mask, number, start)?;
        }
        Ok(Bits { number, start, present: true, taken: 0 })
    }

    /// Begins a value of `size` bytes. Returns the end of the enclosing bytes.
    ///
    /// # Errors
    /// Fewer bytes are left.
    #[inline]
    pub fn begin_sized(&mut self, size: u64) -> Result<usize> {
        let size = self.cursor.check_size(size)?;
        let around = self.cursor.end();
        self.set_end(self.position() + size)?;
        Ok(around)
    }

    /// Ends a value of a known size.
    ///
    /// # Errors
    /// Bytes after the value.
    #[inline]
    pub fn end_sized(&mut self, around: usize) -> Result<()> {
        if !self.cursor.is_empty() {
            let (at, left) = (self.position(), self.cursor.remaining());
            return Err(Error::trailing(at, left, "the value of this size"));
        }
        self.set_end(around)
    }

    #[inline]
    fn set_end(&mut self, end: usize) -> Result<()> {
        self.cursor = Cursor::over(self.input, self.position(), end)?;
        Ok(())
    }

    /// Moves to an offset.
    ///
    /// # Errors
    /// An offset past the end of the file.
    #[inline]
    pub fn go_to(&mut self, offset: u64) -> Result<Placed> {
        let (back, end) = (self.position(), self.cursor.end());
        self.cursor = bytes::placed(self.input, offset, back)?;
        Ok(Placed { back, end, start: self.position() })
    }

    /// The number of bytes left, up to the end of the enclosing value.
    #[inline]
    #[must_use]
    pub fn left(&self) -> usize {
        self.cursor.remaining()
    }

    /// Reads a number without moving the reader.
    ///
    /// # Errors
    /// The input ends before the number does, and a number that does not fit `bits` bits.
    #[inline]
    pub fn peek(&self, coding: Coding, bits: u8, sign: Sign) -> Result<u64> {
        number::read(&mut self.cursor.clone(), coding, bits, sign)
    }

    /// Returns from an offset.
    ///
    /// # Errors
    /// More bytes at offsets, in total, than the budget of the file.
    #[inline]
    pub fn return_from(&mut self, Placed { back, end, start }: Placed) -> Result<()> {
        let span = start..self.position();
        self.placed = (span.start, span.end);
        self.state.spend_placed(span, self.input)?;
        self.cursor = Cursor::over(self.input, back, end)?;
        Ok(())
    }

    /// The start and the end of the last value at an offset.
    #[inline]
    #[must_use]
    pub fn placed(&self) -> (usize, usize) {
        self.placed
    }

    /// Refuses a number that is not allowed in its field.
    ///
    /// # Errors
    /// One of the numbers of `reject`, a run of the numbers of the plan.
    pub fn reject(&self, reject: Run, shape: ShapeId, number: u64, at: usize) -> Result<()> {
        match self.rejects(reject, shape, number) {
            Some(value) => Err(rejected(at, value)),
            None => Ok(()),
        }
    }

    /// The value of a number, if it is not allowed in its field.
    #[must_use]
    pub fn rejects(&self, reject: Run, shape: ShapeId, number: u64) -> Option<i128> {
        self.executor.rejects(reject, shape, number)
    }

    /// Refuses a number that differs from the computed one.
    ///
    /// # Errors
    /// Another number.
    #[inline]
    pub fn check(&self, of: (ShapeId, Base), expected: u64, found: u64, at: usize) -> Result<()> {
        if expected == found {
            return Ok(());
        }
        Err(Error::at(at, self.executor.other_number(of, expected, found)))
    }

    /// The error for a value for which `valid` of its field is false. `numbers` are those of the terms of the condition.
    #[cold]
    #[must_use]
    pub fn not_valid(
        &self,
        condition: (ItemId, ExprId),
        numbers: &[Option<u64>],
        at: usize,
    ) -> Error {
        Error::at(at, self.executor.invalid(condition, numbers.iter().copied()))
    }

    /// Refuses bytes that differ from the required ones.
    ///
    /// # Errors
    /// Other bytes.
    #[inline]
    pub fn check_bytes(&self, expected: &[u8], found: &[u8], at: usize) -> Result<()> {
        same_bytes(expected, found, at)
    }

    /// The error for a tag that no variant of a union has: its number, or its text, with the bytes if a field of the item has them.
    #[cold]
    #[must_use]
    pub fn unknown(&self, union: &str, tag: i128, text: Option<Option<&[u8]>>, at: usize) -> Error {
        let (union, bytes) = ((union, text.is_some()), text.flatten());
        Error::at(at, unknown_tag(self.executor.plan(), union, tag, bytes))
    }

    /// The bytes of the file between two offsets.
    #[inline]
    #[must_use]
    pub fn span(&self, start: usize, end: usize) -> &'i [u8] {
        self.input.get(start..end).unwrap_or_default()
    }

    /// The error for the bytes of a field that is not read yet.
    ///
    /// # Errors
    /// Always.
    #[cold]
    pub fn no_span(&self, field: &'static str) -> Result<&'i [u8]> {
        let fault = PlanFault::Unknown { step: field.to_owned() };
        Err(Error::at(self.position(), ErrorKind::Plan(fault)))
    }

    /// A number of fixed width at a position of the bytes of `field`; `start` is the offset of the item.
    ///
    /// # Errors
    /// A position after the last number.
    #[inline]
    pub fn element(
        &self,
        bytes: &[u8],
        at: u64,
        (coding, bits, sign): (Coding, u8, Sign),
        (field, start): (&'static str, usize),
    ) -> Result<u64> {
        number::element(bytes, at, (coding, bits, sign)).unwrap_or_else(|len| {
            let table = field.into();
            Err(Error::at(start, ErrorKind::Index { table, found: at, len }))
        })
    }

    /// A checksum of pieces of bytes, one after the other.
    ///
    /// # Errors
    /// A checksum that needs the feature `checksums`.
    #[inline]
    pub fn checksum(&self, kind: Checksum, pieces: &[&[u8]]) -> Result<u64> {
        Ok(checksum(kind, pieces.iter().copied())?.number)
    }

    /// The bytes that a number of a shape would have.
    ///
    /// # Errors
    /// A number that does not fit.
    pub fn bytes_of_number(&self, shape: ShapeId, number: u64) -> Result<Vec<u8>> {
        self.executor.number_bytes(shape, number)
    }

    /// Refuses bytes that are not the digest of pieces of bytes, one after the other.
    ///
    /// # Errors
    /// Other bytes, and a digest that needs the feature `checksums`.
    pub fn check_digest(
        &self,
        kind: Checksum,
        pieces: &[&[u8]],
        (found, at): (&[u8], usize),
    ) -> Result<()> {
        let sum = checksum(kind, pieces.iter().copied())?;
        self.check_bytes(&sum.digest, found, at)
    }

    /// The last offset in the file of some bytes, a run of the bytes of the plan.
    ///
    /// # Errors
    /// A file that does not contain them.
    pub fn find_last(&self, bytes: Run) -> Result<u64> {
        self.state.found(self.plan(), bytes)
    }

    /// The index of the current element in the innermost sequence.
    #[inline]
    #[must_use]
    pub fn index(&self) -> u64 {
        self.sequence.index
    }

    /// Appends a number to a list.
    #[inline]
    pub fn push(&mut self, list: u32, number: u64) {
        self.state.push(list, number);
    }

    /// Appends bytes to a list, as a number.
    pub fn push_bytes(&mut self, list: u32, bytes: &[u8]) {
        self.state.push(list, self.executor.whole_number(bytes));
    }

    /// The length of a list.
    #[inline]
    #[must_use]
    pub fn count(&self, list: u32) -> u64 {
        self.state.count(list) as u64
    }

    /// Whether the lists after the whole file are known. If they are not, the file is read again with them.
    #[inline]
    pub fn is_complete(&mut self) -> bool {
        let is_complete = self.state.is_complete();
        self.is_incomplete |= !is_complete;
        is_complete
    }

    /// The number at a position of a list after the whole file.
    ///
    /// # Errors
    /// A position after the last number.
    pub fn later(&self, list: u32, at: u64) -> Result<u64> {
        self.executor.later(&self.state.complete, list, at)
    }

    /// The length of a list after the whole file.
    ///
    /// # Errors
    /// The lists are not complete.
    pub fn total(&self, list: u32) -> Result<u64> {
        self.executor.total(&self.state.complete, list)
    }

    /// The first position of a number in a list.
    #[must_use]
    pub fn find(&self, list: u32, number: u64) -> u64 {
        self.state.find(list, number)
    }

    /// The number at a position of a list.
    ///
    /// # Errors
    /// A position after the last number.
    #[inline]
    pub fn listed(&self, list: u32, at: u64) -> Result<u64> {
        let error = || {
            let count = self.state.count(list);
            self.executor.not_listed(list, at, count).or_at(self.position())
        };
        self.state.listed(list, at).ok_or_else(error)
    }

    /// Begins an item with a field that inner items use. Returns the value of the field in an outer item.
    #[inline]
    pub fn begin_around(&mut self, field: usize) -> Option<u64> {
        self.around.get_mut(field).and_then(|held| held.replace(0))
    }

    /// Ends the item.
    #[inline]
    pub fn end_around(&mut self, field: usize, outer: Option<u64>) {
        if let Some(held) = self.around.get_mut(field) {
            *held = outer;
        }
    }

    /// Sets the value of the field.
    #[inline]
    pub fn set_around(&mut self, field: usize, number: u64) {
        if let Some(held) = self.around.get_mut(field) {
            *held = Some(number);
        }
    }

    /// The value of a field of an enclosing item; none without such an item.
    #[inline]
    #[must_use]
    pub fn around(&self, field: usize) -> Option<u64> {
        self.around.get(field).copied().flatten()
    }

    /// Keeps an argument for the item that is next.
    #[inline]
    pub fn set_argument(&mut self, at: u32, number: u64) {
        self.state.set_argument(at, Some(number));
    }

    /// The argument at a position, for the first fields of an item.
    #[inline]
    #[must_use]
    pub fn argument(&self, at: u32) -> u64 {
        self.state.argument(at).unwrap_or_default()
    }

    /// Keeps the variant that was read last; none for bytes with an unknown tag.
    #[inline]
    pub fn set_chosen(&mut self, item: Option<ItemId>) {
        self.state.chosen = item;
    }

    /// Whether the variant that was read last is this one.
    #[inline]
    #[must_use]
    pub fn is_chosen(&self, item: ItemId) -> bool {
        self.state.chosen == Some(item)
    }

    /// Keeps the number of a step of the item that ends, which outer items use.
    #[inline]
    pub fn set_inner(&mut self, at: usize, number: u64) {
        self.state.set_inner(at, number);
    }

    /// The number of a step of the item that ended last.
    #[inline]
    #[must_use]
    pub fn inner(&self, at: usize) -> u64 {
        self.state.inner.get(at).copied().unwrap_or_default()
    }

    /// Whether the element that ended is the last one of its sequence.
    #[inline]
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.is_last
    }

    /// Notes whether the element that ends is the last one: it is if the number is not zero.
    #[inline]
    pub fn set_last(&mut self, number: u64) {
        self.is_last = number != 0;
    }
}
