//! Reads by a plan. Reading keeps a list of frames, each for an item, a sequence or a window of bytes.

pub(super) mod bits;
mod bytes;
mod check;
mod expression;
pub(super) mod frame;
mod item;
mod named;
mod placed;
mod resume;
mod sequence;
mod shape;
mod transformed;

use super::depth::Depth;
use super::execution_state::ExecutionState;
use super::{At, Executor, Sink, Surroundings};
use crate::error::{Error, Result, Segment};
use crate::wire::Cursor;
use bytespec_plan::{ElementLimit, ItemId, Plan, ShapeId};
use frame::{Buffers, Frame, ItemOptions, Left, SequenceOptions};

struct Reader<'r, 'p, 'i> {
    executor: &'r Executor<'p>,
    plan: &'p Plan,
    around: Surroundings<'r>,
    input: &'i [u8],
    cursor: Cursor<'i>,
    /// The offset where reading began: filler aligns to it.
    origin: usize,
    buffers: Buffers,
    depth: Depth,
    state: &'r mut ExecutionState,
    /// The number of open frames whose layout a name selects. Values inside them are not recorded in lists or tables.
    names: u32,
    sink: &'r mut (dyn Sink<'i> + 'r),
}

impl<'p> Executor<'p> {
    /// Reads an item at the cursor, and passes events to the sink.
    ///
    /// Filler aligns to the position of the cursor.
    ///
    /// # Errors
    /// The first error in the bytes, with its offset and the path of steps, and errors of the sink.
    pub fn read<'i>(
        &self,
        item: ItemId,
        cursor: &mut Cursor<'i>,
        around: Surroundings<'_>,
        sink: &mut dyn Sink<'i>,
    ) -> Result<()> {
        self.read_into(item, cursor, around, &mut ExecutionState::default(), sink)
    }

    /// Reads an item into a sink, and what other sections need into `state`.
    pub(in crate::plan) fn read_into<'i>(
        &self,
        item: ItemId,
        cursor: &mut Cursor<'i>,
        around: Surroundings<'_>,
        state: &mut ExecutionState,
        sink: &mut dyn Sink<'i>,
    ) -> Result<()> {
        self.read_at(item, At::Top, cursor, around, state, sink)
    }

    /// Reads an item that is nested in another one.
    pub(in crate::plan) fn read_at<'i>(
        &self,
        item: ItemId,
        at: At,
        cursor: &mut Cursor<'i>,
        around: Surroundings<'_>,
        state: &mut ExecutionState,
        sink: &mut dyn Sink<'i>,
    ) -> Result<()> {
        let mut reader = Reader::new(self, *cursor, around, state, sink);
        let read = reader.item(item, at, ItemOptions::default()).and_then(|()| reader.run());
        let read = read.map_err(|error| reader.locate(error));
        *cursor = reader.cursor;
        reader.leave();
        read
    }

    /// Reads an entry of a table, from the shape of its elements and its index.
    pub(in crate::plan) fn read_entry<'i>(
        &self,
        (element, index): (ShapeId, u64),
        cursor: &mut Cursor<'i>,
        around: Surroundings<'_>,
        state: &mut ExecutionState,
        sink: &mut dyn Sink<'i>,
    ) -> Result<()> {
        let mut reader = Reader::new(self, *cursor, around, state, sink);
        let (start, left) =
            (cursor.position(), Left::Count { count: index + 1, limit: ElementLimit::Schema });
        let read = reader.sequence(element, left, start, SequenceOptions::default(), At::Top);
        if let Some(Frame::Sequence(frame)) = reader.buffers.frames.last_mut() {
            frame.index = index;
        }
        let read = read.and_then(|()| reader.run());
        let read = read.map_err(|error| reader.locate(error));
        reader.leave();
        read
    }
}

impl<'r, 'p, 'i> Reader<'r, 'p, 'i> {
    fn new(
        executor: &'r Executor<'p>,
        cursor: Cursor<'i>,
        around: Surroundings<'r>,
        state: &'r mut ExecutionState,
        sink: &'r mut (dyn Sink<'i> + 'r),
    ) -> Self {
        Reader {
            executor,
            plan: executor.plan,
            around,
            input: cursor.input(),
            cursor,
            origin: cursor.position(),
            buffers: state.buffers.pop().unwrap_or_default(),
            depth: Depth::new(executor.plan),
            state,
            names: 0,
            sink,
        }
    }

    fn run(&mut self) -> Result<()> {
        while let Err(error) = self.run_on() {
            self.resume(error)?;
        }
        Ok(())
    }

    fn run_on(&mut self) -> Result<()> {
        loop {
            match self.buffers.frames.last_mut() {
                None => return Ok(()),
                Some(Frame::Item(_)) => self.steps()?,
                Some(Frame::Sequence(_)) => self.element()?,
                Some(&mut Frame::Window { outer }) => {
                    self.buffers.frames.pop();
                    if !self.cursor.is_empty() {
                        let (at, left) = (self.cursor.position(), self.cursor.remaining());
                        return Err(Error::trailing(at, left, "the value of this size"));
                    }
                    self.set_end(outer)?;
                }
                Some(&mut Frame::Placed { back, end, start }) => {
                    self.buffers.frames.pop();
                    self.end_placed(back, end, start)?;
                }
                Some(&mut Frame::Named { origin }) => {
                    self.buffers.frames.pop();
                    self.origin = origin;
                    self.names -= 1;
                }
            }
        }
    }

    /// Returns the buffers to the state, for the next reader.
    fn leave(mut self) {
        self.buffers.clear();
        self.state.buffers.push(self.buffers);
    }

    fn set_end(&mut self, end: usize) -> Result<()> {
        self.cursor = Cursor::over(self.input, self.cursor.position(), end)?;
        Ok(())
    }

    /// Adds the open frames to the path of an error.
    #[cold]
    fn locate(&self, error: Error) -> Error {
        let mut error = error.or_at(self.cursor.position());
        for frame in self.buffers.frames.iter().rev() {
            match frame {
                Frame::Item(frame) => {
                    let step = (frame.next - frame.first).checked_sub(1);
                    let step = step.map(|step| step as usize);
                    error = self.executor.within(error, frame.item, step);
                }
                Frame::Sequence(frame) => {
                    error = error.within(Segment::Index(frame.place()));
                }
                Frame::Window { .. } | Frame::Placed { .. } | Frame::Named { .. } => {}
            }
        }
        error
    }
}
