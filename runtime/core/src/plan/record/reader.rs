//! A reader of records: where it stands, and what later fields ask of earlier ones.

use super::Text;
use super::bits::Bits;
use super::sequence::Sequence;
use crate::error::{Error, ErrorKind, PlanFault, Result, Segment};
use crate::plan::Executor;
use crate::plan::bytes;
use crate::plan::checksum::checksum;
use crate::plan::depth::Depth;
use crate::plan::execution_state::ExecutionState;
use crate::plan::file::read::trailing;
use crate::plan::number;
use crate::plan::prepared_step::Plain;
use crate::plan::read::bits::claimed;
use crate::values::rejected;
use crate::wire::Cursor;
use bytespec_plan::{Checksum, Coding, Encoding, ItemId, Plan, Run, ShapeId, Sign};
use std::borrow::Cow;

/// Reads the record that a file is.
///
/// Numbers are 64 bits, extended by their sign. Offsets are bytes from the start of the file.
#[derive(Debug)]
pub struct RecordReader<'r, 'i> {
    executor: &'r Executor<'r>,
    input: &'i [u8],
    pub(super) cursor: Cursor<'i>,
    depth: Depth,
    pub(super) state: ExecutionState,
    /// What fields of items that are open hold, which expressions of inner items ask for; none of an item that is not open.
    around: Vec<Option<u64>>,
    pub(super) sequence: Sequence,
    is_last: bool,
}

/// A place to come back to.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    back: usize,
    end: usize,
    start: usize,
}

impl<'r, 'i> RecordReader<'r, 'i> {
    /// Reads the record that a file is by a generated function; `around` is how many fields inner items ask for.
    ///
    /// # Errors
    /// The first thing that is not as the schema says, with its offset and the fields that led there.
    pub fn read<T>(
        executor: &'r Executor<'r>,
        input: &'i [u8],
        around: usize,
        record: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let plan = executor.plan();
        let item = plan.file.and_then(|file| file.content);
        let item = item.ok_or_else(|| Error::new(ErrorKind::Plan(PlanFault::NoFile)))?;
        let mut reader = RecordReader {
            executor,
            input,
            cursor: Cursor::new(input),
            depth: Depth::new(executor.plan),
            state: ExecutionState { found: executor.searched(input), ..ExecutionState::default() },
            around: vec![None; around],
            sequence: Sequence::default(),
            is_last: false,
        };
        let read = record(&mut reader).and_then(|value| {
            match reader.cursor.is_empty() || executor.prepared.has_places {
                true => Ok(value),
                false => Err(trailing(&reader.cursor, false)),
            }
        });
        read.map_err(|error| {
            let name = executor.name_of(item).to_owned();
            error.or_at(reader.position()).within(Segment::Item(name.into()))
        })
    }
}

