//! Items and their steps.

use super::Reader;
use super::bits::claimed;
use super::check::refers;
use super::frame::{Frame, ItemFrame, ItemOptions, Slot, Whole};
use crate::error::{Error, ErrorKind, Result};
use crate::plan::number::no;
use crate::plan::prepared_step::{Plain, PreparedStep, When};
use crate::plan::{At, Leaf, What};
use bytespec_plan::{Absent, Item, ItemId, Kind, Place, Plan, Role, Shape, Step};

impl<'p, 'i> Reader<'_, 'p, 'i> {
    pub(super) fn item(&mut self, id: ItemId, at: At, options: ItemOptions) -> Result<()> {
        let start = self.cursor.position();
        let Some(item) = self.plan.items.get(id.index()) else {
            return Err(self.cursor.error(self.executor.no_item(id)));
        };
        if !item.gate.is_empty() && !self.ungated(item) {
            let name = self.plan.name(item.name).to_owned();
            return Err(self.executor.closed(name, item.gate).or_at(start));
        }
        let nesting = self.executor.prepared.nesting(id);
        self.depth.enter(nesting).map_err(|kind| self.cursor.error(kind))?;
        self.sink.begin(at, What::Item(id), start)?;
        let slots = self.buffers.slots.len();
        self.buffers.slots.resize(slots + item.steps.len as usize, Slot::default());
        let starts = self.buffers.starts.len();
        let keeps_starts = self.executor.prepared.keeps_starts(id);
        if keeps_starts {
            self.buffers.starts.resize(starts + item.steps.len as usize, start);
        }
        self.buffers.frames.push(Frame::Item(ItemFrame {
            item: id,
            nesting,
            first: item.steps.start,
            next: item.steps.start,
            last: item.steps.start + item.steps.len,
            slots,
            starts: keeps_starts.then_some(starts),
            start,
            whole: Whole::default(),
            options,
        }));
        Ok(())
    }

    /// Reads the steps of the open item, up to one that opens another frame.
    pub(super) fn steps(&mut self) -> Result<()> {
        let (plan, executor) = (self.plan, self.executor);
        let steps: &[PreparedStep] = &executor.prepared.steps;
        let depth = self.buffers.frames.len();
        let Some(Frame::Item(frame)) = self.buffers.frames.last_mut() else { return Ok(()) };
        let mut frame = frame;
        while frame.next != frame.last {
            let (index, slots) = (frame.next, frame.slots);
            let slot = slots + (index - frame.first) as usize;
            frame.next += 1;
            if let Some(starts) = frame.starts
                && let Some(start) = self.buffers.starts.get_mut(starts + slot - slots)
            {
                *start = self.cursor.position();
            }
            let Some(ready) = steps.get(index as usize) else { return Ok(()) };
            let open = ready.gate.is_empty() || executor.open(ready.gate);
            let there = is_there(open, &ready.when, &self.buffers.slots, slots);
            // This is a fast path for most steps; the others are read elsewhere.
            let (number, span) = match (there, &ready.plain) {
                (Some(true), Plain::Integer(integer)) if !frame.options.nonempty => {
                    let start = self.cursor.position();
                    let number = integer.read(&mut self.cursor)?;
                    (number, start..self.cursor.position())
                }
                (Some(true), &Plain::Bits { from, width, most })
                    if !frame.whole.absent
                        && !frame.options.nonempty
                        && let (number, taken) = frame.whole.bits(from.map(u32::from), width)
                        && number <= most =>
                {
                    frame.whole.taken = taken;
                    (number, frame.whole.at..frame.whole.end)
                }
                (Some(true), Plain::Whole(Some(integer), mask)) => {
                    let start = self.cursor.position();
                    let number = integer.read(&mut self.cursor)?;
                    claimed(executor, *mask, number, start)?;
                    let end = self.cursor.position();
                    frame.whole = Whole { number, at: start, end, taken: 0, absent: false };
                    (number, start..end)
                }
                (Some(false), _)
                    if let Some(number) = ready.absent
                        && !(ready.is_part && open) =>
                {
                    put(&mut self.buffers.slots, slot, Slot { number, present: false });
                    if let Some(list) = ready.list.filter(|_| self.names == 0) {
                        self.state.push(list, listed_absent(plan, index, number));
                    }
                    self.sink.absent(index)?;
                    continue;
                }
                _ => {
                    let Some(step) = plan.steps.get(index as usize) else { return Ok(()) };
                    self.step(index, slot, step, there)?;
                    let same = depth == self.buffers.frames.len();
                    frame = match self.buffers.frames.last_mut() {
                        Some(Frame::Item(frame)) if same => frame,
                        _ => return Ok(()),
                    };
                    continue;
                }
            };
            put(&mut self.buffers.slots, slot, Slot { number, present: true });
            if let Some(list) = ready.list.filter(|_| self.names == 0) {
                self.state.push(list, number);
            }
            if let Some(shape) = plan.shapes.get(ready.shape.index()) {
                if ready.refers && self.state.pass {
                    refers(plan, self.around, self.state, shape, (number, span.start))?;
                }
                self.sink.value(At::Step(index), shape, Leaf::Number(number), span)?;
            }
        }
        self.end_item()
    }

    /// Whether an item may be read. A section may be read at every version, since its id identifies it.
    pub(super) fn ungated(&self, item: &Item) -> bool {
        item.kind == Kind::Section || self.executor.open(item.gate)
    }

    pub(super) fn end_item(&mut self) -> Result<()> {
        self.check_at_end()?;
        self.end_element()?;
        if let Some(Frame::Item(frame)) = self.buffers.frames.pop() {
            if let Some(starts) = frame.starts {
                self.buffers.end_starts(starts);
            }
            let kind = self.plan.items.get(frame.item.index()).map(|item| item.kind);
            let number = match kind {
                // A transparent item has the number of its visible step.
                Some(Kind::Transparent) => self.visible_number(&frame),
                Some(Kind::Variant) => {
                    self.state.chosen = Some(frame.item);
                    None
                }
                _ => None,
            };
            self.keep_inner(&frame);
            self.buffers.slots.truncate(frame.slots);
            if let Some(number) = number {
                self.set_number(number);
            }
            self.depth.leave(frame.nesting);
        }
        self.sink.end(self.cursor.position())
    }

    /// Keeps the numbers of an item that ends that outer items use.
    fn keep_inner(&mut self, frame: &ItemFrame) {
        let prepared = &self.executor.prepared;
        if prepared.inner.is_empty() {
            return;
        }
        let (first, steps) = prepared.inner_of(frame.item);
        for (at, (_, step)) in (first..).zip(steps) {
            let slot = self.buffers.slots.get(frame.slots + *step as usize);
            self.state.set_inner(at, slot.map_or(0, |slot| slot.number));
        }
    }

    pub(super) fn visible_number(&self, frame: &ItemFrame) -> Option<u64> {
        let visible = self.plan.visible_step(frame.item)?;
        self.buffers.slots.get(frame.slots + visible).map(|slot| slot.number)
    }

    /// Sets the number of the current step of the open item.
    pub(super) fn set_number(&mut self, number: u64) {
        let mut around = self.buffers.frames.iter().rev();
        let around =
            around.find(|frame| !matches!(frame, Frame::Window { .. } | Frame::Placed { .. }));
        let Some(Frame::Item(frame)) = around else { return };
        let slot = frame.slots + (frame.next.saturating_sub(1) - frame.first) as usize;
        if let Some(slot) = self.buffers.slots.get_mut(slot) {
            slot.number = number;
        }
    }

    /// The item that encloses the current value, through sequences and windows.
    pub(super) fn scope(&self) -> Option<&ItemFrame> {
        self.buffers.frames.iter().rev().find_map(|frame| match frame {
            Frame::Item(frame) => Some(frame),
            _ => None,
        })
    }

    pub(super) fn frame(&self) -> Option<&ItemFrame> {
        match self.buffers.frames.last() {
            Some(Frame::Item(frame)) => Some(frame),
            _ => None,
        }
    }

    fn step(&mut self, index: u32, slot: usize, step: &Step, there: Option<bool>) -> Result<()> {
        let plan = self.plan;
        let there = match (there, step.when) {
            (Some(there), _) => there,
            (None, Some(when)) => self.eval(when)? != 0,
            (None, None) => true,
        };
        let id = if there { self.one_of(step.shape)? } else { step.shape };
        let Some(shape) = plan.shapes.get(id.index()) else { return Ok(()) };
        if !there {
            self.absent(index, slot, step, shape)?;
            return self.sink.absent(index);
        }
        let at = At::Step(index);
        match *shape {
            Shape::Integer { .. } | Shape::Bool | Shape::Enum { .. } | Shape::Index { .. } => {
                let start = self.cursor.position();
                let number = self.executor.read_number(&mut self.cursor, shape)?;
                self.hold(slot, number);
                self.push_number(step, number);
                self.check(step, number, start)?;
                self.sink.value(at, shape, Leaf::Number(number), start..self.cursor.position())
            }
            // Integers of a known byte order are read in the fast path.
            Shape::Bits { number, .. } => {
                let start = self.cursor.position();
                let number = self.one_of(number)?;
                let ready = self.executor.prepared.steps.get(index as usize);
                let (Some(shape), Some(Plain::Whole(_, mask))) =
                    (plan.shapes.get(number.index()), ready.map(|ready| ready.plain))
                else {
                    return Err(self.cursor.error(no("an integer")));
                };
                let number = self.executor.read_number(&mut self.cursor, shape)?;
                claimed(self.executor, mask, number, start)?;
                let end = self.cursor.position();
                if let Some(Frame::Item(frame)) = self.buffers.frames.last_mut() {
                    frame.whole = Whole { number, at: start, end, taken: 0, absent: false };
                }
                self.hold(slot, number);
                self.push_number(step, number);
                self.sink.value(at, shape, Leaf::Number(number), start..end)
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
                self.push_number(step, number);
                self.check(step, number, whole.at)?;
                self.sink.value(at, shape, Leaf::Number(number), whole.at..whole.end)
            }
            Shape::Computed { value, shape } => {
                let start = self.cursor.position();
                let Some(shape) = plan.shapes.get(shape.index()) else { return Ok(()) };
                let item = self.frame().map_or(start, |frame| frame.start);
                let number = self.eval(value)?;
                let (number, place) = match step.role {
                    Role::Derived(_) => (self.executor.computed_number(shape, number), start),
                    _ => (self.executor.take_number(shape, number), item),
                };
                let number = number.map_err(|error| error.moved_to(place))?;
                self.hold(slot, number);
                self.push_number(step, number);
                self.check(step, number, item)?;
                self.sink.value(at, shape, Leaf::Number(number), start..start)
            }
            _ => {
                self.slot(slot, Slot { number: 0, present: true });
                self.compound(id, shape, at, Some((slot, step)))
            }
        }
    }

    /// Appends the number of a step to its list.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn push_number(&mut self, step: &Step, number: u64) {
        if let Some(list) = step.list
            && self.names == 0
        {
            self.state.push(list, number);
        }
    }

    pub(super) fn slot(&mut self, at: usize, slot: Slot) {
        if let Some(place) = self.buffers.slots.get_mut(at) {
            *place = slot;
        }
    }

    pub(super) fn hold(&mut self, slot: usize, number: u64) {
        self.slot(slot, Slot { number, present: true });
    }

    fn take_bits(&mut self, place: Place, width: Option<u8>) -> u64 {
        let Some(Frame::Item(frame)) = self.buffers.frames.last_mut() else { return 0 };
        let from = match place {
            Place::Bit(bit) => Some(u32::from(bit)),
            Place::Next => None,
        };
        let (number, taken) = frame.whole.bits(from, width.unwrap_or(64));
        frame.whole.taken = taken;
        number
    }

    /// Handles a step that is absent.
    pub(super) fn absent(
        &mut self,
        index: u32,
        slot: usize,
        step: &Step,
        shape: &Shape,
    ) -> Result<()> {
        let number = match step.absent {
            Absent::Number(number) => number as u64,
            _ => 0,
        };
        put(&mut self.buffers.slots, slot, Slot { number, present: false });
        if let Some(list) = step.list
            && !matches!(shape, Shape::Sequence { .. })
            && self.names == 0
        {
            let absent = matches!(step.absent, Absent::Nothing);
            self.state.push(list, if absent { Plan::NOWHERE } else { number });
        }
        match *shape {
            Shape::Bits { .. } => {
                if let Some(Frame::Item(frame)) = self.buffers.frames.last_mut() {
                    frame.whole = Whole { absent: true, ..Whole::default() };
                }
            }
            // The bits of an absent part must be zero, if the version has the part.
            Shape::Part { place, width, .. } if self.executor.open(step.gate) => {
                let whole = self.frame().map(|frame| frame.whole).unwrap_or_default();
                if !whole.absent && self.take_bits(place, width) != 0 {
                    let name = self.plan.steps.get(index as usize);
                    let item = name.map_or("?", |step| self.plan.name(step.name)).to_owned().into();
                    return Err(Error::at(whole.at, ErrorKind::Presence { item, when: None }));
                }
            }
            _ => {}
        }
        Ok(())
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn put(slots: &mut [Slot], at: usize, slot: Slot) {
    if let Some(place) = slots.get_mut(at) {
        *place = slot;
    }
}

/// Whether a step is present, if that is known without an expression; `slots` is the index of the first slot of its item.
#[cfg_attr(not(debug_assertions), inline(always))]
fn is_there(open: bool, when: &When, all: &[Slot], slots: usize) -> Option<bool> {
    match (open, when) {
        (false, _) => Some(false),
        (true, When::Always) => Some(true),
        (true, When::Field(field)) => Some(is_set(all, slots, *field)),
        (true, When::Fields(fields, count)) => {
            Some(are_set(all, slots, fields.iter().take((*count).into())))
        }
        (true, When::Expression) => None,
    }
}

/// Whether the number of a step is not zero; `slots` is the index of the first slot of its item.
#[cfg_attr(not(debug_assertions), inline(always))]
fn is_set(all: &[Slot], slots: usize, field: u16) -> bool {
    all.get(slots + usize::from(field)).is_some_and(|slot| slot.number != 0)
}

/// Whether each of the fields is set or not set as required.
#[cfg_attr(not(debug_assertions), inline(always))]
fn are_set<'f>(
    all: &[Slot],
    slots: usize,
    mut fields: impl Iterator<Item = &'f (u16, bool)>,
) -> bool {
    fields.all(|(field, is)| is_set(all, slots, *field) == *is)
}

/// The number that the list of a step records if the step is absent.
#[cfg_attr(not(debug_assertions), inline(always))]
fn listed_absent(plan: &Plan, index: u32, number: u64) -> u64 {
    let step = plan.steps.get(index as usize);
    let nothing = step.is_some_and(|step| step.absent == Absent::Nothing);
    if nothing { Plan::NOWHERE } else { number }
}
