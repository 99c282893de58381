//! Writing: from a value to bytes. What is derived is computed, and what the clocks do not have is refused.

use super::expression::combined;
use super::nesting::Nesting;
use super::notes::Notes;
use super::{Call, Executor, Surroundings, Value};
use crate::error::{Error, Result, Segment};
use crate::values::unwritable;
use crate::wire::{Writer, check_extent, pack};
use bytespec_plan::{
    Absent, Expr, ExprId, ItemId, Kind, Layout, Length, Place, Plan, Role, Run, Shape, ShapeId,
    Step, Until,
};

/// The most bytes of filler: that of the largest alignment that sections have.
const MAX_FILLER: usize = 1 << 32;

/// How deep expressions of derived steps may refer to each other.
const MAX_DERIVED: u32 = 8;

#[derive(Debug)]
enum Frame<'v> {
    Item(ItemFrame<'v>),
    Sequence(SequenceFrame<'v>),
    /// A step is written ahead, because its size or where its elements begin stands before it.
    Ahead {
        writer: Writer,
        place: usize,
        /// How much was noted before: what is written ahead is noted in its turn.
        noted: Vec<usize>,
        starts: Vec<u64>,
    },
    /// Bytes of which another place says how many there are.
    Window {
        start: usize,
        size: u64,
    },
}

#[derive(Debug)]
struct ItemFrame<'v> {
    item: ItemId,
    values: Values<'v>,
    next: usize,
    /// Parts behind the integer that they were written with.
    parts: usize,
    /// What steps that take no bytes were computed to be, by their places.
    computed: Vec<(usize, u64)>,
    ahead: Vec<Ahead>,
    reject: Run,
}

/// A step that is written already.
#[derive(Debug)]
struct Ahead {
    place: usize,
    bytes: Vec<u8>,
    starts: Vec<u64>,
    /// What was noted while it was written.
    noted: Vec<Vec<u64>>,
}

/// What the steps of an item hold.
#[derive(Clone, Copy, Debug)]
enum Values<'v> {
    /// A value for each step.
    Each(&'v [Value]),
    /// The value of the visible step, at this place.
    Only(&'v Value, usize),
    /// No step holds anything.
    None,
}

impl<'v> Values<'v> {
    fn get(self, place: usize) -> &'v Value {
        match self {
            Values::Each(values) => values.get(place).unwrap_or(&Value::Absent),
            Values::Only(value, only) if only == place => value,
            _ => &Value::Absent,
        }
    }
}

#[derive(Debug)]
struct SequenceFrame<'v> {
    element: ShapeId,
    values: &'v [Value],
    index: usize,
    start: usize,
    reject: Run,
    /// Its elements are as many as bytes say.
    counted: bool,
    /// Where elements begin is asked for.
    starts: bool,
    /// The last element stands first.
    reversed: bool,
    until: Option<(ExprId, ExprId)>,
    list: Option<u32>,
}

struct Writing<'r, 'p, 'v> {
    executor: &'r Executor<'p>,
    plan: &'p Plan,
    around: Surroundings<'r>,
    writer: Writer,
    origin: usize,
    pad: u8,
    frames: Vec<Frame<'v>>,
    starts: Vec<u64>,
    nesting: Nesting,
    notes: &'r mut Notes,
}