impl<'i> RecordReader<'_, 'i> {
    fn plan(&self) -> &Plan {
        self.executor.plan()
    }

    /// Where it stands.
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

    /// An item begins that may be in itself.
    ///
    /// # Errors
    /// One level more than there may be.
    #[inline]
    pub fn enter(&mut self, item: ItemId) -> Result<()> {
        self.depth
            .enter(self.executor.prepared.nesting(item))
            .map_err(|kind| self.cursor.error(kind))
    }

    /// Such an item ends.
    #[inline]
    pub fn leave(&mut self, item: ItemId) {
        self.depth.leave(self.executor.prepared.nesting(item));
    }

    /// The error for an item, or the case of a union, that the version does not have.
    #[cold]
    #[must_use]
    pub fn closed(&self, item: ItemId, gate: Run, at: usize) -> Error {
        self.executor.closed(self.executor.name_of(item).to_owned(), gate).or_at(at)
    }

    /// Reads an integer.
    ///
    /// # Errors
    /// Bytes that end before it does, and a number that does not fit into so many bits.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn integer(&mut self, coding: Coding, bits: u8, sign: Sign) -> Result<u64> {
        number::read(&mut self.cursor, coding, bits, sign)
    }

    /// Reads a byte that is 0 or 1.
    ///
    /// # Errors
    /// Another byte, or none.
    #[inline]
    pub fn boolean(&mut self) -> Result<u64> {
        self.cursor.bool().map(u64::from)
    }

    /// Takes a number that bits or an expression give for what a shape is.
    ///
    /// # Errors
    /// A number that the shape cannot be, at `at`.
    #[inline]
    pub fn take(&self, shape: ShapeId, number: u64, at: usize) -> Result<u64> {
        let Some(shape) = self.plan().shapes.get(shape.index()) else { return Ok(number) };
        self.executor.take_number(shape, number).map_err(|error| error.moved_to(at))
    }

    /// Takes a number that an expression gives for a field without bytes.
    ///
    /// # Errors
    /// A number that the shape cannot be, at `at`.
    #[inline]
    pub fn take_computed(&self, shape: ShapeId, number: u64, at: usize) -> Result<u64> {
        let Some(shape) = self.plan().shapes.get(shape.index()) else { return Ok(number) };
        self.executor.computed_number(shape, number).map_err(|error| error.moved_to(at))
    }

    /// The member of an enum with a number, by index in the members of the plan; none for a number that an open enum keeps.
    ///
    /// # Errors
    /// A number that no member has, or one whose member the version does not have, at `at`.
    pub fn member(&self, shape: ShapeId, number: u64, at: usize) -> Result<Option<u32>> {
        let Some(shape) = self.plan().shapes.get(shape.index()) else { return Ok(None) };
        self.executor.member(shape, number).map_err(|error| error.or_at(at))
    }

    /// The error for a number that no member of an enum has.
    #[cold]
    #[must_use]
    pub fn no_member(&self, shape: ShapeId, number: u64, at: usize) -> Error {
        let unknown = || {
            let what = "member".into();
            Error::at(at, ErrorKind::Unknown { what, found: number })
        };
        self.member(shape, number, at).err().unwrap_or_else(unknown)
    }

    /// An integer whose bits are fields: the step at an index in the steps of the plan, which began at `start`.
    ///
    /// # Errors
    /// Bits that no field takes.
    pub fn bits(&self, step: u32, number: u64, start: usize) -> Result<Bits> {
        let step = self.executor.prepared.steps.get(step as usize);
        if let Some(Plain::Whole(_, mask)) = step.map(|step| step.plain) {
            claimed(self.executor, mask, number, start)?;
        }
        Ok(Bits { number, start, present: true, taken: 0 })
    }

    /// Reads so many bytes.
    ///
    /// # Errors
    /// More bytes than there are.
    #[inline]
    pub fn bytes(&mut self, len: u64) -> Result<&'i [u8]> {
        let len = self.cursor.check_count(len, 1)?;
        self.cursor.bytes(len)
    }

    /// Reads all bytes that are left.
    #[inline]
    pub fn rest(&mut self) -> &'i [u8] {
        self.cursor.take_rest()
    }

    /// Reads all bytes that are left but so many.
    ///
    /// # Errors
    /// Fewer bytes than that.
    #[inline]
    pub fn all_but(&mut self, left: u32) -> Result<&'i [u8]> {
        bytes::all_but(&mut self.cursor, left)
    }

    /// Reads bytes up to a marker, which stands at a multiple of `unit` bytes and belongs to them.
    ///
    /// # Errors
    /// No marker.
    #[inline]
    pub fn until(&mut self, marker: &[u8], unit: usize) -> Result<&'i [u8]> {
        bytes::until(&mut self.cursor, marker, unit)
    }

    /// Reads filler up to a multiple of `align` bytes; where it is not `strict`, the end may come before.
    ///
    /// # Errors
    /// Fewer bytes than that, and other bytes where the format refuses these.
    pub fn filler(&mut self, align: u64, strict: u64) -> Result<()> {
        let file = self.executor.plan().file;
        bytes::filler(&mut self.cursor, file, (align, strict != 0), 0).map(|_| ())
    }

    /// The text that bytes are; the bytes where they are none.
    #[inline]
    #[must_use]
    pub fn text(&self, bytes: &'i [u8], encoding: Encoding) -> Text<'i> {
        match encoding.decode(bytes) {
            Some(text) => Text::Characters(text),
            None => Text::IllFormed(Cow::Borrowed(bytes)),
        }
    }

    /// The text that bytes are which began at `start`.
    ///
    /// # Errors
    /// Bytes that are no such text.
    #[inline]
    pub fn strict_text(
        &self,
        bytes: &'i [u8],
        encoding: Encoding,
        start: usize,
    ) -> Result<Cow<'i, str>> {
        encoding.decode(bytes).ok_or_else(|| Error::at(start, ErrorKind::Utf8))
    }

    /// Reads a text of so many bytes of UTF-8.
    ///
    /// # Errors
    /// Fewer bytes than that, and other bytes.
    #[inline]
    pub fn utf8(&mut self, size: u64) -> Result<Cow<'i, str>> {
        self.cursor.text(size).map(Cow::Borrowed)
    }

    /// A value begins that has so many bytes; the end of what is around it.
    ///
    /// # Errors
    /// Fewer bytes than that.
    #[inline]
    pub fn begin_sized(&mut self, size: u64) -> Result<usize> {
        let size = self.cursor.check_count(size, 1)?;
        let around = self.cursor.end();
        self.set_end(self.position() + size)?;
        Ok(around)
    }

    /// A value ends that had a number of bytes.
    ///
    /// # Errors
    /// Bytes that are left.
    #[inline]
    pub fn end_sized(&mut self, around: usize) -> Result<()> {
        if !self.cursor.is_empty() {
            let (at, left) = (self.position(), self.cursor.remaining());
            return Err(Error::trailing(at, left, "what the size is of"));
        }
        self.set_end(around)
    }

    #[inline]
    fn set_end(&mut self, end: usize) -> Result<()> {
        self.cursor = Cursor::over(self.input, self.position(), end)?;
        Ok(())
    }

    /// Goes to an offset.
    ///
    /// # Errors
    /// An offset past the end of the file.
    #[inline]
    pub fn go_to(&mut self, offset: u64) -> Result<Placed> {
        let (back, end) = (self.position(), self.cursor.end());
        self.cursor = bytes::placed(self.input, offset, back)?;
        Ok(Placed { back, end, start: self.position() })
    }

    /// How many bytes are left up to the end of what is around the value at hand.
    #[inline]
    #[must_use]
    pub fn left(&self) -> usize {
        self.cursor.remaining()
    }

    /// The number ahead, which is read once more.
    ///
    /// # Errors
    /// Fewer bytes than it has.
    #[inline]
    pub fn ahead(&self, coding: Coding, bits: u8, sign: Sign) -> Result<u64> {
        number::read(&mut self.cursor.clone(), coding, bits, sign)
    }

    /// Comes back from an offset.
    ///
    /// # Errors
    /// More bytes at offsets, all together, than the budget of the file.
    #[inline]
    pub fn come_back(&mut self, Placed { back, end, start }: Placed) -> Result<()> {
        self.state.spend_placed(start..self.position(), self.input)?;
        self.cursor = Cursor::over(self.input, back, end)?;
        Ok(())
    }

    /// Refuses a number that its field must not be.
    ///
    /// # Errors
    /// One of the numbers of `reject`, a run of the numbers of the plan.
    pub fn reject(&self, reject: Run, shape: ShapeId, number: u64, at: usize) -> Result<()> {
        match self.rejects(reject, shape, number) {
            Some(value) => Err(rejected(at, value)),
            None => Ok(()),
        }
    }

    /// The value of a number that its field must not be.
    #[must_use]
    pub fn rejects(&self, reject: Run, shape: ShapeId, number: u64) -> Option<i128> {
        self.executor.rejects(reject, shape, number)
    }

    /// Refuses a number that is not the one that is computed.
    ///
    /// # Errors
    /// Another number.
    #[inline]
    pub fn check(&self, shape: ShapeId, expected: u64, found: u64, at: usize) -> Result<()> {
        if expected == found {
            return Ok(());
        }
        Err(Error::at(at, self.executor.other_number(shape, expected, found)))
    }

    /// Refuses a value that is not one that `valid` of its field allows.
    ///
    /// # Errors
    /// Such a value.
    #[inline]
    pub fn check_valid(&self, is_valid: u64, at: usize) -> Result<()> {
        if is_valid != 0 {
            return Ok(());
        }
        Err(Error::at(at, ErrorKind::Plan(PlanFault::Invalid)))
    }

    /// Refuses bytes that are not those that must be there.
    ///
    /// # Errors
    /// Other bytes.
    #[inline]
    pub fn check_bytes(&self, expected: &[u8], found: &[u8], at: usize) -> Result<()> {
        if expected == found {
            return Ok(());
        }
        let (expected, found) = (expected.to_vec(), found.to_vec());
        Err(Error::at(at, ErrorKind::Plan(PlanFault::Constant { expected, found })))
    }

    /// The error for a tag that no variant of a union has.
    #[cold]
    #[must_use]
    pub fn unknown(&self, union: &'static str, tag: u64, at: usize) -> Error {
        Error::at(at, ErrorKind::Unknown { what: union.into(), found: tag })
    }

    /// The bytes of the file between two offsets.
    #[inline]
    #[must_use]
    pub fn span(&self, start: usize, end: usize) -> &'i [u8] {
        self.input.get(start..end).unwrap_or_default()
    }

    /// Refuses to give the bytes of a field before it is read.
    ///
    /// # Errors
    /// Always.
    #[cold]
    pub fn no_span(&self, field: &'static str) -> Result<&'i [u8]> {
        let fault = PlanFault::Unknown { step: field.to_owned() };
        Err(Error::at(self.position(), ErrorKind::Plan(fault)))
    }

    /// A number of fixed width at a position of bytes, which are those of `field`; `start` is where its item begins.
    ///
    /// # Errors
    /// A position behind the last number.
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

    /// A check sum of pieces of bytes, one after the other.
    ///
    /// # Errors
    /// A check sum that needs the feature `checksums`.
    #[inline]
    pub fn checksum(&self, kind: Checksum, pieces: &[&[u8]]) -> Result<u64> {
        checksum(kind, pieces.iter().copied())
    }

    /// Where bytes, a run of the bytes of the plan, begin that stand last in the file.
    ///
    /// # Errors
    /// A file without them.
    pub fn find_last(&self, bytes: Run) -> Result<u64> {
        self.state.found(self.plan(), bytes)
    }

    /// The position of the element that is read, in the innermost sequence.
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

    /// Appends the number that bytes are to a list.
    pub fn push_bytes(&mut self, list: u32, bytes: &[u8]) {
        self.state.push(list, self.executor.whole_number(bytes));
    }

    /// How many numbers a list has so far.
    #[inline]
    #[must_use]
    pub fn count(&self, list: u32) -> u64 {
        self.state.count(list) as u64
    }

    /// Where a number stands first in a list.
    #[must_use]
    pub fn find(&self, list: u32, number: u64) -> u64 {
        self.state.find(list, number)
    }

    /// The number at a position of a list.
    ///
    /// # Errors
    /// A position behind the last number.
    #[inline]
    pub fn listed(&self, list: u32, at: u64) -> Result<u64> {
        let error = || {
            let count = self.state.count(list);
            self.executor.not_listed(list, at, count).or_at(self.position())
        };
        self.state.listed(list, at).ok_or_else(error)
    }

    /// An item begins of which inner items ask for a field; what the field of an outer one holds.
    #[inline]
    pub fn begin_around(&mut self, field: usize) -> Option<u64> {
        self.around.get_mut(field).and_then(|held| held.replace(0))
    }

    /// The item ends.
    #[inline]
    pub fn end_around(&mut self, field: usize, outer: Option<u64>) {
        if let Some(held) = self.around.get_mut(field) {
            *held = outer;
        }
    }

    /// The field was read.
    #[inline]
    pub fn set_around(&mut self, field: usize, number: u64) {
        if let Some(held) = self.around.get_mut(field) {
            *held = Some(number);
        }
    }

    /// What a field of an item around this one holds; none where there is no such item.
    #[inline]
    #[must_use]
    pub fn around(&self, field: usize) -> Option<u64> {
        self.around.get(field).copied().flatten()
    }

    /// Whether the element that ended is the last one of its sequence.
    #[inline]
    #[must_use]
    pub fn is_last(&self) -> bool {
        self.is_last
    }

    /// The element that ends is the last one where the number is not zero.
    #[inline]
    pub fn set_last(&mut self, number: u64) {
        self.is_last = number != 0;
    }
}
