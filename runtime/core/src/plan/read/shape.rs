//! Shapes other than numbers.

use super::Reader;
use super::frame::{Frame, ItemOptions, Left, OffsetsRead, SequenceFrame, SequenceOptions, Slot};
use crate::error::{Error, Result};
use crate::plan::bytes::{all_but, before, filler, unpadded, until};
use crate::plan::expression::unknown_tag;
use crate::plan::number::no;
use crate::plan::{At, Call, Leaf, Value, wide};
use bytespec_plan::{
    Case, ExprId, Kind, Length, Otherwise, Role, Run, Shape, ShapeId, Step, Text, Until,
};

impl<'p, 'i> Reader<'_, 'p, 'i> {
    /// The table that contains the elements of a step as entries.
    fn held(&self, step: &Step) -> Option<u32> {
        let around = || self.frame().filter(|_| step.role == Role::Visible)?.options.holds;
        step.holds.or_else(around).filter(|_| self.names == 0 && !self.state.tables_known)
    }

    /// Reads a value other than a number, or opens a frame for it.
    pub(super) fn compound(
        &mut self,
        id: ShapeId,
        shape: &Shape,
        at: At,
        step: Option<(usize, &Step)>,
    ) -> Result<()> {
        let start = self.cursor.position();
        match *shape {
            Shape::Item(item) => {
                let options = step.map_or(ItemOptions::default(), |(_, step)| ItemOptions {
                    reject: step.reject,
                    nonempty: step.nonempty,
                    holds: self.held(step),
                });
                match self.executor.prepared.lists.get(item.index()) {
                    Some(Some(list)) if options.is_nothing() => self.list(item, list, at, step),
                    _ => self.item(item, at, options),
                }
            }
            Shape::Sequence { element, until, reversed } => {
                self.open_sequence((element, until, reversed), at, step)
            }
            Shape::Offsets { element, offsets } => {
                let table = self.offsets_of(offsets);
                let outer = self.cursor.end();
                let width = (table.end - table.at).checked_div(table.count).unwrap_or(0);
                let (count, at_, base) = (table.count, table.at, table.end);
                let left = Left::Offsets { first: table.first, count, base, outer, at: at_, width };
                let holds = step.and_then(|(_, step)| self.held(step));
                let options = SequenceOptions { holds, ..SequenceOptions::default() };
                self.sequence(element, left, start, options, at)
            }
            Shape::Wide { coding, bits, sign } => {
                let value = wide::value_of(self.cursor.bytes((bits / 8).into())?, coding, sign);
                self.sink.value(at, shape, Leaf::Value(&value), start..self.cursor.position())
            }
            Shape::Bytes(length) => self.bytes((id, shape), length, at, step),
            Shape::Text { length, encoding, strict } => {
                self.text(shape, (length, encoding, strict), at, step)
            }
            Shape::Sized { size, value } => {
                let size = self.eval(size)?;
                let size = self.cursor.check_size(size)?;
                if let Some(Shape::Bytes(_)) = self.plan.shapes.get(value.index()) {
                    let bytes = self.cursor.rest().get(..size).unwrap_or_default();
                    self.push_bytes(step, bytes);
                }
                let outer = self.cursor.end();
                self.buffers.frames.push(Frame::Window { outer });
                self.set_end(start + size)?;
                self.inner(value, at, step)
            }
            Shape::At { offset, value } => self.placed(offset, value, at, step),
            Shape::Transformed { by, key, value } => self.transformed(shape, (by, key), value, at),
            Shape::With { argument, by, value } => self.with((argument, by), value, at, step),
            Shape::Padding { align, strict, from } => {
                let bytes = self.take_filler(align, strict, from)?;
                self.sink.value(at, shape, Leaf::Bytes(bytes), start..self.cursor.position())
            }
            Shape::Named { .. } => self.named(shape, at),
            Shape::Choice { name, tag, cases, otherwise } => {
                let tag = self.eval(tag)?;
                self.choice(shape, (name, tag, cases), otherwise, at)
            }
            Shape::Function { name, arguments } => {
                let value = self.call(name, arguments)?;
                self.sink.value(at, shape, Leaf::Value(&value), start..self.cursor.position())
            }
            _ => self.of_shape(id, at),
        }
    }

    /// Reads an item after its argument.
    fn with(
        &mut self,
        (argument, by): (u32, ExprId),
        value: ShapeId,
        at: At,
        step: Option<(usize, &Step)>,
    ) -> Result<()> {
        let number = self.eval(by)?;
        self.state.set_argument(argument, Some(number));
        self.inner(value, at, step)
    }

    /// Opens a sequence, with its end condition and the conditions on its elements.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open_sequence(
        &mut self,
        (element, until, reversed): (ShapeId, Until, bool),
        at: At,
        step: Option<(usize, &Step)>,
    ) -> Result<()> {
        let start = self.cursor.position();
        let keep = step.is_some_and(|(_, step)| self.is_starts(step));
        let left = match until {
            Until::End => Left::End,
            Until::Balanced => Left::Balanced { open: 1 },
            Until::Count(count) => self.counted(count, element, keep)?,
            Until::Reached(a, b) => Left::Reached(a, b),
            Until::Holds(test) => Left::Holds { test, ended: false },
        };
        let reversed = match left {
            Left::Count { count, .. } if reversed => Some(count),
            _ => None,
        };
        let mut reject = step.map_or(Run::EMPTY, |(_, step)| step.reject);
        if reject.is_empty()
            && let Some(frame) = self.frame()
        {
            reject = frame.options.reject;
        }
        if keep && let Some((slot, _)) = step {
            let first = self.buffers.offsets.len();
            let table = OffsetsRead { first, count: 0, at: start, end: start };
            self.slot(slot, Slot { number: self.buffers.tables.len() as u64, present: true });
            self.buffers.tables.push(table);
        }
        let list = step.and_then(|(_, step)| step.list);
        let holds = step.and_then(|(_, step)| self.held(step));
        let options = SequenceOptions { reject, keep, list, holds, reversed };
        self.sequence(element, left, start, options, at)
    }

    /// Takes the bytes of a length; a marker at their end begins at a multiple of `unit` bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn take_bytes(&mut self, length: Length, unit: usize) -> Result<&'i [u8]> {
        Ok(match length {
            Length::Rest => self.cursor.take_rest(),
            Length::Marker(marker) => until(&mut self.cursor, marker.of(&self.plan.bytes), unit)?,
            Length::Padded(count, pad) => {
                let count = self.eval(count)?;
                let count = self.cursor.check_size(count)?;
                unpadded(self.cursor.bytes(count)?, pad, unit)
            }
            Length::Ended(count, marker) => {
                let count = self.eval(count)?;
                let count = self.cursor.check_size(count)?;
                before(self.cursor.bytes(count)?, marker.of(&self.plan.bytes), unit)
            }
            Length::Except(left) => all_but(&mut self.cursor, left)?,
            Length::Count(count) => {
                let count = self.eval(count)?;
                let count = self.cursor.check_size(count)?;
                self.cursor.bytes(count)?
            }
            Length::First(step) => {
                let table = self.offsets_of(step);
                let first = match table.count {
                    0 => self.cursor.remaining() as u64,
                    _ => self.buffers.offsets.get(table.first).copied().unwrap_or(0),
                };
                // An offset that is too large becomes an error when its entry is read.
                let first = usize::try_from(first).unwrap_or(usize::MAX);
                self.cursor.bytes(first.min(self.cursor.remaining()))?
            }
        })
    }

    /// Takes the filler up to a multiple of `align` bytes, and checks its bytes if the format requires that.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take_filler(
        &mut self,
        align: ExprId,
        strict: ExprId,
        from: Option<ExprId>,
    ) -> Result<&'i [u8]> {
        let strict = self.eval(strict)? != 0;
        let align = self.eval(align)?;
        let origin = match from {
            Some(from) => self.eval(from)?,
            None => self.origin as u64,
        };
        filler(&mut self.cursor, self.plan.file, (align, strict), origin)
    }

    /// Reads the case of a union that a tag selects.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn choice(
        &mut self,
        shape: &Shape,
        (name, tag, cases): (Text, u64, Run),
        otherwise: Otherwise,
        at: At,
    ) -> Result<()> {
        // These begin at their tag.
        const TAGGED: [Kind; 2] = [Kind::Union, Kind::Operations];
        match self.executor.case(cases, tag) {
            Some((case, true)) if let Some(item) = case.item => {
                self.nest(case.nesting);
                self.item(item, at, ItemOptions::default())
            }
            Some((case, false)) if let Some(item) = case.item => {
                let name = self.executor.name_of(item).to_owned();
                let place = self.place_of_fault(&TAGGED);
                Err(self.executor.closed(name, case.gate).or_at(place))
            }
            None if otherwise == Otherwise::Opaque => {
                self.state.chosen = None;
                let start = self.cursor.position();
                let bytes = self.cursor.take_rest();
                let leaf = Leaf::Opaque(tag, bytes);
                self.sink.value(at, shape, leaf, start..self.cursor.position())
            }
            _ => {
                let place = self.place_of_fault(&TAGGED);
                let union = (self.plan.name(name), self.plan.has_text_tags(cases));
                let bytes = match *shape {
                    Shape::Choice { tag: by, .. } => self.tag_bytes(by),
                    _ => None,
                };
                let tag = Case::signed_tag(cases.of(&self.plan.cases), tag);
                Err(Error::at(place, unknown_tag(self.plan, union, tag, bytes)))
            }
        }
    }

    /// Calls a function of the host to read a value.
    fn call(&mut self, name: Text, arguments: Run) -> Result<Value> {
        let start = self.cursor.position();
        let number = |step: &i128| self.number_of(*step as u32);
        let (one, all);
        let arguments = match arguments.of(&self.plan.numbers) {
            [step] => {
                one = [number(step)];
                &one[..]
            }
            steps => {
                all = steps.iter().map(number).collect::<Vec<u64>>();
                &all[..]
            }
        };
        let tables = self.around.tables;
        let call = Call { name: self.plan.name(name), arguments, tables };
        let value = self.around.functions.read(call, &mut self.cursor);
        value.map_err(|error| error.or_at(start))
    }

    /// Records bytes, as a number, in the list of their step.
    pub(super) fn push_bytes(&mut self, step: Option<(usize, &Step)>, bytes: &[u8]) {
        if let Some((_, step)) = step.filter(|(_, step)| step.list.is_some()) {
            let number = self.executor.whole_number(bytes);
            self.push_number(step, number);
        }
    }

    /// Opens or closes a block of the sequence that contains an element.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn nest(&mut self, nesting: i8) {
        if nesting == 0 {
            return;
        }
        let sequence = self.buffers.frames.iter_mut().rev().find_map(|frame| match frame {
            Frame::Sequence(frame) => Some(frame),
            _ => None,
        });
        if let Some(SequenceFrame { left: Left::Balanced { open }, .. }) = sequence {
            *open = open.saturating_add_signed(nesting.into());
        }
    }

    /// Reads a value that is not a step.
    pub(super) fn of_shape(&mut self, id: ShapeId, at: At) -> Result<()> {
        let id = self.one_of(id)?;
        let Some(shape) = self.plan.shapes.get(id.index()) else { return Ok(()) };
        match shape {
            Shape::Integer { .. } | Shape::Bool | Shape::Enum { .. } | Shape::Index { .. } => {
                let start = self.cursor.position();
                let number = self.executor.read_number(&mut self.cursor, shape)?;
                self.number(number, start, id);
                self.sink.value(at, shape, Leaf::Number(number), start..self.cursor.position())
            }
            Shape::Bits { .. } | Shape::Part { .. } | Shape::Computed { .. } => {
                Err(self.cursor.error(no("a value of its own")))
            }
            _ => self.compound(id, shape, at, None),
        }
    }
}
