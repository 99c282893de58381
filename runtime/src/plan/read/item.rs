//! Items and their steps.

use super::Reader;
use super::frame::{Frame, ItemFrame, Slot, Whole};
use crate::error::{Error, ErrorKind, Result};
use crate::plan::{At, Leaf, Sink, What};
use bytespec_plan::{Absent, Item, ItemId, Kind, Plan, Role, Run, Shape, Step};

impl<'p, 'i, S: Sink<'i>> Reader<'_, 'p, 'i, S> {
    pub(super) fn item(
        &mut self,
        id: ItemId,
        at: At,
        (reject, nonempty): (Run, bool),
    ) -> Result<()> {
        let start = self.cursor.position();
        let Some(item) = self.plan.items.get(id.index()) else {
            return Err(self.cursor.error(ErrorKind::Invalid("no such item".to_owned())));
        };
        if !item.gate.is_empty() && !self.ungated(item) {
            let name = self.plan.name(item.name).to_owned();
            return Err(self.executor.closed(name, item.gate).or_at(start));
        }
        self.nesting.enter(item.kind).map_err(|kind| self.cursor.error(kind))?;
        self.sink.begin(at, What::Item(id), start)?;
        let slots = self.slots.len();
        self.slots.resize(slots + item.steps.len as usize, Slot::default());
        self.frames.push(Frame::Item(ItemFrame {
            item: id,
            first: item.steps.start,
            next: item.steps.start,
            last: item.steps.start + item.steps.len,
            slots,
            start,
            whole: Whole::default(),
            reject,
            nonempty,
        }));
        Ok(())
    }

    /// Whether an item may be read: a section is, whatever the version, since readers know it from its id.
    pub(super) fn ungated(&self, item: &Item) -> bool {
        item.kind == Kind::Section || self.executor.open(item.gate)
    }

    pub(super) fn end_item(&mut self) -> Result<()> {
        if let Some(Frame::Item(frame)) = self.frames.pop() {
            let kind = self.plan.items.get(frame.item.index()).map(|item| item.kind);
            let number = match kind {
                // What holds one value is as many elements as that, or its number.
                Some(Kind::Transparent) => self.visible_number(&frame),
                _ => None,
            };
            self.slots.truncate(frame.slots);
            if let Some(number) = number {
                self.tell(number);
            }
            if let Some(kind) = kind {
                self.nesting.leave(kind);
            }
        }
        self.sink.end(self.cursor.position())
    }

    pub(super) fn visible_number(&self, frame: &ItemFrame) -> Option<u64> {
        let steps = self.plan.steps_of(frame.item);
        let visible = steps.iter().position(|step| step.role == Role::Visible)?;
        self.slots.get(frame.slots + visible).map(|slot| slot.number)
    }

    /// Says to the step of the item that is open what it has turned out to be.
    pub(super) fn tell(&mut self, number: u64) {
        let Some(Frame::Item(frame)) = self.frames.last() else { return };
        let slot = frame.slots + (frame.next.saturating_sub(1) - frame.first) as usize;
        if let Some(slot) = self.slots.get_mut(slot) {
            slot.number = number;
        }
    }

