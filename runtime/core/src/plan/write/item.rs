//! Items and their steps.

use super::Writing;
use super::frame::{Frame, ItemFrame, SequenceFrame, Used, Values, number_or_default};
use super::placed::positions_of;
use super::shape::check_count;
use super::width::unpadded;
use crate::error::{Error, Result};
use crate::plan::Value;
use crate::plan::execution_state::{Filler, Misplaced, Written};
use crate::values::{empty_string, unwritable};
use bytespec_plan::{Absent, Expr, ExprId, ItemId, Kind, Plan, Role, Run, Shape, ShapeId, Step};

impl<'v> Writing<'_, '_, 'v> {
    pub(super) fn item(&mut self, id: ItemId, value: &'v Value, reject: Run) -> Result<()> {
        let Some(item) = self.plan.items.get(id.index()) else {
            return Err(Error::new(self.executor.no_item(id)));
        };
        if item.kind != Kind::Section && !self.executor.open(item.gate) {
            return Err(self.executor.closed(self.plan.name(item.name).to_owned(), item.gate));
        }
        let (value, padded) = unpadded(value);
        let values = match value {
            Value::Item(found, values) if *found == id && !item.kind.is_transparent() => {
                Values::Each(values)
            }
            value if item.kind.is_transparent() => {
                self.plan.visible_step(id).map_or(Values::None, |place| Values::Only(value, place))
            }
            _ => return Err(value.misfit(format!("a value of {}", self.plan.name(item.name)))),
        };
        self.depth.enter(self.executor.prepared.nesting(id)).map_err(Error::new)?;
        let (next, parts, early) = (0, 0, Vec::new());
        let starts = match self.executor.prepared.keeps_written(id) {
            true => vec![0; item.steps.len as usize],
            false => Vec::new(),
        };
        self.frames.push(Frame::Item(ItemFrame {
            item: id,
            values,
            next,
            start: self.writer.len(),
            starts,
            parts,
            computed: Vec::new(),
            early,
            pending: None,
            reject,
            padded,
        }));
        Ok(())
    }

    /// Evaluates whether the element that ends is the last one of its sequence.
    pub(super) fn end_element(&mut self) -> Result<()> {
        if !self.executor.prepared.has_last {
            return Ok(());
        }
        let mut around = self.frames.iter().enumerate().rev().skip(1);
        let sequence =
            around.find(|(_, frame)| !matches!(frame, Frame::Window { .. } | Frame::Sized { .. }));
        let Some((at, &Frame::Sequence(SequenceFrame { holds: Some((test, _)), .. }))) = sequence
        else {
            return Ok(());
        };
        let is_last =
            matches!(&self.frames[at], Frame::Sequence(of) if of.index == of.values.len());
        let holds = match self.reads_left(test) {
            true => is_last,
            false => {
                // All steps are written, the last one, too.
                self.move_next(1);
                let holds = self.eval(test);
                self.move_next(-1);
                self.or_later(holds, is_last.into())? != 0
            }
        };
        if let Some(Frame::Sequence(frame)) = self.frames.get_mut(at) {
            frame.holds = Some((test, holds));
        }
        Ok(())
    }

    fn move_next(&mut self, steps: isize) {
        if let Some(frame) = self.frame_mut() {
            frame.next = frame.next.saturating_add_signed(steps);
        }
    }

    pub(super) fn end_item(&mut self) {
        let numbers = self.inner_numbers();
        if let Some(Frame::Item(frame)) = self.frames.pop() {
            self.depth.leave(self.executor.prepared.nesting(frame.item));
            self.keep_inner(frame.item, &numbers);
        }
    }

