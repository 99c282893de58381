//! Checks of the invariants of a plan.

use crate::{
    Absent, Coding, Covered, Expr, ExprId, Item, ItemId, Length, Place, Plan, Role, Run, Shape,
    ShapeId, Sign, Step, Until,
};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;

/// An index of a plan that refers to nothing, or another broken invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The name of the item with the fault; empty outside items.
    pub item: String,
    /// The name of the step with the fault, if it is in one.
    pub step: Option<String>,
    /// The description of the fault.
    pub why: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { item, step, why } = self;
        match step {
            Some(step) => write!(f, "`{step}` of `{item}`: {why}"),
            None if item.is_empty() => f.write_str(why),
            None => write!(f, "`{item}`: {why}"),
        }
    }
}

impl Plan {
    /// Checks every index of the plan.
    ///
    /// # Errors
    /// The first broken invariant, such as an index outside its pool or its item.
    pub fn check(&self) -> Result<(), Fault> {
        for item in self.items.iter() {
            let name = || self.name(item.name).to_owned();
            let steps = item.steps.of(&self.steps);
            let of_item = self.of_item(item, steps.len());
            of_item.map_err(|why| Fault { item: name(), step: None, why })?;
            for (index, step) in steps.iter().enumerate() {
                let checked = self.step(step, index, steps.len());
                let step = Some(self.name(step.name).to_owned());
                checked.map_err(|why| Fault { item: name(), step, why })?;
            }
        }
        self.rest().map_err(|why| Fault { item: String::new(), step: None, why })
    }

    fn of_item(&self, item: &Item, steps: usize) -> Result<(), String> {
        if steps != item.steps.len as usize {
            return Err("its steps exceed the steps of the plan".into());
        }
        self.run(item.gate, self.bounds.len())?;
        self.run(item.order, self.numbers.len())?;
        let inside = |at: &i128| usize::try_from(*at).is_ok_and(|at| at < steps);
        if !item.order.of(&self.numbers).iter().all(inside) {
            return Err("its order contains a position without a step".into());
        }
        self.run(item.facts, self.facts.len())
    }

    /// Checks everything outside items.
    fn rest(&self) -> Result<(), String> {
        for bound in self.bounds.iter() {
            inside(bound.axis, self.axes.len())?;
        }
        for case in self.cases.iter() {
            self.run(case.gate, self.bounds.len())?;
            case.item.map_or(Ok(()), |item| self.item_id(item))?;
        }
        for tag in self.tags.iter() {
            self.run(*tag, self.bytes.len())?;
        }
        for member in self.members.iter() {
            self.run(member.gate, self.bounds.len())?;
        }
        if let Some(file) = &self.file {
            self.item_id(file.header)?;
            file.content.map_or(Ok(()), |item| self.item_id(item))?;
            self.run(file.magic, self.bytes.len())?;
            self.run(file.version, self.numbers.len())?;
            self.run(file.features, self.numbers.len())?;
        }
        for section in self.sections.iter() {
            self.item_id(section.item)?;
            if section.align == u32::MAX {
                return Err(format!("the alignment of section {} exceeds 32 bits", section.id));
            }
        }
        for (item, step) in self.lists.iter() {
            inside(*step, self.steps_of(*item).len())?;
        }
        self.layouts.iter().try_for_each(|layout| self.item_id(layout.item))
    }

    fn run(&self, run: Run, len: usize) -> Result<(), String> {
        match run.start.checked_add(run.len) {
            Some(end) if end as usize <= len => Ok(()),
            _ => Err(format!("{run:?} exceeds a pool of {len} entries")),
        }
    }

    fn item_id(&self, item: ItemId) -> Result<(), String> {
        inside(item.0, self.items.len())
    }

    fn step(&self, step: &Step, at: usize, steps: usize) -> Result<(), String> {
        self.run(step.gate, self.bounds.len())?;
        self.run(step.reject, self.numbers.len())?;
        if let Some(when) = step.when {
            self.expr(when, at)?;
        }
        match step.role {
            Role::Visible | Role::Whole => {}
            Role::Filler => match self.shapes.get(step.shape.index()) {
                Some(Shape::Padding { .. } | Shape::Bytes(_)) => {}
                _ => return Err("only bytes can be filler".to_owned()),
            },
            Role::Derived(by) | Role::CheckedAtEnd(by) => self.expr(by, steps)?,
            Role::Checked(by) => self.expr(by, at)?,
            Role::Constant(bytes) => self.run(bytes, self.bytes.len())?,
        }
        step.holds.map_or(Ok(()), |table| inside(table, self.tables.len()))?;
        step.list.map_or(Ok(()), |list| inside(list, self.lists.len()))?;
        match step.absent {
            Absent::EmptyCase(item) => self.item_id(item)?,
            Absent::Zeros(other) => inside(other, steps)?,
            _ => {}
        }
        if let Some(size) = self.digest(step).and_then(|(kind, _)| kind.digest_size()) {
            let sized = self.shapes.get(step.shape.index()).is_some_and(|shape| match shape {
                Shape::Bytes(Length::Count(count)) => {
                    self.exprs.get(count.index()) == Some(&Expr::Number(size))
                }
                _ => false,
            });
            if !sized || !matches!(step.role, Role::CheckedAtEnd(_)) {
                return Err(format!(
                    "the digest needs {size} bytes that are checked at the end of the item"
                ));
            }
        }
        self.shape(step.shape, at, steps, 0)
    }

