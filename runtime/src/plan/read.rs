//! Reading: a list of frames, each of which is an item, a sequence or a window of bytes.

use super::expression::combined;
use super::nesting::Nesting;
use super::notes::Notes;
use super::number::UNKNOWN;
use super::{At, Call, Executor, Leaf, Sink, Surroundings, What};
use crate::error::{Context as _, Error, ErrorKind, Result, Segment};
use crate::values::{rejected, unknown_flags};
use crate::wire::{Cursor, check_extent};
use bytespec_plan::{
    Absent, Expr, ExprId, Item, ItemId, Kind, Length, Otherwise, Place, Plan, Role, Run, Shape,
    ShapeId, Step, Until,
};

/// What a step of an open item holds: a number, and whether it is there.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    number: u64,
    present: bool,
}

/// The integer that parts are taken from.
#[derive(Clone, Copy, Debug, Default)]
struct Whole {
    number: u64,
    at: usize,
    end: usize,
    /// The bits below are taken.
    taken: u32,
    /// The integer is not on the wire.
    absent: bool,
}

#[derive(Debug)]
enum Frame {
    Item(ItemFrame),
    Sequence(SequenceFrame),
    /// Bytes that one value has to itself: the end of those around it.
    Window {
        outer: usize,
    },
}

#[derive(Debug)]
struct ItemFrame {
    item: ItemId,
    /// The first step, by index in the plan, the next one, and the one after the last.
    first: u32,
    next: u32,
    last: u32,
    /// Where its slots begin.
    slots: usize,
    start: usize,
    whole: Whole,
    /// What the elements of a transparent item must not be, and whether what it refers to must have bytes.
    reject: Run,
    nonempty: bool,
}

#[derive(Debug)]
struct SequenceFrame {
    element: ShapeId,
    index: u64,
    left: Left,
    start: usize,
    /// Where the last element began.
    before: usize,
    reject: Run,
    rejected: Option<(usize, u64, i128)>,
    /// The step that holds where elements begin is derived from them.
    keep: bool,
    /// How many elements there are, of a sequence whose last one stands first.
    reversed: Option<u64>,
    /// The list that elements are appended to, and how long it was.
    list: Option<(u32, usize)>,
    /// The table that elements are entries of.
    holds: Option<u32>,
}

/// What a sequence is asked for.
#[derive(Clone, Copy, Debug, Default)]
struct Asked {
    reject: Run,
    keep: bool,
    list: Option<u32>,
    holds: Option<u32>,
    reversed: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
enum Left {
    /// So many elements; `wire` if bytes said so.
    Count { count: u64, wire: bool },
    /// Up to the end.
    End,
    /// Up to where two numbers are the same.
    Reached(ExprId, ExprId),
    /// Entries at offsets: where these are kept, how many, where the entries begin and what the end was.
    Offsets { kept: usize, count: usize, base: usize, outer: usize, at: usize, width: usize },
}

/// Offsets that were read, to be gone to.
#[derive(Clone, Copy, Debug)]
struct Kept {
    first: usize,
    count: usize,
    /// Where they stand, and where they end.
    at: usize,
    end: usize,
}

pub(super) struct Reader<'r, 'p, 'i, S> {
    pub(super) executor: &'r Executor<'p>,
    pub(super) plan: &'p Plan,
    pub(super) around: Surroundings<'r>,
    pub(super) input: &'i [u8],
    pub(super) cursor: Cursor<'i>,
    /// Where the reading began: filler is counted from there.
    origin: usize,
    frames: Vec<Frame>,
    slots: Vec<Slot>,
    offsets: Vec<u64>,
    kept: Vec<Kept>,
    nesting: Nesting,
    notes: &'r mut Notes,
    pub(super) sink: &'r mut S,
}