    /// The item that what is read belongs to, through sequences and windows.
    pub(super) fn scope(&self) -> Option<&ItemFrame> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Item(frame) => Some(frame),
            _ => None,
        })
    }

    pub(super) fn frame(&self) -> Option<&ItemFrame> {
        match self.frames.last() {
            Some(Frame::Item(frame)) => Some(frame),
            _ => None,
        }
    }

    pub(super) fn step(&mut self, index: u32, slot: usize) -> Result<()> {
        let plan = self.plan;
        let Some(step) = plan.steps.get(index as usize) else { return Ok(()) };
        let open = self.executor.open(step.gate);
        let there = open
            && match step.when {
                Some(when) => self.eval(when)? != 0,
                None => true,
            };
        let Some(shape) = plan.shapes.get(step.shape.index()) else { return Ok(()) };
        if !there {
            self.absent(index, slot, step, shape, open)?;
            return self.sink.absent(index);
        }
        let at = At::Step(index);
        match *shape {
            Shape::Integer { .. } | Shape::Bool | Shape::Enum { .. } | Shape::Index { .. } => {
                let start = self.cursor.position();
                let number = self.executor.read_number(&mut self.cursor, shape)?;
                self.hold(slot, number);
                self.note(step, number);
                self.check(step, number, start)?;
                self.sink.value(at, shape, Leaf::Number(number), start..self.cursor.position())
            }
            Shape::Bits { number, parts } => {
                let start = self.cursor.position();
                let Some(integer) = plan.shapes.get(number.index()) else { return Ok(()) };
                let number = self.executor.read_number(&mut self.cursor, integer)?;
                self.claimed(index, parts, number, start)?;
                self.hold(slot, number);
                let end = self.cursor.position();
                if let Some(Frame::Item(frame)) = self.frames.last_mut() {
                    frame.whole = Whole { number, at: start, end, taken: 0, absent: false };
                }
                self.sink.value(at, integer, Leaf::Number(number), start..end)
            }
            Shape::Part { place, width, value } => {
                let whole = self.frame().map(|frame| frame.whole).unwrap_or_default();
                let Some(shape) = plan.shapes.get(value.index()) else { return Ok(()) };
                if whole.absent {
                    return self.sink.absent(index);
                }
                let bits = self.take_bits(place, width);
                let number = self.executor.take_number(shape, bits);
                let number = number.map_err(|error| error.moved_to(whole.at))?;
                self.hold(slot, number);
                self.note(step, number);
                self.check(step, number, whole.at)?;
                self.sink.value(at, shape, Leaf::Number(number), whole.at..whole.end)
            }
            Shape::Computed { value, shape } => {
                let start = self.cursor.position();
                let Some(shape) = plan.shapes.get(shape.index()) else { return Ok(()) };
                let item = self.frame().map_or(start, |frame| frame.start);
                let number = self.eval(value)?;
                let number = self.executor.take_number(shape, number);
                let number = number.map_err(|error| error.moved_to(item))?;
                self.hold(slot, number);
                self.note(step, number);
                self.check(step, number, item)?;
                self.sink.value(at, shape, Leaf::Number(number), start..start)
            }
            _ => {
                self.slot(slot, Slot { number: 0, present: true });
                self.compound(step.shape, shape, at, Some((slot, step)))
            }
        }
    }

    /// Appends the number of a step to its list.
    #[inline(always)]
    pub(super) fn note(&mut self, step: &Step, number: u64) {
        if let Some(list) = step.list {
            self.notes.note(list, number);
        }
    }

    pub(super) fn slot(&mut self, at: usize, slot: Slot) {
        if let Some(place) = self.slots.get_mut(at) {
            *place = slot;
        }
    }

    pub(super) fn hold(&mut self, slot: usize, number: u64) {
        self.slot(slot, Slot { number, present: true });
    }

    /// What a step is that is not on the wire.
    pub(super) fn absent(
        &mut self,
        index: u32,
        slot: usize,
        step: &Step,
        shape: &Shape,
        open: bool,
    ) -> Result<()> {
        let number = match step.absent {
            Absent::Number(number) => number as u64,
            _ => 0,
        };
        self.slot(slot, Slot { number, present: false });
        if let Some(list) = step.list
            && !matches!(shape, Shape::Sequence { .. })
        {
            let absent = matches!(step.absent, Absent::Nothing);
            self.notes.note(list, if absent { Plan::NOWHERE } else { number });
        }
        match *shape {
            Shape::Bits { .. } => {
                if let Some(Frame::Item(frame)) = self.frames.last_mut() {
                    frame.whole = Whole { absent: true, ..Whole::default() };
                }
            }
            // Bits of something that is not there must be zero, where the version has them at all.
            Shape::Part { place, width, .. } if open => {
                let whole = self.frame().map(|frame| frame.whole).unwrap_or_default();
                if !whole.absent && self.take_bits(place, width) != 0 {
                    let name = self.plan.steps.get(index as usize);
                    let name = name.map_or("?", |step| self.plan.name(step.name));
                    let message =
                        format!("{} has bits of `{name}`, which is not there", whole.number);
                    return Err(Error::at(whole.at, ErrorKind::Invalid(message)));
                }
            }
            _ => {}
        }
        Ok(())
    }
}