impl Executor<'_> {
    /// Writes an item; filler is `pad`, and is counted from where the writer is.
    ///
    /// # Errors
    /// A value that is not as the plan says, or that the clocks do not have, with the steps that led there.
    pub fn write(
        &self,
        item: ItemId,
        value: &Value,
        pad: u8,
        around: Surroundings<'_>,
        writer: &mut Writer,
    ) -> Result<()> {
        self.write_noting(item, value, pad, around, &mut Notes::default(), writer)
    }

    /// Writes an item, and notes what is for other sections.
    pub(super) fn write_noting(
        &self,
        item: ItemId,
        value: &Value,
        pad: u8,
        around: Surroundings<'_>,
        notes: &mut Notes,
        writer: &mut Writer,
    ) -> Result<()> {
        let origin = writer.len();
        let mut run = Writing {
            executor: self,
            plan: self.plan,
            around,
            writer: std::mem::take(writer),
            origin,
            pad,
            frames: Vec::new(),
            starts: Vec::new(),
            nesting: Nesting::default(),
            notes,
        };
        let written = run.item(item, value, Run::EMPTY).and_then(|()| run.run());
        let written = written.map_err(|error| run.locate(error));
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
                    if next >= self.plan.steps_of(item).len() {
                        self.end_item();
                    } else if frame.parts > 0 {
                        frame.parts -= 1;
                        frame.next += 1;
                    } else {
                        frame.next += 1;
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
                    if let (Some(list), Some(number)) = (frame.list, value.number()) {
                        self.notes.note(list, number);
                    }
                    let (element, reject) = (frame.element, frame.reject);
                    frame.index += 1;
                    if frame.starts {
                        let at = self.writer.len() - frame.start;
                        self.starts.push(at as u64);
                    }
                    self.value(element, value, reject)?;
                }
                Some(Frame::Ahead { .. }) => self.end_ahead(),
                Some(&mut Frame::Window { start, size }) => {
                    self.frames.pop();
                    let found = self.writer.len() - start;
                    if found as u64 != size {
                        let message = format!("{found} bytes, but {size} are announced");
                        return Err(Error::invalid(message));
                    }
                }
            }
        }
    }

    fn end_item(&mut self) {
        if let Some(Frame::Item(frame)) = self.frames.pop()
            && let Some(item) = self.plan.items.get(frame.item.index())
        {
            self.nesting.leave(item.kind);
        }
    }

    fn end_sequence(&mut self) -> Result<()> {
        let Some(Frame::Sequence(frame)) = self.frames.pop() else { return Ok(()) };
        if frame.counted {
            check_extent(frame.values.len(), self.writer.len() - frame.start)?;
        }
        if let Some((have, want)) = frame.until {
            let (have, want) = (self.eval(have)?, self.eval(want)?);
            if have != want {
                let message = format!("{have} instead of the {want} announced");
                return Err(Error::invalid(message));
            }
        }
        if let (Some(list), true) = (frame.list, frame.reversed) {
            let kept = self.notes.count(list) - frame.values.len();
            self.notes.turn(list, kept);
        }
        Ok(())
    }

    /// Keeps what was written ahead, and goes on with the step that asked for it.
    fn end_ahead(&mut self) {
        let Some(Frame::Ahead { writer, place, noted, starts: around }) = self.frames.pop() else {
            return;
        };
        let noted = self.notes.split(&noted);
        let bytes = std::mem::replace(&mut self.writer, writer).into_bytes();
        let starts = std::mem::replace(&mut self.starts, around);
        if let Some(Frame::Item(frame)) = self.frames.last_mut() {
            frame.ahead.push(Ahead { place, bytes, starts, noted });
            frame.next -= 1;
        }
    }

    fn item(&mut self, id: ItemId, value: &'v Value, reject: Run) -> Result<()> {
        let Some(item) = self.plan.items.get(id.index()) else {
            return Err(Error::invalid("no such item"));
        };
        if item.kind != Kind::Section && !self.executor.open(item.gate) {
            return Err(self.executor.closed(self.plan.name(item.name).to_owned(), item.gate));
        }
        let steps = self.plan.steps_of(id);
        let values = match value {
            Value::Item(found, values) if *found == id && !item.kind.is_transparent() => {
                Values::Each(values)
            }
            value if item.kind.is_transparent() => {
                let visible = steps.iter().position(|step| step.role == Role::Visible);
                visible.map_or(Values::None, |place| Values::Only(value, place))
            }
            _ => {
                let name = self.plan.name(item.name);
                return Err(Error::invalid(format!("a value of {name} is missing")));
            }
        };
        self.nesting.enter(item.kind).map_err(Error::new)?;
        let (next, parts, ahead) = (0, 0, Vec::new());
        self.frames.push(Frame::Item(ItemFrame {
            item: id,
            values,
            next,
            parts,
            computed: Vec::new(),
            ahead,
            reject,
        }));
        Ok(())
    }

    /// The item whose step is written, be it ahead or in its turn.
    fn frame(&self) -> Option<&ItemFrame<'v>> {
        let mut frames = self.frames.iter().rev();
        frames.find_map(|frame| match frame {
            Frame::Item(frame) => Some(frame),
            _ => None,
        })
    }

    /// Whether a step holds bytes as they are, whose number is known before they are written.
    fn is_bytes(&self, place: u32) -> bool {
        matches!(self.step_at(place as usize), Some((_, Value::Bytes(_), _)))
    }

    fn step_at(&self, place: usize) -> Option<(&'_ Step, &'v Value, bool)> {
        let frame = self.frame()?;
        let item = self.plan.items.get(frame.item.index())?;
        let index = item.steps.start as usize + place;
        let step = self.plan.steps.get(index)?;
        Some((step, frame.values.get(place), self.executor.open(step.gate)))
    }

    fn name_of(&self, step: &Step) -> String {
        let item = self.frame().map_or("?", |frame| self.executor.name_of(frame.item));
        format!("{item}.{}", self.plan.name(step.name))
    }

    /// Refuses a value where the step is not on the wire, unless it is what is read there.
    fn refuse(&self, step: &Step, value: &Value, open: bool) -> Result<()> {
        if *value == Value::Absent || step.role != Role::Visible {
            return Ok(());
        }
        let frame = self.frame();
        let other = |place: u32| frame.map(|frame| frame.values.get(place as usize));
        let default = self.executor.default_value(step.absent, step.shape, other);
        let same = match (step.absent, value) {
            (Absent::EmptyCase(item), Value::Item(found, values)) => {
                *found == item
                    && values.iter().all(|value| {
                        matches!(value, Value::List(l) if l.is_empty()) || *value == Value::Absent
                    })
            }
            (Absent::Zeros(_), Value::List(list)) => list.iter().all(|one| one.number() == Some(0)),
            _ => *value == default,
        };
        if same {
            return Ok(());
        }
        if open {
            return Err(Error::invalid(format!(
                "`{}` is there, but what tells of it says that it is not",
                self.name_of(step)
            )));
        }
        // A result that the version lacks is lost where nothing uses it, which is for others to say.
        Err(self.executor.closed(self.name_of(step), step.gate))
    }

    fn step(&mut self, place: usize) -> Result<()> {
        let Some((&step, value, open)) = self.step_at(place) else { return Ok(()) };
        let there = open
            && match step.when {
                Some(when) => self.eval(when)? != 0,
                None => true,
            };
        let Some(&shape) = self.plan.shapes.get(step.shape.index()) else { return Ok(()) };
        if let Shape::Bits { number, parts } = shape {
            return self.bits(place, number, parts as usize, there);
        }
        if let Some(list) = step.list
            && !matches!(shape, Shape::Sequence { .. } | Shape::Bits { .. })
        {
            self.note(list, place, &step, there)?;
        }
        if !there {
            return self.refuse(&step, value, open);
        }
        if let Shape::Computed { value, .. } = shape {
            if let Role::Derived(_) = step.role {
                let number = self.eval(value)?;
                if let Some(Frame::Item(frame)) = self.frames.last_mut() {
                    frame.computed.push((place, number));
                }
            }
            return Ok(());
        }
        if let Some(at) = self.ahead(place) {
            let ahead = match self.frames.last_mut() {
                Some(Frame::Item(frame)) => frame.ahead.swap_remove(at),
                _ => return Ok(()),
            };
            self.writer.bytes(&ahead.bytes);
            self.notes.append(&ahead.noted);
            return Ok(());
        }
        let by = match step.role {
            Role::Visible => {
                if *value == Value::Absent && self.takes_value(step.shape) {
                    return Err(Error::invalid(format!("`{}` is missing", self.name_of(&step))));
                }
                self.checked(&step, value)?;
                return self.stepped(&step, value);
            }
            Role::Derived(by) | Role::Checked(by) => by,
            Role::Whole => return Ok(()),
        };
        match (shape, self.plan.exprs.get(by.index())) {
            (Shape::Padding { align, strict }, _) => self.filler(value, align, strict),
            (_, Some(&Expr::Bytes(told))) if !self.is_ahead(told) && !self.is_bytes(told) => {
                self.look_ahead(told)
            }
            (_, Some(&Expr::Starts(told) | &Expr::Sizes(told))) if !self.is_ahead(told) => {
                self.look_ahead(told)
            }
            (Shape::Sequence { element, reversed, .. }, Some(&Expr::Sizes(told))) => {
                self.write_sizes(element, reversed, told as usize, step.list)
            }
            (Shape::Sequence { element, .. }, Some(&Expr::Starts(told))) => {
                self.write_starts(element, place, told as usize)
            }
            _ => {
                let number = self.eval(by)?;
                self.executor.write_number(&mut self.writer, &shape, number)
            }
        }
    }

    /// Notes what a step is.
    fn note(&mut self, list: u32, place: usize, step: &Step, there: bool) -> Result<()> {
        let number = match (there, step.absent) {
            (false, Absent::Nothing) => Plan::NOWHERE,
            _ => self.number_of(place as u32, 0)?,
        };
        self.notes.note(list, number);
        Ok(())
    }

    /// Writes a visible step.
    fn stepped(&mut self, step: &Step, value: &'v Value) -> Result<()> {
        self.value(step.shape, value, step.reject)?;
        if let (Some(list), Some(Frame::Sequence(frame))) = (step.list, self.frames.last_mut()) {
            frame.list = Some(list);
        }
        Ok(())
    }

    /// Writes the number of bytes of each element of a step.
    fn write_sizes(
        &mut self,
        element: ShapeId,
        reversed: bool,
        told: usize,
        list: Option<u32>,
    ) -> Result<()> {
        let mut sizes: Vec<u64> = Vec::new();
        if let (Some(at), Some(frame)) = (self.ahead(told), self.frame()) {
            let ahead = &frame.ahead[at];
            let ends = ahead.starts.iter().skip(1).copied().chain([ahead.bytes.len() as u64]);
            sizes.extend(ahead.starts.iter().zip(ends).map(|(start, end)| end - start));
        }
        if let Some(list) = list {
            sizes.iter().for_each(|size| self.notes.note(list, *size));
        }
        if reversed {
            sizes.reverse();
        }
        let Some(&shape) = self.plan.shapes.get(element.index()) else { return Ok(()) };
        for size in sizes {
            self.executor.write_number(&mut self.writer, &shape, size)?;
        }
        Ok(())
    }

    /// Filler as it was read, or what the format fills with.
    fn filler(&mut self, value: &Value, align: ExprId, strict: ExprId) -> Result<()> {
        let align = usize::try_from(self.eval(align)?).unwrap_or(usize::MAX).max(1);
        let needed = crate::wire::padding(self.writer.len() - self.origin, align);
        if needed > MAX_FILLER {
            return Err(Error::invalid(format!("{needed} bytes of filler are too many")));
        }
        match value {
            Value::Bytes(bytes) if bytes.len() == needed || self.eval(strict)? == 0 => {
                self.writer.bytes(bytes);
            }
            _ => (0..needed).for_each(|_| self.writer.u8(self.pad)),
        }
        Ok(())
    }

    /// Writes where elements begin, counted from the end of these numbers.
    fn write_starts(&mut self, element: ShapeId, place: usize, told: usize) -> Result<()> {
        let between: usize = (place + 1..told)
            .map(|place| match self.step_at(place) {
                Some((_, Value::Bytes(bytes), true)) => bytes.len(),
                _ => 0,
            })
            .sum();
        let found = self.ahead(told);
        let Some(Frame::Item(frame)) = self.frames.last() else { return Ok(()) };
        let starts = found.map(|at| frame.ahead[at].starts.clone()).unwrap_or_default();
        let Some(&shape) = self.plan.shapes.get(element.index()) else { return Ok(()) };
        for start in starts {
            self.executor.write_number(&mut self.writer, &shape, start + between as u64)?;
        }
        Ok(())
    }

    fn ahead(&self, place: usize) -> Option<usize> {
        self.frame()?.ahead.iter().position(|ahead| ahead.place == place)
    }

    fn is_ahead(&self, place: u32) -> bool {
        self.ahead(place as usize).is_some()
    }

    /// Writes a step before its turn.
    fn look_ahead(&mut self, place: u32) -> Result<()> {
        let place = place as usize;
        let Some((&step, value, _)) = self.step_at(place) else { return Ok(()) };
        let Some(&shape) = self.plan.shapes.get(step.shape.index()) else { return Ok(()) };
        let writer = std::mem::take(&mut self.writer);
        let (noted, starts) = (self.notes.lengths(), std::mem::take(&mut self.starts));
        self.frames.push(Frame::Ahead { writer, place, noted, starts });
        match (shape, value) {
            (Shape::Offsets { element, .. }, Value::List(values)) => {
                self.sequence(element, values, step.reject, false, true);
                Ok(())
            }
            _ => {
                self.stepped(&step, value)?;
                if let Some(Frame::Sequence(frame)) = self.frames.last_mut() {
                    frame.starts = true;
                }
                Ok(())
            }
        }
    }

    /// Whether a shape needs a value at all.
    fn takes_value(&self, shape: ShapeId) -> bool {
        match self.plan.shapes.get(shape.index()) {
            Some(Shape::Sequence { .. } | Shape::Offsets { .. } | Shape::Bytes(_)) => false,
            Some(Shape::Item(item)) => {
                let transparent = self.plan.items.get(item.index());
                !transparent.is_some_and(|item| item.kind.is_transparent())
            }
            _ => true,
        }
    }

    /// An integer and the bits of its parts.
    fn bits(&mut self, place: usize, number: ShapeId, parts: usize, there: bool) -> Result<()> {
        if let Some(Frame::Item(frame)) = self.frames.last_mut() {
            frame.parts = parts;
        }
        let mut whole = 0u64;
        let mut packed: Vec<(u32, u64)> = Vec::new();
        for part in place + 1..=place + parts {
            let Some((&step, value, open)) = self.step_at(part) else { continue };
            let Some(&Shape::Part { place, width, value: shape }) =
                self.plan.shapes.get(step.shape.index())
            else {
                continue;
            };
            let open = open && there;
            let told = match (open, step.when) {
                (true, Some(when)) => self.eval(when)? != 0,
                (open, None) => open,
                (false, Some(_)) => false,
            };
            if let Some(list) = step.list {
                self.note(list, part, &step, told)?;
            }
            if !told {
                self.refuse(&step, value, open)?;
                continue;
            }
            let number = match step.role {
                Role::Derived(by) | Role::Checked(by) => self.eval(by)?,
                _ => {
                    self.checked(&step, value)?;
                    let number = value.number().ok_or_else(|| {
                        Error::invalid(format!("`{}` is missing", self.name_of(&step)))
                    })?;
                    self.rejected(step.reject, shape, number)?;
                    if let Some(shape) = self.plan.shapes.get(shape.index()) {
                        self.executor.take_number(shape, number)?;
                    }
                    number
                }
            };
            let width = width.map_or(64, u32::from);
            match place {
                Place::Bit(bit) if width == 1 => whole |= (number & 1) << bit,
                Place::Bit(bit) => whole |= number << bit,
                Place::Next => packed.push((width, number)),
            }
        }
        if !packed.is_empty() {
            let below = match self.fixed_bits(place, parts) {
                0 => None,
                bits => Some((bits, whole)),
            };
            let mut all = 0u64;
            for (width, number) in packed.into_iter().rev() {
                all = if width >= 64 { number } else { pack(all, width, number)? };
            }
            whole = match below {
                Some((bits, low)) => pack(all, bits, low)?,
                None => all,
            };
        }
        if !there {
            return Ok(());
        }
        let Some(&shape) = self.plan.shapes.get(number.index()) else { return Ok(()) };
        self.executor.write_number(&mut self.writer, &shape, whole)
    }

    /// How many of the lowest bits parts have at places of their own.
    fn fixed_bits(&self, place: usize, parts: usize) -> u32 {
        let parts = (place + 1..=place + parts).filter_map(|part| self.step_at(part));
        let ends =
            parts.filter_map(|(step, _, _)| match self.plan.shapes.get(step.shape.index()) {
                Some(Shape::Part { place: Place::Bit(bit), width, .. }) => {
                    Some(u32::from(*bit) + width.map_or(0, u32::from))
                }
                _ => None,
            });
        ends.max().unwrap_or(0)
    }

    /// What a step asks of its value.
    fn checked(&self, step: &Step, value: &Value) -> Result<()> {
        if step.nonempty
            && let Value::Index { table, index } = value
        {
            let table = self.plan.tables.get(*table as usize).map(|name| self.plan.name(*name));
            if self.around.tables.bytes(table.unwrap_or("?"), *index)?.is_empty() {
                return Err(Error::invalid("the string must not be empty"));
            }
        }
        Ok(())
    }

    fn rejected(&self, reject: Run, shape: ShapeId, number: u64) -> Result<()> {
        let value = self.executor.signed(shape, number);
        match reject.of(&self.plan.numbers).contains(&value) {
            true => Err(unwritable(value)),
            false => Ok(()),
        }
    }

    fn value(&mut self, id: ShapeId, value: &'v Value, reject: Run) -> Result<()> {
        let Some(&shape) = self.plan.shapes.get(id.index()) else { return Ok(()) };
        let reject = match self.frame() {
            Some(frame) if reject.is_empty() => frame.reject,
            _ => reject,
        };
        let wrong = || Error::invalid(format!("a value of another kind is needed than {value:?}"));
        match (shape, value) {
            (
                Shape::Integer { .. } | Shape::Bool | Shape::Enum { .. } | Shape::Index { .. },
                value,
            ) => {
                let number = value.number().ok_or_else(wrong)?;
                self.rejected(reject, id, number)?;
                self.executor.write_number(&mut self.writer, &shape, number)
            }
            (Shape::Item(item), value) => self.item(item, value, reject),
            (Shape::Sequence { element, until, reversed }, Value::List(values)) => {
                let mut counted = false;
                if let Until::Count(count) = until {
                    counted = !matches!(self.plan.exprs.get(count.index()), Some(Expr::Number(_)))
                        && !self.executor.is_listed(element);
                    let count = self.eval(count)?;
                    if values.len() as u64 != count {
                        return Err(Error::invalid(format!(
                            "there are {} elements, but {count} are announced",
                            values.len()
                        )));
                    }
                }
                self.sequence(element, values, reject, counted, false);
                if let Some(Frame::Sequence(frame)) = self.frames.last_mut() {
                    frame.reversed = reversed;
                    if let Until::Reached(have, want) = until {
                        frame.until = Some((have, want));
                    }
                }
                Ok(())
            }
            (Shape::Bytes(length), Value::Bytes(bytes)) => {
                if let Length::Count(count) = length {
                    let count = self.eval(count)?;
                    if bytes.len() as u64 != count {
                        let found = bytes.len();
                        return Err(Error::invalid(format!("expected {count} bytes, not {found}")));
                    }
                }
                self.writer.bytes(bytes);
                if let Length::Marker(marker) = length {
                    if bytes.contains(&marker) {
                        let message = format!("the bytes hold {marker:#04x}, which ends them");
                        return Err(Error::invalid(message));
                    }
                    self.writer.u8(marker);
                }
                Ok(())
            }
            // What is not given is empty, where it may be.
            (Shape::Bytes(_), Value::Absent) => Ok(()),
            (Shape::Sequence { .. } | Shape::Offsets { .. }, Value::Absent) => Ok(()),
            (Shape::Sized { value: inner, size }, value) => {
                // A size that is derived from the bytes is right.
                if let Some(Expr::Listed(list, at)) = self.plan.exprs.get(size.index())
                    && let at = self.eval(*at)?
                    && let Some(size) = self.notes.listed(*list, at)
                {
                    self.frames.push(Frame::Window { start: self.writer.len(), size });
                }
                self.value(inner, value, reject)
            }
            (Shape::Named { .. }, Value::Opaque(_, bytes)) => {
                self.writer.bytes(bytes);
                Ok(())
            }
            (Shape::Named { dialect, texts, among, .. }, value) => {
                self.named(dialect, texts, among, value)
            }
            (Shape::Choice { cases, .. }, Value::Item(item, _)) => {
                let mut cases = cases.of(&self.plan.cases).iter();
                let Some(case) = cases.find(|case| case.item == Some(*item)) else {
                    return Err(wrong());
                };
                if !self.executor.open(case.gate) {
                    let name = self.executor.name_of(*item).to_owned();
                    return Err(self.executor.closed(name, case.gate));
                }
                self.item(*item, value, Run::EMPTY)
            }
            (Shape::Choice { .. }, Value::Opaque(_, bytes)) => {
                self.writer.bytes(bytes);
                Ok(())
            }
            (Shape::Function { name, arguments }, value) => {
                let mut numbers = Vec::new();
                for step in arguments.of(&self.plan.numbers) {
                    numbers.push(self.number_of(*step as u32, 0)?);
                }
                let call = Call {
                    name: self.plan.name(name),
                    arguments: &numbers,
                    tables: self.around.tables,
                };
                self.around.functions.write(call, value, &mut self.writer)
            }
            _ => Err(wrong()),
        }
    }

    fn sequence(
        &mut self,
        element: ShapeId,
        values: &'v [Value],
        reject: Run,
        counted: bool,
        starts: bool,
    ) {
        let start = self.writer.len();
        let index = 0;
        let (reversed, until, list) = (false, None, None);
        let frame = SequenceFrame {
            element,
            values,
            index,
            start,
            reject,
            counted,
            starts,
            reversed,
            until,
            list,
        };
        self.frames.push(Frame::Sequence(frame));
    }

    /// The number that a step holds, or that it is given.
    fn number_of(&self, step: u32, depth: u32) -> Result<u64> {
        let Some((step, value, open)) = self.step_at(step as usize) else { return Ok(0) };
        if open && let Role::Derived(by) | Role::Checked(by) = step.role {
            return self.eval_at(by, depth + 1);
        }
        let default = match step.absent {
            Absent::Number(number) => number as u64,
            _ => 0,
        };
        Ok(value.number().unwrap_or(default))
    }

    fn eval(&self, id: ExprId) -> Result<u64> {
        self.eval_at(id, 0)
    }

    fn eval_at(&self, id: ExprId, depth: u32) -> Result<u64> {
        if depth > MAX_DERIVED {
            return Err(Error::invalid("steps of the plan are derived from each other"));
        }
        let value =
            |step: u32| self.frame().map_or(&Value::Absent, |f| f.values.get(step as usize));
        let Some(expr) = self.plan.exprs.get(id.index()) else { return Ok(0) };
        if let Some(found) = combined(*expr, |id| self.eval_at(id, depth)) {
            return found;
        }
        Ok(match *expr {
            Expr::Field(step) => self.number_of(step, depth)?,
            Expr::Present(step) => u64::from(*value(step) != Value::Absent),
            Expr::Elements(step) => match value(step) {
                Value::List(elements) => elements.len() as u64,
                _ => 0,
            },
            Expr::Bytes(step) => match (self.ahead(step as usize), value(step)) {
                (Some(at), _) => self.frame().map_or(0, |frame| frame.ahead[at].bytes.len() as u64),
                (None, Value::Bytes(bytes)) => bytes.len() as u64,
                _ => 0,
            },
            Expr::Around(item, step) => {
                let mut frames = self.frames.iter().rev();
                let found = frames.find_map(|frame| match frame {
                    Frame::Item(frame) if frame.item == item => {
                        let place = step as usize;
                        let computed = frame.computed.iter().find(|known| known.0 == place);
                        computed.map(|known| known.1).or(frame.values.get(place).number())
                    }
                    _ => None,
                });
                found.unwrap_or(0)
            }
            Expr::Index => self.index(),
            Expr::Count(list) => self.notes.count(list) as u64,
            Expr::Listed(list, at) => {
                let at = self.eval_at(at, depth)?;
                let listed = self.notes.listed(list, at);
                listed
                    .ok_or_else(|| Error::invalid(format!("there is no number {at} in a list")))?
            }
            Expr::Find(list, number) => self.notes.find(list, self.eval_at(number, depth)?),
            Expr::Tag(step) => self.tag(step, value(step))?,
            Expr::Open(gate) => self.executor.open(gate).into(),
            _ => 0,
        })
    }

    /// The position of the element at hand.
    fn index(&self) -> u64 {
        let mut frames = self.frames.iter().rev();
        let found = frames.find_map(|frame| match frame {
            Frame::Sequence(frame) => {
                let index = frame.index.saturating_sub(1);
                Some(if frame.reversed { frame.values.len() - 1 - index } else { index })
            }
            _ => None,
        });
        found.unwrap_or(0) as u64
    }

    /// Writes what a name stands for, with clocks as they are known, or else with the newest with which it can be written
    /// in as many bytes as are announced.
    fn named(&mut self, dialect: ExprId, texts: u32, among: Run, value: &Value) -> Result<()> {
        let Value::Item(item, _) = value else {
            return Err(Error::invalid(format!("a value of a name is needed, not {value:?}")));
        };
        let table = self.plan.tables.get(texts as usize).map_or("?", |name| self.plan.name(*name));
        let name = self.around.tables.bytes(table, self.eval(dialect)?)?;
        let name = String::from_utf8_lossy(name).into_owned();
        let of_name = |layout: &&Layout| self.plan.name(layout.dialect) == name;
        let kind = self.plan.items.get(item.index()).map(|item| item.kind);
        let union = among.of(&self.plan.layouts).iter().find(of_name).map(|layout| layout.item);
        let item = match (kind, union) {
            (Some(Kind::Variant), Some(union)) => union,
            _ => *item,
        };
        let executor = self.executor;
        let clock = executor.clock_of(&name);
        let others = clock.filter(|clock| executor.hands.get(*clock).copied().flatten().is_none());
        let others = others.map_or(&[][..], |clock| executor.at_ticks(clock));
        let announced = match self.frames.last() {
            Some(Frame::Window { size, .. }) => Some(*size),
            _ => None,
        };
        let mut first = None;
        for executor in [executor].into_iter().chain(others.iter().rev()) {
            let mut writer = Writer::new();
            match executor.write(item, value, self.pad, self.around, &mut writer) {
                Ok(()) if announced.is_none_or(|size| size == writer.len() as u64) => {
                    self.writer.bytes(writer.as_slice());
                    return Ok(());
                }
                Ok(()) => {}
                Err(error) => first = first.or(Some(error)),
            }
        }
        let message = "its bytes are not as many as are announced";
        Err(first.unwrap_or_else(|| Error::invalid(message)))
    }

    fn tag(&self, step: u32, value: &Value) -> Result<u64> {
        let shape = self
            .step_at(step as usize)
            .and_then(|(step, _, _)| self.plan.shapes.get(step.shape.index()));
        let Some(Shape::Choice { cases, name, .. }) = shape else { return Ok(0) };
        let item = match value {
            Value::Opaque(tag, _) => return Ok(*tag),
            Value::Item(item, _) => *item,
            _ => {
                let name = self.plan.name(*name);
                return Err(Error::invalid(format!("a value of {name} is missing")));
            }
        };
        let mut cases = cases.of(&self.plan.cases).iter();
        let case = cases.find(|case| case.item == Some(item));
        case.map(|case| case.tag).ok_or_else(|| {
            let name = self.plan.name(*name);
            Error::invalid(format!("`{}` is no {name}", self.executor.name_of(item)))
        })
    }

    /// Adds what is open to the path of an error.
    #[cold]
    fn locate(&self, mut error: Error) -> Error {
        for frame in self.frames.iter().rev() {
            match frame {
                Frame::Item(frame) => {
                    error = self.executor.within(error, frame.item, frame.next.checked_sub(1));
                }
                Frame::Sequence(frame) => {
                    error = error.within(Segment::Index(frame.index.saturating_sub(1) as u64));
                }
                Frame::Ahead { .. } | Frame::Window { .. } => {}
            }
        }
        error
    }
}