impl<'p> Executor<'p> {
    /// Reads an item from where the cursor is, and tells the sink what there is.
    ///
    /// Filler is counted from where the cursor is.
    ///
    /// # Errors
    /// The first thing that is not as the plan says, with its offset and the steps that led there, or
    /// that the sink refuses.
    pub fn read<'i, S: Sink<'i>>(
        &self,
        item: ItemId,
        cursor: &mut Cursor<'i>,
        around: Surroundings<'_>,
        sink: &mut S,
    ) -> Result<()> {
        self.read_noting(item, cursor, around, &mut Notes::default(), sink)
    }

    /// Reads an item, and notes what is for other sections.
    pub(super) fn read_noting<'i, S: Sink<'i>>(
        &self,
        item: ItemId,
        cursor: &mut Cursor<'i>,
        around: Surroundings<'_>,
        notes: &mut Notes,
        sink: &mut S,
    ) -> Result<()> {
        self.read_at(item, At::Top, cursor, around, notes, sink)
    }

    /// Reads an item that stands somewhere in another one.
    pub(super) fn read_at<'i, S: Sink<'i>>(
        &self,
        item: ItemId,
        at: At,
        cursor: &mut Cursor<'i>,
        around: Surroundings<'_>,
        notes: &mut Notes,
        sink: &mut S,
    ) -> Result<()> {
        let mut reader = Reader::new(self, *cursor, around, notes, sink);
        let read = reader.item(item, at, (Run::EMPTY, false)).and_then(|()| reader.run());
        let read = read.map_err(|error| reader.locate(error));
        *cursor = reader.cursor;
        read
    }

    /// Reads the entry at a position of a table, whose elements have a shape.
    pub(super) fn read_entry<'i, S: Sink<'i>>(
        &self,
        (element, index): (ShapeId, u64),
        cursor: &mut Cursor<'i>,
        around: Surroundings<'_>,
        notes: &mut Notes,
        sink: &mut S,
    ) -> Result<()> {
        let mut reader = Reader::new(self, *cursor, around, notes, sink);
        let (start, left) = (cursor.position(), Left::Count { count: index + 1, wire: false });
        let read = reader.sequence(element, left, start, Asked::default(), At::Top);
        if let Some(Frame::Sequence(frame)) = reader.frames.last_mut() {
            frame.index = index;
        }
        let read = read.and_then(|()| reader.run());
        read.map_err(|error| reader.locate(error))
    }
}