    /// Checks an expression that may refer to the first `steps` steps.
    fn expr(&self, id: ExprId, steps: usize) -> Result<(), String> {
        let Some(expr) = self.exprs.get(id.index()) else {
            return Err(format!("no expression {}", id.0));
        };
        // The parts of an expression precede it, so that no expression contains itself.
        let part = |part: ExprId| match part < id {
            true => self.expr(part, steps),
            false => Err(format!("expression {} contains a later expression", id.0)),
        };
        match *expr {
            Expr::Field(step)
            | Expr::Present(step)
            | Expr::Elements(step)
            | Expr::Bytes(step)
            | Expr::Starts(step)
            | Expr::Sizes(step)
            | Expr::Tag(step)
            | Expr::Element(step, _)
            | Expr::Digits(step, 2..=16)
            | Expr::Big(step)
            | Expr::Content(step) => inside(step, steps)?,
            Expr::Digits(_, base) => return Err(format!("the base {base} is not in 2..=16")),
            Expr::Matches(step, bytes) => {
                inside(step, steps)?;
                self.run(bytes, self.bytes.len())?;
            }
            Expr::FindLast(bytes) | Expr::Constant(bytes) => self.run(bytes, self.bytes.len())?,
            Expr::Checksum(_, of) => {
                self.run(of, self.numbers.len())?;
                of.of(&self.numbers).iter().try_for_each(|number| match Covered::of(*number) {
                    Covered::Step(step) | Covered::Plain(step) | Covered::Number(step) => {
                        inside(step, steps)
                    }
                    zeros if zeros.number() == *number => Ok(()),
                    _ => Err(format!("{number} stands for no bytes of zero")),
                })?;
            }
            Expr::Open(run) => self.run(run, self.bounds.len())?,
            Expr::Around(item, step) => inside(step, self.steps_of(item).len())?,
            Expr::Inner(step, item, part) => {
                inside(step, steps)?;
                inside(part, self.steps_of(item).len())?;
            }
            Expr::Is(step, item) => inside(step, steps).and_then(|()| self.item_id(item))?,
            Expr::Count(list)
            | Expr::Total(list)
            | Expr::Listed(list, _)
            | Expr::Later(list, _)
            | Expr::Find(list, _) => {
                inside(list, self.lists.len())?;
            }
            Expr::Peek(coding, bits) => integer(coding, bits, Sign::Unsigned)?,
            Expr::Argument(argument) => inside(argument, Plan::MAX_ARGUMENTS)?,
            Expr::Number(_)
            | Expr::Index
            | Expr::Position
            | Expr::Left
            | Expr::Not(_)
            | Expr::Natural(..)
            | Expr::Signed(..)
            | Expr::Float(..)
            | Expr::Binary(..)
            | Expr::If(..) => {}
        }
        expr.parts().try_for_each(part)
    }

    fn shape(&self, id: ShapeId, at: usize, steps: usize, depth: u32) -> Result<(), String> {
        let Some(shape) = self.shapes.get(id.index()) else {
            return Err(format!("no shape {}", id.0));
        };
        if depth > 16 {
            return Err(format!("shape {} contains itself, or is nested too deeply", id.0));
        }
        let inner = |inner: ShapeId| self.shape(inner, at, steps, depth + 1);
        match *shape {
            Shape::Bool => Ok(()),
            Shape::Integer { coding, bits, sign } => integer(coding, bits, sign),
            Shape::Wide { coding, bits, sign } => wide(coding, bits, sign),
            Shape::Enum { number, gate, members, .. } => {
                self.run(gate, self.bounds.len())?;
                self.run(members, self.members.len())?;
                inner(number)
            }
            Shape::Index { table, number } => {
                inside(table, self.tables.len())?;
                inner(number)
            }
            Shape::Bits { number, parts } => {
                if at + 1 + parts as usize > steps {
                    return Err(format!("{parts} parts exceed the steps of the item"));
                }
                inner(number)
            }
            Shape::Part { place, width, value } => {
                bits(place, width)?;
                inner(value)
            }
            Shape::Sequence { element, until, .. } => {
                match until {
                    Until::Count(count) => self.expr(count, at)?,
                    Until::Reached(a, b) => self.all([a, b], None, at)?,
                    Until::Holds(test) => self.of_element(test, element)?,
                    Until::End | Until::Balanced => {}
                }
                inner(element)
            }
            Shape::Offsets { element, offsets } => {
                inside(offsets, at)?;
                inner(element)
            }
            Shape::Bytes(length) | Shape::Text { length, .. } => self.length(length, at),
            Shape::Either { test, then, otherwise } => {
                self.expr(test, at)?;
                inner(then)?;
                inner(otherwise)
            }
            Shape::Sized { size: by, value } | Shape::At { offset: by, value } => {
                self.expr(by, at)?;
                inner(value)
            }
            Shape::With { argument, by, value } => {
                inside(argument, Plan::MAX_ARGUMENTS)?;
                self.expr(by, at)?;
                inner(value)
            }
            Shape::Transformed { key, value, .. } => self.transformed((key, value), at),
            Shape::Padding { align, strict, from } => self.all([align, strict], from, at),
            Shape::Item(item) => self.item_id(item),
            Shape::Choice { tag, cases, .. } => {
                self.run(cases, self.cases.len())?;
                self.expr(tag, at)
            }
            Shape::Named { texts, dialect, operation, record, among, .. } => {
                inside(texts, self.tables.len())?;
                self.run(among, self.layouts.len())?;
                let mut indices = [Some(dialect), operation, record].into_iter().flatten();
                indices.try_for_each(|expr| self.expr(expr, at))
            }
            Shape::Computed { value, shape } => {
                self.expr(value, at)?;
                inner(shape)
            }
            Shape::Function { arguments, .. } => self.step_places(arguments, at),
        }
    }
}

