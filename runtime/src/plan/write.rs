//! Writing: from a value to bytes. What is derived is computed, and what the clocks do not have is refused.

use super::read::MAX_REGION_DEPTH;
use super::{Call, Executor, Surroundings, Value};
use crate::error::{Error, ErrorKind, Result, Segment};
use crate::values::unwritable;
use crate::wire::{MAX_DEPTH, Writer, check_extent, pack};
use bytespec_plan::{
    Absent, Expr, ExprId, ItemId, Kind, Length, Place, Plan, Role, Run, Shape, ShapeId, Step, Until,
};

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
    },
}

#[derive(Debug)]
struct ItemFrame<'v> {
    item: ItemId,
    values: Values<'v>,
    next: usize,
    /// Parts behind the integer that they were written with.
    parts: usize,
    ahead: Vec<Ahead>,
    reject: Run,
    deep: bool,
}

/// A step that is written already.
#[derive(Debug)]
struct Ahead {
    place: usize,
    bytes: Vec<u8>,
    starts: Vec<u64>,
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
    depth: u32,
    regions: u32,
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
            depth: 0,
            regions: 0,
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
                    let Some(value) = frame.values.get(frame.index) else {
                        self.end_sequence()?;
                        continue;
                    };
                    let (element, reject) = (frame.element, frame.reject);
                    frame.index += 1;
                    if frame.starts {
                        let at = self.writer.len() - frame.start;
                        self.starts.push(at as u64);
                    }
                    self.value(element, value, reject)?;
                }
                Some(Frame::Ahead { .. }) => self.end_ahead(),
            }
        }
    }

    fn end_item(&mut self) {
        if let Some(Frame::Item(frame)) = self.frames.pop()
            && frame.deep
        {
            match self.plan.items.get(frame.item.index()).map(|item| item.kind) {
                Some(Kind::Region) => self.regions -= 1,
                _ => self.depth -= 1,
            }
        }
    }

    fn end_sequence(&mut self) -> Result<()> {
        if let Some(Frame::Sequence(frame)) = self.frames.pop()
            && frame.counted
        {
            check_extent(frame.values.len(), self.writer.len() - frame.start)?;
        }
        Ok(())
    }

    /// Keeps what was written ahead, and goes on with the step that asked for it.
    fn end_ahead(&mut self) {
        let Some(Frame::Ahead { writer, place }) = self.frames.pop() else { return };
        let bytes = std::mem::replace(&mut self.writer, writer).into_bytes();
        let starts = std::mem::take(&mut self.starts);
        if let Some(Frame::Item(frame)) = self.frames.last_mut() {
            frame.ahead.push(Ahead { place, bytes, starts });
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
        let deep = self.deeper(item.kind)?;
        let (next, parts, ahead) = (0, 0, Vec::new());
        self.frames.push(Frame::Item(ItemFrame {
            item: id,
            values,
            next,
            parts,
            ahead,
            reject,
            deep,
        }));
        Ok(())
    }

    fn deeper(&mut self, kind: Kind) -> Result<bool> {
        let (depth, limit, max) = match kind {
            Kind::Variant => (&mut self.depth, "nesting depth", MAX_DEPTH),
            Kind::Region => (&mut self.regions, "nesting of regions", MAX_REGION_DEPTH),
            _ => return Ok(false),
        };
        *depth += 1;
        if *depth > max {
            let (found, max) = (u64::from(*depth), u64::from(max));
            return Err(Error::new(ErrorKind::Limit { limit, found, max }));
        }
        Ok(true)
    }

    /// The item whose step is written, be it ahead or in its turn.
    fn frame(&self) -> Option<&ItemFrame<'v>> {
        let mut frames = self.frames.iter().rev();
        match frames.find(|frame| !matches!(frame, Frame::Ahead { .. })) {
            Some(Frame::Item(frame)) => Some(frame),
            _ => None,
        }
    }

    /// Whether a step holds bytes as they are, whose number is known before they are written.
    fn is_bytes(&self, place: u32) -> bool {
        matches!(self.step_at(place as usize), Some((_, Value::Bytes(_), _)))
    }

    fn step_at(&self, place: usize) -> Option<(&'_ Step, &'v Value, bool)> {
        let frame = self.frame()?;
        let item = self.plan.items.get(frame.item.index())?;
        let index = item.steps.start as usize + place;
        let open = self.executor.steps.get(index).copied().unwrap_or(true);
        Some((self.plan.steps.get(index)?, frame.values.get(place), open))
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
        if !there {
            return self.refuse(&step, value, open);
        }
        if let Shape::Computed { .. } = shape {
            return Ok(());
        }
        if let Some(at) = self.ahead(place) {
            let ahead = match self.frames.last_mut() {
                Some(Frame::Item(frame)) => frame.ahead.swap_remove(at),
                _ => return Ok(()),
            };
            self.writer.bytes(&ahead.bytes);
            return Ok(());
        }
        let by = match step.role {
            Role::Visible => {
                if *value == Value::Absent && self.takes_value(step.shape) {
                    return Err(Error::invalid(format!("`{}` is missing", self.name_of(&step))));
                }
                self.checked(&step, value)?;
                return self.value(step.shape, value, step.reject);
            }
            Role::Derived(by) | Role::Checked(by) => by,
            Role::Whole => return Ok(()),
        };
        match (shape, self.plan.exprs.get(by.index())) {
            (Shape::Padding { align, strict }, _) => self.filler(value, align, strict),
            (_, Some(&Expr::Bytes(told))) if !self.is_ahead(told) && !self.is_bytes(told) => {
                self.look_ahead(told)
            }
            (_, Some(&Expr::Starts(told))) if !self.is_ahead(told) => self.look_ahead(told),
            (Shape::Sequence { element, .. }, Some(&Expr::Starts(told))) => {
                self.write_starts(element, place, told as usize)
            }
            _ => {
                let number = self.eval(by)?;
                self.executor.write_number(&mut self.writer, &shape, number)
            }
        }
    }

    /// Filler as it was read, or what the format fills with.
    fn filler(&mut self, value: &Value, align: u32, strict: ExprId) -> Result<()> {
        let needed = crate::wire::padding(self.writer.len() - self.origin, align.max(1) as usize);
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
        self.frames.push(Frame::Ahead { writer, place });
        match (shape, value) {
            (Shape::Offsets { element, .. }, Value::List(values)) => {
                self.sequence(element, values, step.reject, false, true);
                Ok(())
            }
            _ => self.value(step.shape, value, step.reject),
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
            (Shape::Sequence { element, until }, Value::List(values)) => {
                let mut counted = false;
                if let Until::Count(count) = until {
                    counted = !matches!(self.plan.exprs.get(count.index()), Some(Expr::Number(_)));
                    let count = self.eval(count)?;
                    if values.len() as u64 != count {
                        return Err(Error::invalid(format!(
                            "there are {} elements, but {count} are announced",
                            values.len()
                        )));
                    }
                }
                self.sequence(element, values, reject, counted, false);
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
                Ok(())
            }
            // What is not given is empty, where it may be.
            (Shape::Bytes(_), Value::Absent) => Ok(()),
            (Shape::Sequence { .. } | Shape::Offsets { .. }, Value::Absent) => Ok(()),
            (Shape::Sized { value: inner, .. }, value) => self.value(inner, value, reject),
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
        let frame = SequenceFrame { element, values, index, start, reject, counted, starts };
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
        let both = |a, b| Ok::<_, Error>((self.eval_at(a, depth)?, self.eval_at(b, depth)?));
        let value =
            |step: u32| self.frame().map_or(&Value::Absent, |f| f.values.get(step as usize));
        let Some(expr) = self.plan.exprs.get(id.index()) else { return Ok(0) };
        Ok(match *expr {
            Expr::Number(number) => number,
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
            Expr::Starts(_) => 0,
            Expr::Tag(step) => self.tag(step, value(step))?,
            Expr::Open(gate) => self.executor.open(gate).into(),
            Expr::Not(a) => u64::from(self.eval_at(a, depth)? == 0),
            Expr::And(a, b) => match self.eval_at(a, depth)? {
                0 => 0,
                _ => u64::from(self.eval_at(b, depth)? != 0),
            },
            Expr::Or(a, b) => match self.eval_at(a, depth)? {
                0 => u64::from(self.eval_at(b, depth)? != 0),
                _ => 1,
            },
            Expr::Equal(a, b) => both(a, b).map(|(a, b)| u64::from(a == b))?,
            Expr::Add(a, b) => {
                let (a, b) = both(a, b)?;
                a.checked_add(b).ok_or_else(|| Error::invalid("the number is too large"))?
            }
            Expr::Subtract(a, b) => {
                let (a, b) = both(a, b)?;
                a.checked_sub(b)
                    .ok_or_else(|| Error::invalid(format!("expected {b} at least, found {a}")))?
            }
        })
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
                    let kind = self.plan.items.get(frame.item.index()).map(|item| item.kind);
                    let steps = self.plan.steps_of(frame.item);
                    let step = frame.next.checked_sub(1).and_then(|step| steps.get(step));
                    if let Some(step) = step
                        && kind.is_some_and(|kind| !kind.is_transparent())
                    {
                        let name = self.plan.name(step.name).to_owned();
                        error = error.within(Segment::Field(name.into()));
                    }
                    if let Some(Kind::Variant | Kind::Operation) = kind {
                        let name = self.executor.name_of(frame.item).to_owned();
                        error = error.within(Segment::Item(name.into()));
                    }
                }
                Frame::Sequence(frame) => {
                    error = error.within(Segment::Index(frame.index.saturating_sub(1) as u64));
                }
                Frame::Ahead { .. } => {}
            }
        }
        error
    }
}