impl<'r, 'p, 'i, S: Sink<'i>> Reader<'r, 'p, 'i, S> {
    fn new(
        executor: &'r Executor<'p>,
        cursor: Cursor<'i>,
        around: Surroundings<'r>,
        notes: &'r mut Notes,
        sink: &'r mut S,
    ) -> Self {
        Reader {
            executor,
            plan: executor.plan,
            around,
            input: cursor.input(),
            cursor,
            origin: cursor.position(),
            frames: Vec::new(),
            slots: Vec::new(),
            offsets: Vec::new(),
            kept: Vec::new(),
            nesting: Nesting::default(),
            notes,
            sink,
        }
    }

    fn run(&mut self) -> Result<()> {
        loop {
            match self.frames.last_mut() {
                None => return Ok(()),
                Some(Frame::Item(frame)) => {
                    if frame.next == frame.last {
                        self.end_item()?;
                    } else {
                        frame.next += 1;
                        let step = frame.next - 1;
                        let slot = frame.slots + (step - frame.first) as usize;
                        self.step(step, slot)?;
                    }
                }
                Some(Frame::Sequence(_)) => self.element()?,
                Some(&mut Frame::Window { outer }) => {
                    self.frames.pop();
                    if !self.cursor.is_empty() {
                        let left = self.cursor.remaining();
                        let message = format!("{left} bytes follow what the size is of");
                        return Err(self.cursor.error(ErrorKind::Invalid(message)));
                    }
                    self.set_end(outer)?;
                }
            }
        }
    }

    fn set_end(&mut self, end: usize) -> Result<()> {
        self.cursor = Cursor::over(self.input, self.cursor.position(), end)?;
        Ok(())
    }

    fn item(&mut self, id: ItemId, at: At, (reject, nonempty): (Run, bool)) -> Result<()> {
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
    fn ungated(&self, item: &Item) -> bool {
        item.kind == Kind::Section || self.executor.open(item.gate)
    }

    fn end_item(&mut self) -> Result<()> {
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

    fn visible_number(&self, frame: &ItemFrame) -> Option<u64> {
        let steps = self.plan.steps_of(frame.item);
        let visible = steps.iter().position(|step| step.role == Role::Visible)?;
        self.slots.get(frame.slots + visible).map(|slot| slot.number)
    }

    /// Says to the step of the item that is open what it has turned out to be.
    fn tell(&mut self, number: u64) {
        let Some(Frame::Item(frame)) = self.frames.last() else { return };
        let slot = frame.slots + (frame.next.saturating_sub(1) - frame.first) as usize;
        if let Some(slot) = self.slots.get_mut(slot) {
            slot.number = number;
        }
    }

    /// The item that what is read belongs to, through sequences and windows.
    fn scope(&self) -> Option<&ItemFrame> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Item(frame) => Some(frame),
            _ => None,
        })
    }

    fn frame(&self) -> Option<&ItemFrame> {
        match self.frames.last() {
            Some(Frame::Item(frame)) => Some(frame),
            _ => None,
        }
    }

    fn step(&mut self, index: u32, slot: usize) -> Result<()> {
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
    fn note(&mut self, step: &Step, number: u64) {
        if let Some(list) = step.list {
            self.notes.note(list, number);
        }
    }

    fn slot(&mut self, at: usize, slot: Slot) {
        if let Some(place) = self.slots.get_mut(at) {
            *place = slot;
        }
    }

    fn hold(&mut self, slot: usize, number: u64) {
        self.slot(slot, Slot { number, present: true });
    }

    /// What a step is that is not on the wire.
    fn absent(
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

    fn take_bits(&mut self, place: Place, width: Option<u8>) -> u64 {
        let Some(Frame::Item(frame)) = self.frames.last_mut() else { return 0 };
        let from = match place {
            Place::Bit(bit) => u32::from(bit),
            Place::Next => frame.whole.taken,
        };
        let bits = frame.whole.number.checked_shr(from).unwrap_or(0);
        match width {
            Some(width) => {
                frame.whole.taken = frame.whole.taken.max(from + u32::from(width));
                bits & u64::MAX.checked_shr(64 - u32::from(width.clamp(1, 64))).unwrap_or(0)
            }
            None => bits,
        }
    }

    /// Refuses bits that no part of the version takes.
    fn claimed(&self, index: u32, parts: u32, number: u64, at: usize) -> Result<()> {
        let mut known = 0u64;
        let mut next = 0u32;
        for part in index + 1..=index + parts {
            let Some(step) = self.plan.steps.get(part as usize) else { break };
            let Some(Shape::Part { place, width, .. }) = self.plan.shapes.get(step.shape.index())
            else {
                continue;
            };
            if !self.executor.open(step.gate) {
                continue;
            }
            let Some(width) = *width else { return Ok(()) };
            let from = match *place {
                Place::Bit(bit) => u32::from(bit),
                Place::Next => next,
            };
            next = next.max(from + u32::from(width));
            let mask = u64::MAX.checked_shr(64 - u32::from(width.clamp(1, 64))).unwrap_or(0);
            known |= mask.checked_shl(from).unwrap_or(0);
        }
        if number & !known == 0 { Ok(()) } else { Err(unknown_flags(at, number & !known)) }
    }

    /// What a step asks of its number.
    #[inline(always)]
    fn check(&self, step: &Step, number: u64, at: usize) -> Result<()> {
        if !step.reject.is_empty() {
            self.refuse(step.reject, step.shape, number, at)?;
        }
        let outer = step.role == Role::Visible && self.frame().is_some_and(|frame| frame.nonempty);
        if step.nonempty || outer {
            self.nonempty(step.shape, number, at)?;
        }
        if let Role::Checked(by) = step.role {
            let expected = self.eval(by)?;
            if expected != number {
                let start = self.frame().map_or(at, |frame| frame.start);
                let message = format!("expected {expected}, found {number}");
                return Err(Error::at(start, ErrorKind::Invalid(message)));
            }
        }
        Ok(())
    }

    fn refuse(&self, reject: Run, shape: ShapeId, number: u64, at: usize) -> Result<()> {
        match self.rejects(reject, shape, number) {
            Some(value) => Err(rejected(at, value)),
            None => Ok(()),
        }
    }

    fn rejects(&self, reject: Run, shape: ShapeId, number: u64) -> Option<i128> {
        let value = self.executor.signed(shape, number);
        reject.of(&self.plan.numbers).contains(&value).then_some(value)
    }

    fn nonempty(&self, shape: ShapeId, number: u64, at: usize) -> Result<()> {
        let table = match self.plan.shapes.get(shape.index()) {
            Some(Shape::Index { table, .. }) => self.plan.tables.get(*table as usize),
            Some(Shape::Part { value, .. } | Shape::Computed { shape: value, .. }) => {
                return self.nonempty(*value, number, at);
            }
            _ => None,
        };
        let Some(table) = table.map(|table| self.plan.name(*table)) else { return Ok(()) };
        let bytes = self.around.tables.bytes(table, number).map_err(|error| error.or_at(at))?;
        match bytes.is_empty() {
            true => Err(Error::invalid("the string must not be empty").or_at(at)),
            false => Ok(()),
        }
    }

    fn compound(
        &mut self,
        id: ShapeId,
        shape: &Shape,
        at: At,
        step: Option<(usize, &Step)>,
    ) -> Result<()> {
        let start = self.cursor.position();
        match *shape {
            Shape::Item(item) => {
                let asked =
                    step.map_or((Run::EMPTY, false), |(_, step)| (step.reject, step.nonempty));
                self.item(item, at, asked)
            }
            Shape::Sequence { element, until, reversed } => {
                let keep = step.is_some_and(|(_, step)| self.is_starts(step));
                let left = match until {
                    Until::End => Left::End,
                    Until::Count(count) => self.counted(count, element, keep)?,
                    Until::Reached(a, b) => Left::Reached(a, b),
                };
                let reversed = match left {
                    Left::Count { count, .. } if reversed => Some(count),
                    _ => None,
                };
                let mut reject = step.map_or(Run::EMPTY, |(_, step)| step.reject);
                if reject.is_empty()
                    && let Some(frame) = self.frame()
                {
                    reject = frame.reject;
                }
                if keep && let Some((slot, _)) = step {
                    let first = self.offsets.len();
                    let kept = Kept { first, count: 0, at: start, end: start };
                    self.slot(slot, Slot { number: self.kept.len() as u64, present: true });
                    self.kept.push(kept);
                }
                let list = step.and_then(|(_, step)| step.list);
                let holds = step.and_then(|(_, step)| step.holds);
                let asked = Asked { reject, keep, list, holds, reversed };
                self.sequence(element, left, start, asked, at)
            }
            Shape::Offsets { element, offsets } => {
                let kept = self.kept_of(offsets);
                let outer = self.cursor.end();
                let width = (kept.end - kept.at).checked_div(kept.count).unwrap_or(0);
                let (count, at_, base) = (kept.count, kept.at, kept.end);
                let left = Left::Offsets { kept: kept.first, count, base, outer, at: at_, width };
                self.sequence(element, left, start, Asked::default(), at)
            }
            Shape::Bytes(length) => {
                let bytes = match length {
                    Length::Rest => self.cursor.take_rest(),
                    Length::Marker(marker) => {
                        let rest = self.cursor.rest();
                        let Some(len) = rest.iter().position(|byte| *byte == marker) else {
                            let expected = "the byte that ends a text";
                            let end = self.cursor.end();
                            return Err(Error::at(end, ErrorKind::UnexpectedEnd { expected }));
                        };
                        let bytes = self.cursor.bytes(len)?;
                        self.cursor.u8()?;
                        bytes
                    }
                    Length::Except(left) => {
                        let len = self.cursor.remaining().checked_sub(left as usize);
                        match len {
                            Some(len) => self.cursor.bytes(len)?,
                            None => self.cursor.bytes(left as usize)?,
                        }
                    }
                    Length::Count(count) => {
                        let count = self.eval(count)?;
                        let count = self.cursor.check_count(count, 1)?;
                        self.cursor.bytes(count)?
                    }
                    Length::First(step) => {
                        let kept = self.kept_of(step);
                        let first = match kept.count {
                            0 => self.cursor.remaining() as u64,
                            _ => self.offsets.get(kept.first).copied().unwrap_or(0),
                        };
                        // What is too far is found where the entry is gone to.
                        let first = usize::try_from(first).unwrap_or(usize::MAX);
                        self.cursor.bytes(first.min(self.cursor.remaining()))?
                    }
                };
                let span = start..self.cursor.position();
                if let Some(table) = step.and_then(|(_, step)| step.holds) {
                    self.notes.entry(table, id, span.clone());
                }
                self.sink.value(at, shape, Leaf::Bytes(bytes), span)
            }
            Shape::Sized { size, value } => {
                let size = self.eval(size)?;
                let size = self.cursor.check_count(size, 1)?;
                let outer = self.cursor.end();
                self.frames.push(Frame::Window { outer });
                self.set_end(start + size)?;
                self.of_shape(value, at)
            }
            Shape::Padding { align, strict } => {
                let strict = self.eval(strict)? != 0;
                let align = usize::try_from(self.eval(align)?).unwrap_or(usize::MAX).max(1);
                let filler = crate::wire::padding(start - self.origin, align);
                let filler = if strict { filler } else { filler.min(self.cursor.remaining()) };
                let bytes = self.cursor.bytes(filler)?;
                self.sink.value(at, shape, Leaf::Bytes(bytes), start..self.cursor.position())
            }
            Shape::Named { .. } => self.named(shape, at),
            Shape::Choice { name, tag, cases, otherwise } => {
                let tag = self.eval(tag)?;
                let item_start = self.frame().map_or(start, |frame| frame.start);
                match self.executor.case(cases, tag) {
                    Some((case, true)) if let Some(item) = case.item => {
                        self.item(item, at, (Run::EMPTY, false))
                    }
                    Some((case, false)) if let Some(item) = case.item => {
                        let name = self.executor.name_of(item).to_owned();
                        Err(self.executor.closed(name, case.gate).or_at(item_start))
                    }
                    None if otherwise == Otherwise::Opaque => {
                        let bytes = self.cursor.take_rest();
                        let leaf = Leaf::Opaque(tag, bytes);
                        self.sink.value(at, shape, leaf, start..self.cursor.position())
                    }
                    _ => {
                        let message = format!("{tag}{UNKNOWN}{}", self.plan.name(name));
                        Err(Error::at(item_start, ErrorKind::Invalid(message)))
                    }
                }
            }
            Shape::Function { name, arguments } => {
                let arguments: Vec<u64> = arguments
                    .of(&self.plan.numbers)
                    .iter()
                    .map(|step| self.number_of(*step as u32))
                    .collect();
                let tables = self.around.tables;
                let call = Call { name: self.plan.name(name), arguments: &arguments, tables };
                let value = self.around.functions.read(call, &mut self.cursor);
                let value = value.map_err(|error| error.or_at(start))?;
                self.sink.value(at, shape, Leaf::Value(&value), start..self.cursor.position())
            }
            _ => self.of_shape(id, at),
        }
    }

    /// Reads a value that is no step of its own.
    fn of_shape(&mut self, id: ShapeId, at: At) -> Result<()> {
        let Some(shape) = self.plan.shapes.get(id.index()) else { return Ok(()) };
        match shape {
            Shape::Integer { .. } | Shape::Bool | Shape::Enum { .. } | Shape::Index { .. } => {
                let start = self.cursor.position();
                let number = self.executor.read_number(&mut self.cursor, shape)?;
                self.number(number, start, id);
                self.sink.value(at, shape, Leaf::Number(number), start..self.cursor.position())
            }
            Shape::Bits { .. } | Shape::Part { .. } | Shape::Computed { .. } => {
                Err(self.cursor.error(ErrorKind::Invalid("bits outside of an item".to_owned())))
            }
            _ => self.compound(id, shape, at, None),
        }
    }

    /// Notes an element that is a number.
    #[inline(always)]
    fn number(&mut self, number: u64, start: usize, shape: ShapeId) {
        let Some(Frame::Sequence(frame)) = self.frames.last_mut() else { return };
        if frame.keep {
            self.offsets.push(number);
        }
        if let Some((list, _)) = frame.list {
            self.notes.note(list, number);
        }
        if !frame.reject.is_empty() && frame.rejected.is_none() {
            let (reject, index) = (frame.reject, frame.index - 1);
            if let Some(value) = self.rejects(reject, shape, number)
                && let Some(Frame::Sequence(frame)) = self.frames.last_mut()
            {
                frame.rejected = Some((start, index, value));
            }
        }
    }

    /// Whether a step holds where the elements of another begin.
    fn is_starts(&self, step: &Step) -> bool {
        let Role::Derived(by) = step.role else { return false };
        matches!(self.plan.exprs.get(by.index()), Some(Expr::Starts(_)))
    }

    fn counted(&mut self, count: ExprId, element: ShapeId, keep: bool) -> Result<Left> {
        let wire = !matches!(self.plan.exprs.get(count.index()), Some(Expr::Number(_)));
        let count = self.eval(count)?;
        if wire {
            let smallest = match self.plan.shapes.get(element.index()) {
                Some(Shape::Integer { bits, .. }) if keep => usize::from(*bits / 8),
                _ => 1,
            };
            if self.executor.is_listed(element) {
                return Ok(Left::Count { count, wire: false });
            }
            self.cursor.check_count(count, smallest)?;
        }
        Ok(Left::Count { count, wire })
    }

    fn kept_of(&self, step: u32) -> Kept {
        let kept = self.kept.get(self.number_of(step) as usize).copied();
        kept.unwrap_or(Kept { first: 0, count: 0, at: 0, end: 0 })
    }

    fn sequence(
        &mut self,
        element: ShapeId,
        left: Left,
        start: usize,
        asked: Asked,
        at: At,
    ) -> Result<()> {
        let Asked { reject, keep, holds, reversed, .. } = asked;
        let list = asked.list.map(|list| (list, self.notes.count(list)));
        self.sink.begin(at, What::Sequence, start)?;
        self.frames.push(Frame::Sequence(SequenceFrame {
            element,
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

    fn element(&mut self) -> Result<()> {
        let position = self.cursor.position();
        let Some(Frame::Sequence(frame)) = self.frames.last() else { return Ok(()) };
        let (before, holds) = (frame.before, frame.holds);
        if let (Some(table), true) = (holds, before != usize::MAX) {
            self.notes.entry(table, frame.element, before..position);
        }
        let reached = match frame.left {
            Left::Reached(have, want) => Some((self.eval(have)?, self.eval(want)?)),
            _ => None,
        };
        let Some(Frame::Sequence(frame)) = self.frames.last_mut() else { return Ok(()) };
        let (element, index) = (frame.element, frame.index);
        let more = match frame.left {
            Left::Count { count, .. } => index < count,
            Left::End => {
                if frame.before == position && index > 0 {
                    let words = "an element without bytes, of which no end can be seen";
                    frame.index -= 1;
                    return Err(Error::invalid(words).or_at(position));
                }
                !self.cursor.is_empty()
            }
            Left::Offsets { count, .. } => index < count as u64,
            Left::Reached(..) => {
                let (have, want) = reached.unwrap_or_default();
                let stuck = before == position;
                if have > want || (stuck && have < want) {
                    frame.index = frame.index.saturating_sub(1);
                    let at = if before == usize::MAX { position } else { before };
                    let message = format!("{have} instead of the {want} announced");
                    return Err(Error::at(at, ErrorKind::Invalid(message)));
                }
                have < want
            }
        };
        frame.before = position;
        if !more {
            return self.end_sequence();
        }
        frame.index += 1;
        if let Left::Offsets { kept, count, base, outer, at, width } = frame.left {
            self.go_to(index as usize, (kept, count), (base, outer), at + index as usize * width)?;
        }
        let frame = match self.frames.last() {
            Some(Frame::Sequence(frame)) => frame,
            _ => return Ok(()),
        };
        let at = frame.reversed.map_or(index, |count| count - 1 - index);
        if self.notes.pass
            && holds.is_some()
            && let Some(&Shape::Sized { size, .. }) = self.plan.shapes.get(element.index())
        {
            let size = self.eval(size)?;
            let size = self.cursor.check_count(size, 1)?;
            return self.cursor.bytes(size).map(|_| ());
        }
        self.of_shape(element, At::Element(at))
    }

    /// Puts the cursor over an entry that is found by its offset.
    fn go_to(
        &mut self,
        index: usize,
        (kept, count): (usize, usize),
        (base, outer): (usize, usize),
        at: usize,
    ) -> Result<()> {
        let size = (outer - base) as u64;
        let offset = |index: usize| self.offsets.get(kept + index).copied();
        let start = offset(index).unwrap_or(u64::MAX);
        let end = if index + 1 == count { Some(size) } else { offset(index + 1) };
        match end {
            Some(end) if start <= end && end <= size => {
                let (start, end) = (base + start as usize, base + end as usize);
                self.cursor = Cursor::over(self.input, start, end)?;
                Ok(())
            }
            _ => {
                let message = format!(
                    "entry {index} starts at {start}, which is after the next entry or past the \
                     {size} bytes of the table"
                );
                Err(Error::at(at, ErrorKind::Invalid(message)))
            }
        }
    }

    fn end_sequence(&mut self) -> Result<()> {
        let Some(Frame::Sequence(frame)) = self.frames.pop() else { return Ok(()) };
        let mut end = self.cursor.position();
        match frame.left {
            Left::Count { count, wire: true } => {
                let count = usize::try_from(count).unwrap_or(usize::MAX);
                check_extent(count, end - frame.start).map_err(|error| error.or_at(frame.start))?;
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
        if let (Some((list, kept)), Some(_)) = (frame.list, frame.reversed) {
            self.notes.turn(list, kept);
        }
        if !frame.keep {
            self.tell(frame.index);
        }
        if frame.keep
            && let Some(kept) = self.kept.last_mut()
        {
            kept.count = self.offsets.len() - kept.first;
            kept.end = end;
        }
        self.sink.end(end)
    }

    fn number_of(&self, step: u32) -> u64 {
        let slots = self.scope().map_or(0, |frame| frame.slots);
        self.slots.get(slots + step as usize).map_or(0, |slot| slot.number)
    }

    pub(super) fn eval(&self, id: ExprId) -> Result<u64> {
        let slots = self.scope().map_or(0, |frame| frame.slots);
        self.eval_at(id, slots)
    }

    fn eval_at(&self, id: ExprId, slots: usize) -> Result<u64> {
        let slot = |step: u32| self.slots.get(slots + step as usize).copied().unwrap_or_default();
        let Some(expr) = self.plan.exprs.get(id.index()) else { return Ok(0) };
        if let Some(found) = combined(*expr, |id| self.eval_at(id, slots)) {
            return found.map_err(|error| error.or_at(self.scope().map_or(0, |frame| frame.start)));
        }
        Ok(match *expr {
            Expr::Field(step) => slot(step).number,
            Expr::Present(step) => slot(step).present.into(),
            Expr::Open(gate) => self.executor.open(gate).into(),
            Expr::Elements(step) => slot(step).number,
            Expr::Around(item, step) => {
                let mut frames = self.frames.iter().rev();
                let found = frames.find_map(|frame| match frame {
                    Frame::Item(frame) if frame.item == item => Some(frame.slots),
                    _ => None,
                });
                let Some(slots) = found else {
                    let name = self.executor.name_of(item);
                    return Err(Error::invalid(format!("there is no {name} around this")));
                };
                self.slots.get(slots + step as usize).map_or(0, |slot| slot.number)
            }
            Expr::Index => self.index(),
            Expr::Count(list) => self.notes.count(list) as u64,
            Expr::Listed(list, at) => {
                let at = self.eval_at(at, slots)?;
                self.notes.listed(list, at).ok_or_else(|| self.not_listed(list, at))?
            }
            Expr::Find(list, number) => self.notes.find(list, self.eval_at(number, slots)?),
            _ => 0,
        })
    }

    /// The position of the element at hand.
    fn index(&self) -> u64 {
        let mut frames = self.frames.iter().rev();
        let found = frames.find_map(|frame| match frame {
            Frame::Sequence(frame) => {
                let index = frame.index.saturating_sub(1);
                Some(frame.reversed.map_or(index, |count| count - 1 - index))
            }
            _ => None,
        });
        found.unwrap_or(0)
    }

    #[cold]
    fn not_listed(&self, list: u32, at: u64) -> Error {
        let count = self.notes.count(list);
        let (item, name) = match self.plan.lists.get(list as usize) {
            Some((item, step)) => {
                let step = self.plan.steps_of(*item).get(*step as usize);
                let name = step.map_or("?", |step| self.plan.name(step.name));
                (self.executor.name_of(*item), name)
            }
            None => ("?", "?"),
        };
        let message = format!("{at} is past the {count} of {item}.{name}");
        Error::at(self.cursor.position(), ErrorKind::Invalid(message))
    }

    /// Adds what is open to the path of an error.
    #[cold]
    fn locate(&self, error: Error) -> Error {
        let mut error = error.or_at(self.cursor.position());
        for frame in self.frames.iter().rev() {
            match frame {
                Frame::Item(frame) => {
                    let step = (frame.next - frame.first).checked_sub(1);
                    let step = step.map(|step| step as usize);
                    error = self.executor.within(error, frame.item, step);
                }
                Frame::Sequence(frame) => {
                    error = error.within(Segment::Index(frame.index.saturating_sub(1)));
                }
                Frame::Window { .. } => {}
            }
        }
        error
    }
}

impl Executor<'_> {
    /// Whether the size of an element stands in a list, which bounds how many elements there are.
    pub(super) fn is_listed(&self, element: ShapeId) -> bool {
        let Some(Shape::Sized { size, .. }) = self.plan.shapes.get(element.index()) else {
            return false;
        };
        matches!(self.plan.exprs.get(size.index()), Some(Expr::Listed(..)))
    }

    /// A number as the value that it is of a shape.
    pub(super) fn signed(&self, shape: ShapeId, number: u64) -> i128 {
        match self.plan.shapes.get(shape.index()) {
            Some(Shape::Integer { sign: bytespec_plan::Sign::Unsigned, .. }) => number.into(),
            Some(Shape::Integer { .. }) => number.cast_signed().into(),
            Some(Shape::Part { value, .. }) => self.signed(*value, number),
            _ => number.into(),
        }
    }
}