    /// The known numbers of the item that ends that outer items use, by position.
    fn inner_numbers(&self) -> Vec<(u32, u64)> {
        let Some(ended) = self.frame() else { return Vec::new() };
        let prepared = &self.executor.prepared;
        let (_, parts) = prepared.inner_of(ended.item);
        let is_unknown = |part: u32| self.is_draft() && prepared.is_later(ended.item, part);
        if parts.iter().any(|(_, part)| is_unknown(*part)) {
            return Vec::new();
        }
        let number = |part: u32| {
            let (step, value, open) = self.step_at(part as usize)?;
            let is_absent = || !open || self.is_there(step, value, 0) == Ok(false);
            ended.computed_number(part as usize).or_else(|| {
                let is_known = step.role.computed().is_none() || is_absent();
                is_known.then(|| number_or_default(value, step))
            })
        };
        parts.iter().filter_map(|(_, part)| Some((*part, number(*part)?))).collect()
    }

    /// Keeps the numbers of an item that ended in the steps of the outer item that are these numbers.
    fn keep_inner(&mut self, ended: ItemId, numbers: &[(u32, u64)]) {
        if numbers.is_empty() {
            return;
        }
        let (plan, mut of) = (self.plan, None);
        for frame in self.frames.iter_mut().rev() {
            let outer = match frame {
                Frame::Item(outer) => outer,
                Frame::Early { place, .. } => {
                    of = of.or(Some(*place));
                    continue;
                }
                // The elements of a list are no fields.
                Frame::Sequence(_) => return,
                _ => continue,
            };
            let of = of.unwrap_or(outer.next.saturating_sub(1));
            for (at, step) in plan.steps_of(outer.item).iter().enumerate().skip(of + 1) {
                let by = step.role.computed().and_then(|by| plan.exprs.get(by.index()));
                match by {
                    Some(Expr::Inner(step, item, part))
                        if *step as usize == of && *item == ended =>
                    {
                        let number = numbers.iter().find(|(known, _)| known == part);
                        outer.computed.extend(number.map(|(_, number)| (at, *number)));
                    }
                    _ => {}
                }
            }
            return;
        }
    }

