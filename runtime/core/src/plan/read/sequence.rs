//! Sequences: the number of elements, and the offset of each.

use super::Reader;
use super::frame::{Frame, Left, OffsetsRead, SequenceFrame, SequenceOptions};
use crate::error::{Context as _, Error, ErrorKind, Result};
use crate::plan::prepared_step::{ListOf, integer};
use crate::plan::{At, Leaf, What};
use crate::values::rejected;
use crate::wire::{Cursor, check_extent};
use bytespec_plan::{ElementLimit, Expr, ExprId, ItemId, Role, Shape, ShapeId, Step};

impl<'p, 'i> Reader<'_, 'p, 'i> {
    /// Reads a list of integers at once.
    pub(super) fn list(
        &mut self,
        item: ItemId,
        list: &ListOf,
        at: At,
        step: Option<(usize, &Step)>,
    ) -> Result<()> {
        let plan = self.plan;
        let first = plan.items.get(item.index()).map_or(0, |item| item.steps.start);
        let shapes = list.shapes.map(|shape| plan.shapes.get(shape.index()));
        let [Some(of_count), Some(of_element)] = shapes else { return Ok(()) };
        let start = self.cursor.position();
        self.sink.begin(at, What::Item(item), start)?;
        let count = list.count.read(&mut self.cursor)?;
        let begin = self.cursor.position();
        self.sink.value(At::Step(first), of_count, Leaf::Number(count), start..begin)?;
        let len = self.cursor.check_count(count, 1)?;
        self.sink.begin(At::Step(first + 1), What::Sequence, begin)?;
        for index in 0..count {
            let start = self.cursor.position();
            let number = list.element.read(&mut self.cursor).index(index)?;
            let span = start..self.cursor.position();
            let leaf = Leaf::Number(number);
            self.sink.value(At::Element(index), of_element, leaf, span).index(index)?;
        }
        let end = self.cursor.position();
        check_extent(len, end - begin).map_err(|error| error.or_at(begin))?;
        self.sink.end(end)?;
        self.sink.end(end)?;
        if let Some((slot, _)) = step
            && let Some(place) = self.buffers.slots.get_mut(slot)
        {
            place.number = count;
        }
        Ok(())
    }

    /// Records an element that is a number in the list of its sequence.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn number(&mut self, number: u64, start: usize, shape: ShapeId) {
        let Some(Frame::Sequence(frame)) = self.buffers.frames.last_mut() else { return };
        if frame.keep {
            self.buffers.offsets.push(number);
        }
        if let Some((list, _)) = frame.list {
            self.state.push(list, number);
        }
        if !frame.reject.is_empty() && frame.rejected.is_none() {
            let (reject, index) = (frame.reject, frame.index - 1);
            if let Some(value) = self.rejects(reject, shape, number)
                && let Some(Frame::Sequence(frame)) = self.buffers.frames.last_mut()
            {
                frame.rejected = Some((start, index, value));
            }
        }
    }

    /// Whether a step contains the offsets of the elements of another step.
    pub(super) fn is_starts(&self, step: &Step) -> bool {
        let Role::Derived(by) = step.role else { return false };
        matches!(self.plan.exprs.get(by.index()), Some(Expr::Starts(_)))
    }

    pub(super) fn counted(&mut self, count: ExprId, element: ShapeId, keep: bool) -> Result<Left> {
        let limit = self.plan.element_limit(count, element);
        let count = self.eval(count)?;
        match self.plan.shapes.get(element.index()) {
            // Entries at offsets are read later.
            Some(Shape::Integer { bits, .. }) if keep && limit == ElementLimit::Bytes => {
                self.cursor.check_count(count, usize::from(*bits / 8))?;
            }
            _ => self.state.check_count(count, limit, (&self.cursor, self.input.len()))?,
        }
        Ok(Left::Count { count, limit })
    }

    pub(super) fn offsets_of(&self, step: u32) -> OffsetsRead {
        let table = self.buffers.tables.get(self.number_of(step) as usize).copied();
        table.unwrap_or(OffsetsRead { first: 0, count: 0, at: 0, end: 0 })
    }

    pub(super) fn sequence(
        &mut self,
        element: ShapeId,
        left: Left,
        start: usize,
        options: SequenceOptions,
        at: At,
    ) -> Result<()> {
        let SequenceOptions { reject, keep, holds, reversed, .. } = options;
        if let Some(table) = holds {
            self.state.table(table, element);
        }
        let list = options.list.filter(|_| self.names == 0);
        let list = list.map(|list| (list, self.state.count(list)));
        let plain = match left {
            Left::Count { .. } if reject.is_empty() && !keep && holds.is_none() => {
                integer(self.plan, element)
            }
            _ => None,
        };
        self.sink.begin(at, What::Sequence, start)?;
        self.buffers.frames.push(Frame::Sequence(SequenceFrame {
            element,
            plain,
            index: 0,
            left,
            start,
            before: usize::MAX,
            reject,
            rejected: None,
            keep,
            reversed,
            list,
            holds,
        }));
        Ok(())
    }

    pub(super) fn element(&mut self) -> Result<()> {
        let position = self.cursor.position();
        let Some(Frame::Sequence(frame)) = self.buffers.frames.last_mut() else { return Ok(()) };
        self.state.count_transformed(frame.elements_at_once(), position)?;
        if let (Some(integer), Left::Count { count, .. }, Some(shape)) =
            (frame.plain, frame.left, self.plan.shapes.get(frame.element.index()))
        {
            while frame.index < count {
                let index = frame.reversed.map_or(frame.index, |count| count - 1 - frame.index);
                frame.index += 1;
                let start = self.cursor.position();
                let number = integer.read(&mut self.cursor)?;
                if let Some((list, _)) = frame.list {
                    self.state.push(list, number);
                }
                let span = start..self.cursor.position();
                self.sink.value(At::Element(index), shape, Leaf::Number(number), span)?;
            }
            return self.end_sequence();
        }
        let (before, holds) = (frame.before, frame.holds);
        if let (Some(table), true) = (holds, before != usize::MAX) {
            self.state.entry(table, frame.element, before..position);
        }
        let reached = match frame.left {
            Left::Reached(have, want) => Some((self.eval(have)?, self.eval(want)?)),
            _ => None,
        };
        let Some(Frame::Sequence(frame)) = self.buffers.frames.last_mut() else { return Ok(()) };
        let (element, index) = (frame.element, frame.index);
        let more = match frame.left {
            Left::Count { count, .. } => index < count,
            Left::End | Left::Holds { ended: false, .. }
                if frame.before == position && index > 0 =>
            {
                frame.index -= 1;
                return Err(Error::at(position, ErrorKind::EmptyElement));
            }
            Left::End => !self.cursor.is_empty(),
            Left::Offsets { count, .. } => index < count as u64,
            Left::Balanced { open } => open > 0,
            Left::Holds { ended, .. } => !ended,
            Left::Reached(..) => {
                let (have, want) = reached.unwrap_or_default();
                let stuck = before == position;
                if have > want || (stuck && have < want) {
                    frame.index = frame.index.saturating_sub(1);
                    let at = if before == usize::MAX { position } else { before };
                    let (what, expected, found) = ("in all", want, have);
                    return Err(Error::at(at, ErrorKind::Count { what, expected, found }));
                }
                have < want
            }
        };
        frame.before = position;
        if !more {
            return self.end_sequence();
        }
        frame.index += 1;
        if let Left::Offsets { first, count, base, outer, at, width } = frame.left {
            self.go_to(index as usize, (first, count), (base, outer), at + index as usize * width)?;
        }
        let position = self.cursor.position();
        let frame = match self.buffers.frames.last_mut() {
            Some(Frame::Sequence(frame)) => frame,
            _ => return Ok(()),
        };
        frame.before = position;
        let at = frame.reversed.map_or(index, |count| count - 1 - index);
        if self.state.pass
            && holds.is_some()
            && let Some(&Shape::Sized { size, .. }) = self.plan.shapes.get(element.index())
        {
            let size = self.eval(size)?;
            let size = self.cursor.check_size(size)?;
            self.state.passed = true;
            return self.cursor.bytes(size).map(|_| ());
        }
        self.of_shape(element, At::Element(at))
    }

    /// Evaluates whether the element that ends is the last one of its sequence.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn end_element(&mut self) -> Result<()> {
        if !self.executor.prepared.has_last {
            return Ok(());
        }
        let mut around = self.buffers.frames.iter().enumerate().rev().skip(1);
        let sequence = around.find(|(_, frame)| !matches!(frame, Frame::Window { .. }));
        let Some((at, &Frame::Sequence(SequenceFrame { left: Left::Holds { test, .. }, .. }))) =
            sequence
        else {
            return Ok(());
        };
        let ended = self.eval(test)? != 0;
        if let Some(Frame::Sequence(frame)) = self.buffers.frames.get_mut(at) {
            frame.left = Left::Holds { test, ended };
        }
        Ok(())
    }

    /// Moves the cursor to an entry at an offset.
    pub(super) fn go_to(
        &mut self,
        index: usize,
        (first, count): (usize, usize),
        (base, outer): (usize, usize),
        at: usize,
    ) -> Result<()> {
        let size = (outer - base) as u64;
        let offset = |index: usize| self.buffers.offsets.get(first + index).copied();
        let start = offset(index).unwrap_or(u64::MAX);
        let end = if index + 1 == count { Some(size) } else { offset(index + 1) };
        match end {
            Some(end) if start <= end && end <= size => {
                let (start, end) = (base + start as usize, base + end as usize);
                self.cursor = Cursor::over(self.input, start, end)?;
                Ok(())
            }
            _ => Err(Error::at(at, ErrorKind::Offset { table: "table", index, start, size })),
        }
    }

    pub(super) fn end_sequence(&mut self) -> Result<()> {
        let Some(Frame::Sequence(frame)) = self.buffers.frames.pop() else { return Ok(()) };
        let mut end = self.cursor.position();
        match frame.left {
            Left::Count { count, limit } => {
                let read = (frame.start, &self.cursor);
                self.state.check_extent(count, limit, read, self.input.len())?;
            }
            Left::Offsets { outer, .. } => {
                end = outer;
                self.cursor = Cursor::over(self.input, end, end)?;
            }
            _ => {}
        }
        if let Some((at, index, value)) = frame.rejected {
            return Err(rejected(at, value)).index(index);
        }
        if let (Some((list, start)), Some(_)) = (frame.list, frame.reversed) {
            self.state.reverse_from(list, start);
        }
        if !frame.keep {
            self.set_number(frame.index);
        }
        if frame.keep
            && let Some(table) = self.buffers.tables.last_mut()
        {
            table.count = self.buffers.offsets.len() - table.first;
            table.end = end;
        }
        self.sink.end(end)
    }
}