impl Plan {
    /// Checks positions among the first `steps` steps.
    fn step_places(&self, places: Run, steps: usize) -> Result<(), String> {
        self.run(places, self.numbers.len())?;
        let mut places = places.of(&self.numbers).iter();
        places.try_for_each(|place| inside(u32::try_from(*place).unwrap_or(u32::MAX), steps))
    }

    /// Checks the end condition of a sequence, which reads the steps of an element.
    fn of_element(&self, test: ExprId, element: ShapeId) -> Result<(), String> {
        match self.shapes.get(element.index()) {
            Some(Shape::Sized { value, .. } | Shape::With { value, .. }) if *value < element => {
                self.of_element(test, *value)
            }
            Some(Shape::Item(item)) => self.expr(test, self.steps_of(*item).len()),
            _ => Err("an end condition needs elements that are items".into()),
        }
    }

    /// Checks a value in transformed bytes, and the key of the transform.
    fn all(&self, exprs: [ExprId; 2], other: Option<ExprId>, at: usize) -> Result<(), String> {
        exprs.into_iter().chain(other).try_for_each(|expr| self.expr(expr, at))
    }

    fn transformed(&self, (key, value): (ExprId, ShapeId), at: usize) -> Result<(), String> {
        self.expr(key, at)?;
        match self.shapes.get(value.index()) {
            Some(Shape::Item(item)) => self.item_id(*item),
            _ => Err("transformed bytes contain an item".into()),
        }
    }

    fn marker(&self, marker: Run) -> Result<(), String> {
        match marker.is_empty() {
            true => Err("a marker without bytes".into()),
            false => self.run(marker, self.bytes.len()),
        }
    }

    fn length(&self, length: Length, at: usize) -> Result<(), String> {
        match length {
            Length::Count(count) | Length::Padded(count, _) => self.expr(count, at),
            Length::Rest | Length::Except(_) => Ok(()),
            Length::Marker(marker) => self.marker(marker),
            Length::Ended(count, marker) => {
                self.marker(marker)?;
                self.expr(count, at)
            }
            Length::First(step) => inside(step, at),
        }
    }
}

/// Refuses a width that an integer cannot have.
fn integer(coding: Coding, bits: u8, sign: Sign) -> Result<(), String> {
    match (bits, coding, sign) {
        (8 | 16 | 32 | 64, ..) | (24 | 40 | 48 | 56, Coding::Little | Coding::Big, _) => Ok(()),
        (1..=64, _, Sign::Extended) => Ok(()),
        _ => Err(format!("an integer cannot have {bits} bits")),
    }
}

/// Refuses a wide integer that no file can have.
fn wide(coding: Coding, bits: u8, sign: Sign) -> Result<(), String> {
    match (coding, bits, sign) {
        (Coding::Little | Coding::Big, 72..=128, Sign::Unsigned | Sign::Twos)
            if bits.is_multiple_of(8) =>
        {
            Ok(())
        }
        _ => Err(format!("a wide integer cannot have {bits} bits in this coding")),
    }
}

/// Refuses bits outside a number.
fn bits(place: Place, width: Option<u8>) -> Result<(), String> {
    let bit = match place {
        Place::Bit(bit) => u32::from(bit),
        Place::Next => 0,
    };
    if bit >= u64::BITS || bit + width.map_or(0, u32::from) > u64::BITS {
        return Err(format!("a part from bit {bit} on exceeds 64 bits"));
    }
    Ok(())
}

fn inside(index: u32, len: usize) -> Result<(), String> {
    match (index as usize) < len {
        true => Ok(()),
        false => Err(format!("index {index} is out of range for {len} entries")),
    }
}