    /// The item of the step that is written, early or in its turn.
    pub(super) fn frame(&self) -> Option<&ItemFrame<'v>> {
        let mut frames = self.frames.iter().rev();
        frames.find_map(|frame| match frame {
            Frame::Item(frame) => Some(frame),
            _ => None,
        })
    }

    fn frame_mut(&mut self) -> Option<&mut ItemFrame<'v>> {
        let mut frames = self.frames.iter_mut().rev();
        frames.find_map(|frame| match frame {
            Frame::Item(frame) => Some(frame),
            _ => None,
        })
    }

    pub(super) fn step_at(&self, place: usize) -> Option<(&'_ Step, &'v Value, bool)> {
        let frame = self.frame()?;
        let item = self.plan.items.get(frame.item.index())?;
        let index = item.steps.start as usize + place;
        let step = self.plan.steps.get(index)?;
        Some((step, frame.values.get(place), self.executor.open(step.gate)))
    }

    pub(super) fn name_of(&self, step: &Step) -> String {
        let item = self.frame().map_or("?", |frame| self.executor.name_of(frame.item));
        format!("{item}.{}", self.plan.name(step.name))
    }

    /// Refuses a value of an absent step, unless readers give the step the same value.
    pub(super) fn refuse(&self, step: &Step, value: &Value, open: bool) -> Result<()> {
        let value = value.bare();
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
            _ => *value == default,
        };
        if same {
            return Ok(());
        }
        if open {
            return Err(self.not_absent(step));
        }
        // A version can lack a result and drop it if nothing uses it; the caller handles that.
        Err(self.executor.closed(self.name_of(step), step.gate))
    }

    /// Writes the step at a position of the open item.
    pub(super) fn step(&mut self, place: usize) -> Result<()> {
        let Some((&step, value, open)) = self.step_at(place) else { return Ok(()) };
        let is_there = if open { self.is_there(&step, value, 0) } else { Ok(false) };
        // A draft writes computed steps that can be absent, and ignores that their numbers do not fit.
        let is_sure = is_there.is_ok() || !self.is_draft();
        let there = self.or_presence(&step, value, is_there)?;
        let there = self.or_placed(place, (&step, value), there && open);
        let id = if there { self.one_of(step.shape)? } else { step.shape };
        let Some(&shape) = self.plan.shapes.get(id.index()) else { return Ok(()) };
        if let Shape::Bits { number, parts } = shape {
            if let Some(target) = self.unknown_of_parts(place, parts as usize, there) {
                return self.write_early(target);
            }
            // The numbers of its parts are those of the turn.
            if let Some(at) = self.early_index(place) {
                self.write_again(at);
            }
            return self.bits(place, number, parts as usize, there);
        }
        if let Some(size) = self.size_of(&step).filter(|_| there) {
            self.push_visible(&step, size);
            self.keep_number(place, size);
            return self.executor.write_number(&mut self.writer, &shape, size);
        }
        // Expressions of a step do not refer to its own number in a list.
        let list = step.list.filter(|_| !matches!(shape, Shape::Sequence { .. }));
        if !there {
            if step.role.computed().is_some() {
                self.keep_number(place, number_or_default(&Value::Absent, &step));
            }
            self.push_number(list, place, &step, false)?;
            return self.refuse(&step, value, open);
        }
        if let Shape::Computed { value, shape } = shape {
            let computed = self.computed(place, &step, (value, shape));
            if is_sure {
                computed?;
            }
            return self.push_number(list, place, &step, true);
        }
        self.check_given(&step, value)?;
        if let Some(at) = self.early_index(place)
            && !self.is_written_again(at)
        {
            // A computed number is among those that were recorded while it was written.
            let list = list.filter(|_| step.role.computed().is_none());
            self.push_number(list, place, &step, true)?;
            // What was read of computed numbers does not count.
            let value = if step.role.computed().is_some() { &Value::Absent } else { value };
            return self.copy_early(at, shape, value);
        }
        let by = match step.role {
            Role::Visible => {
                self.checked(&step, value)?;
                let (spelling, start) = (self.spelling_of(place), self.writer.len());
                self.stepped(&step, value)?;
                self.spell(spelling, step.shape, start);
                return self.push_number(list, place, &step, true);
            }
            Role::Derived(by) | Role::Checked(by) | Role::CheckedAtEnd(by) => by,
            Role::Constant(bytes) => {
                let (spelling, start) = (self.spelling_of(place), self.writer.len());
                self.write_constant(shape, bytes)?;
                self.spell(spelling, step.shape, start);
                return self.push_number(list, place, &step, true);
            }
            Role::Whole => return self.push_number(list, place, &step, true),
            Role::Filler => return self.filler(value, shape),
        };
        let written = self.computed_step(place, (&step, value), (shape, by));
        if is_sure { written } else { Ok(()) }
    }

    /// Whether a step is present; if that is not known yet, whether it has a value.
    fn or_presence(&self, step: &Step, value: &Value, is_there: Result<bool>) -> Result<bool> {
        match step.role {
            Role::Visible => self.or_later(is_there, *value != Value::Absent),
            _ if self.is_draft() => self.or_later(is_there, !self.state.presumes_absent),
            _ => is_there,
        }
    }

    /// Whether a step is written. A value at an offset that does not meet its condition is noted, and written if it is given: the
    /// offset can follow.
    pub(super) fn or_placed(
        &mut self,
        place: usize,
        (step, value): (&Step, &Value),
        there: bool,
    ) -> bool {
        let by = match self.plan.shapes.get(step.shape.index()) {
            Some(&Shape::At { offset, .. }) if step.role == Role::Visible => offset,
            _ => return there,
        };
        let Some(when) = step.when.filter(|_| self.executor.open(step.gate)) else { return there };
        let checked = match there {
            true => self.check_given(step, value),
            false => self.refuse(step, value, true),
        };
        let Err(error) = checked else { return there };
        let error = self.locate(error);
        let item = self.frame().map(|frame| (frame.item, place));
        let positions = positions_of(&self.frames, place);
        let value = Written { step: item, by: Some(by), positions, ..Written::default() };
        self.state.misplaced.push(Misplaced { error, value, when });
        !there
    }

    /// Writes a step with bytes that is computed.
    fn computed_step(
        &mut self,
        place: usize,
        (step, value): (&Step, &Value),
        (shape, by): (Shape, ExprId),
    ) -> Result<()> {
        if let Some(target) = self.unknown_bytes(place, by) {
            return self.write_early(target);
        }
        match (shape, self.plan.exprs.get(by.index())) {
            (Shape::Sequence { element, reversed, .. }, Some(&Expr::Sizes(target))) => {
                self.write_sizes((element, unpadded(value).1), reversed, target as usize, step.list)
            }
            (Shape::Sequence { element, .. }, Some(&Expr::Starts(target))) => {
                self.write_starts(element, place, target as usize)
            }
            _ => {
                let (spelling, start) = (self.spelling_of(place), self.writer.len());
                self.write_computed(place, step, (shape, by))?;
                self.spell(spelling, step.shape, start);
                Ok(())
            }
        }
    }

    /// Computes a step without bytes.
    fn computed(
        &mut self,
        place: usize,
        step: &Step,
        (value, shape): (ExprId, ShapeId),
    ) -> Result<()> {
        if self.plan.rule(step).is_some() && self.or_later(self.eval(value), 1)? == 0 {
            let item = self.frame().map_or(ItemId(0), |frame| frame.item);
            let fields = self.plan.terms_in(item, value).into_iter();
            let numbers = fields.map(|field| self.eval(field).ok());
            return Err(Error::new(self.executor.invalid((item, value), numbers)));
        }
        let is_known = self.frame().is_some_and(|frame| frame.computed_number(place).is_some());
        if let Role::Derived(_) = step.role
            && !is_known
        {
            let Some(number) = self.or_later(self.eval(value).map(Some), None)? else {
                return Ok(());
            };
            if let Some(shape) = self.plan.shapes.get(shape.index()) {
                self.executor.computed_number(shape, number)?;
            }
            if let Some(frame) = self.frame_mut() {
                frame.computed.push((place, number));
            }
        }
        Ok(())
    }

    /// Keeps the computed number of a step if other items use it.
    pub(super) fn keep_number(&mut self, place: usize, number: u64) {
        let executor = self.executor;
        if let Some(frame) = self.frame_mut()
            && executor.prepared.is_used(frame.item, place as u32)
        {
            frame.computed.push((place, number));
        }
    }

    /// Refuses a visible step that is present and has no value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_given(&self, step: &Step, value: &Value) -> Result<()> {
        if step.role == Role::Visible && *value == Value::Absent && !self.is_left_out(step, value) {
            // An announced value must be given, even if it is empty.
            let announced = step.when.is_some() && !self.executor.may_be_none(step.shape);
            if announced || self.takes_value(step.shape) {
                return Err(self.missing(step));
            }
        }
        Ok(())
    }

    /// Whether a number repeats the bytes ahead of it, which a draft shows.
    pub(super) fn is_left_out(&self, step: &Step, value: &Value) -> bool {
        *value == Value::Absent && self.is_draft() && self.plan.number_ahead(step).is_some()
    }

    /// Copies the bytes of a step that was written early into the output.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn copy_early(&mut self, at: usize, shape: Shape, value: &Value) -> Result<()> {
        let own = match shape {
            Shape::At { value, .. } => self.plan.shapes.get(value.index()).copied(),
            _ => Some(shape),
        };
        if let Some(Shape::Sized { size, .. }) = own
            && !matches!(self.plan.exprs.get(size.index()), Some(Expr::Listed(..)))
            && !self.reads_left(size)
        {
            let found =
                self.frame().map_or(0, |frame| frame.early[at].content(Used::Size).len() as u64);
            check_count("bytes", self.or_later(self.eval(size), found)?, found)?;
        }
        let inner = match own {
            Some(Shape::Sized { value, .. }) => self.plan.shapes.get(value.index()).copied(),
            own => own,
        };
        self.check_choice(inner, value)?;
        let noted = match self.frames.last_mut() {
            Some(Frame::Item(frame)) => std::mem::take(&mut frame.early[at].noted),
            _ => return Ok(()),
        };
        self.state.append(&noted);
        self.or_later(self.check_elements(inner, value), ())?;
        let early = match self.frames.last_mut() {
            Some(Frame::Item(frame)) => frame.early.swap_remove(at),
            _ => return Ok(()),
        };
        // Filler inside it was aligned to its expected position.
        if !early.origin.is_same_at(self.place()) {
            return Err(self.unknown(early.place));
        }
        self.origin.align(early.origin.aligned.get());
        let start = self.writer.len();
        self.writer.bytes(&early.bytes);
        self.filler.extend(early.filler.into_iter().map(|Filler { span, positions }| Filler {
            span: start + span.start..start + span.end,
            positions,
        }));
        self.is_full |= matches!(shape, Shape::Offsets { .. });
        Ok(())
    }

    /// The corrected number of a step that states the size of something elsewhere.
    pub(super) fn size_of(&self, step: &Step) -> Option<u64> {
        let list = step.list?;
        self.state.sizes.next(list, self.state.count(list) as u64)
    }

    /// Appends the number of a visible step to its list.
    pub(super) fn push_visible(&mut self, step: &Step, number: u64) {
        if let Some(list) = step.list {
            self.state.push(list, number);
        }
    }

    /// Appends the number of a step to a list, if there is one.
    pub(super) fn push_number(
        &mut self,
        list: Option<u32>,
        place: usize,
        step: &Step,
        there: bool,
    ) -> Result<()> {
        let Some(list) = list else { return Ok(()) };
        let number = match (there, step.absent) {
            (false, Absent::Nothing) => Plan::NOWHERE,
            _ => match self.step_at(place).map(|(_, value, _)| value) {
                Some(Value::Bytes(bytes)) => self.executor.whole_number(bytes),
                _ if self.is_draft() => self.or_later(self.number_of(place as u32, 0), 0)?,
                _ => self.number_of(place as u32, 0)?,
            },
        };
        self.state.push(list, number);
        Ok(())
    }

    /// Writes a visible step.
    pub(super) fn stepped(&mut self, step: &Step, value: &'v Value) -> Result<()> {
        self.value(step.shape, value, step.reject)?;
        if let (Some(list), Some(Frame::Sequence(frame))) = (step.list, self.frames.last_mut()) {
            frame.list = Some(list);
        }
        Ok(())
    }

    /// Whether a shape needs a value.
    pub(super) fn takes_value(&self, shape: ShapeId) -> bool {
        match self.plan.shapes.get(shape.index()) {
            Some(
                Shape::Sequence { .. }
                | Shape::Offsets { .. }
                | Shape::Bytes(_)
                | Shape::Text { .. },
            ) => false,
            Some(&Shape::At { value, .. }) => self.takes_value(value),
            Some(Shape::Item(item)) => {
                let transparent = self.plan.items.get(item.index());
                !transparent.is_some_and(|item| item.kind.is_transparent())
            }
            _ => true,
        }
    }

    /// Checks the value of a step.
    pub(super) fn checked(&self, step: &Step, value: &Value) -> Result<()> {
        if step.nonempty
            && let Value::Index { table, index } = value
        {
            let table = self.plan.tables.get(*table as usize).map(|name| self.plan.name(*name));
            if self.around.tables.bytes(table.unwrap_or("?"), *index)?.is_empty() {
                return Err(empty_string());
            }
        }
        Ok(())
    }

    pub(super) fn rejected(&self, reject: Run, shape: ShapeId, number: u64) -> Result<()> {
        match self.executor.rejects(reject, shape, number) {
            Some(value) => Err(unwritable(value)),
            None => Ok(()),
        }
    }
}
