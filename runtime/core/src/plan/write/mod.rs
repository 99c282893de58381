//! Writes a value as bytes by a plan. It computes derived steps, and refuses what the versions of the axes lack.

mod bits;
mod bytes;
mod derived;
mod expression;
mod filler;
mod frame;
mod item;
mod mismatch;
mod named;
mod origin;
mod placed;
mod provisional;
mod shape;
mod transformed;
mod width;

use super::depth::Depth;
use super::execution_state::{ExecutionState, Filler};
use super::{Executor, Surroundings, Value};
use crate::error::{BodyFault, Error, ErrorKind, PlanFault, Result, Segment};
use crate::wire::Writer;
use bytespec_plan::{ItemId, Plan, Run};
use frame::{Frame, Provisional};
use origin::Origin;
use std::cell::Cell;
use width::spelling_at;

struct Writing<'r, 'p, 'v> {
    executor: &'r Executor<'p>,
    plan: &'p Plan,
    around: Surroundings<'r>,
    writer: Writer,
    /// The filler in the writer that values at offsets can replace.
    filler: Vec<Filler>,
    origin: Origin,
    pad: u8,
    frames: Vec<Frame<'v>>,
    starts: Vec<u64>,
    /// The bytes of a step that is written early at an offset.
    placed_early: Option<Vec<u8>>,
    depth: Depth,
    state: &'r mut ExecutionState,
    /// The last value takes all remaining bytes: nothing can follow.
    is_full: bool,
    /// What the step that is written early depends on.
    provisional: Cell<Provisional>,
}

impl Executor<'_> {
    /// Writes an item. Filler bytes are `pad`, and align to the position of the writer.
    ///
    /// # Errors
    /// A value that does not fit the plan, or that these versions do not have, with the path of steps.
    pub fn write(
        &self,
        item: ItemId,
        value: &Value,
        pad: u8,
        around: Surroundings<'_>,
        writer: &mut Writer,
    ) -> Result<()> {
        let mut state = ExecutionState::default();
        self.write_noting(item, value, pad, around, &mut state, writer)?;
        state.misplaced.into_iter().next().map_or(Ok(()), |first| Err(first.error))
    }

    /// Writes an item, and what other sections need into `state`.
    pub(in crate::plan) fn write_noting(
        &self,
        item: ItemId,
        value: &Value,
        pad: u8,
        around: Surroundings<'_>,
        state: &mut ExecutionState,
        writer: &mut Writer,
    ) -> Result<()> {
        let origin = Origin::at(0u64.wrapping_sub(writer.len() as u64));
        let mut run = Writing {
            executor: self,
            plan: self.plan,
            around,
            writer: std::mem::take(writer),
            filler: Vec::new(),
            origin,
            pad,
            frames: Vec::new(),
            starts: Vec::new(),
            placed_early: None,
            depth: Depth::new(self.plan),
            state,
            is_full: false,
            provisional: Cell::default(),
        };
        let written = run.item(item, value, Run::EMPTY).and_then(|()| run.run());
        let written = written.map_err(|error| run.locate(error));
        run.state.is_full |= run.is_full;
        run.state.filler = run.filler;
        *writer = run.writer;
        written
    }
}

impl<'v> Writing<'_, '_, 'v> {
    fn run(&mut self) -> Result<()> {
        loop {
            match self.frames.last_mut() {
                None => return Ok(()),
                Some(Frame::Item(frame)) => {
                    let (item, next) = (frame.item, frame.next);
                    if frame.pending.is_some() {
                        self.check_pending()?;
                    } else if next >= self.plan.steps_of(item).len() {
                        self.end_element()?;
                        self.end_item();
                    } else if frame.parts > 0 {
                        frame.parts -= 1;
                        frame.next += 1;
                    } else {
                        frame.next += 1;
                        if let Some(start) = frame.starts.get_mut(next) {
                            *start = self.writer.len();
                        }
                        self.step(next)?;
                    }
                }
                Some(Frame::Sequence(frame)) => {
                    let at = match frame.reversed {
                        true => frame.values.len().wrapping_sub(1 + frame.index),
                        false => frame.index,
                    };
                    let Some(value) = frame.values.get(at) else {
                        self.end_sequence()?;
                        continue;
                    };
                    if let Some((_, true)) = frame.holds {
                        return Err(Error::new(ErrorKind::Plan(PlanFault::Last)));
                    }
                    if frame.open == Some(0) {
                        let elements = frame.values.len() - frame.index;
                        let fault = BodyFault::Closed { elements };
                        return Err(Error::new(ErrorKind::Body(fault)));
                    }
                    let (before, list) = (frame.index, frame.list);
                    if let Some(list) = list
                        && !self.plan.element_records(frame.element, list)
                    {
                        // Elements that are not numbers are in no list.
                        let first = self.state.count(list).checked_sub(before);
                        let size = first
                            .and_then(|first| self.state.sizes.next(list, (first + at) as u64));
                        if let Some(number) = size.or(value.number()) {
                            self.state.push(list, number);
                        }
                        if let (Some(size), Some(shape)) =
                            (size, self.plan.shapes.get(frame.element.index()))
                        {
                            frame.index += 1;
                            self.executor.write_number(&mut self.writer, shape, size)?;
                            continue;
                        }
                    }
                    let (element, reject) = (frame.element, frame.reject);
                    let spelling = spelling_at(frame.padded, frame.index);
                    frame.index += 1;
                    if frame.starts {
                        let at = self.writer.len() - frame.start;
                        self.starts.push(at as u64);
                        self.is_full = false;
                    }
                    let start = self.writer.len();
                    self.value(element, value, reject)?;
                    self.spell(spelling, element, start);
                }
                Some(_) => self.close()?,
            }
        }
    }

    /// Closes the frames around a value that was written.
    fn close(&mut self) -> Result<()> {
        match self.frames.last_mut() {
            Some(Frame::Early { .. }) => self.end_early()?,
            Some(Frame::Placed { .. }) => self.end_placed(),
            Some(&mut Frame::Window { start, size, list, at }) => {
                let found = self.end_of_size(start);
                if found != size {
                    self.state.sizes.correct(list, at, found);
                }
            }
            Some(&mut Frame::Chosen { start, tag, cases, item }) => {
                self.frames.pop();
                self.check_chosen(start, tag, cases, item)?;
            }
            Some(&mut Frame::Sized { start, size }) => {
                let found = self.end_of_size(start);
                size.map_or(Ok(()), |size| shape::check_count("bytes", size, found))?;
            }
            Some(Frame::Item(_) | Frame::Sequence(_)) | None => {}
        }
        Ok(())
    }

    /// Ends a value with a size. Returns its number of bytes.
    fn end_of_size(&mut self, start: usize) -> u64 {
        self.frames.pop();
        self.is_full = false;
        (self.writer.len() - start) as u64
    }

    /// Adds the open frames to the path of an error.
    #[cold]
    pub(super) fn locate(&self, mut error: Error) -> Error {
        // The error belongs to the step that is written early, not to the step that needs it.
        let mut early = None;
        for frame in self.frames.iter().rev() {
            match frame {
                Frame::Item(frame) => {
                    let step = early.take().or(frame.next.checked_sub(1));
                    error = self.executor.within(error, frame.item, step);
                }
                Frame::Sequence(frame) => {
                    error = error.within(Segment::Index(frame.place() as u64));
                }
                Frame::Early { place, .. } => early = Some(*place),
                Frame::Placed { .. }
                | Frame::Window { .. }
                | Frame::Sized { .. }
                | Frame::Chosen { .. } => {}
            }
        }
        error
    }
}
