//! Expressions over what is written.

use super::Writing;
use super::frame::{Frame, Guess, ItemFrame, Provisional, Used, Values, number_or_default};
use crate::error::{Error, ErrorKind, PlanFault, Result};
use crate::plan::Value;
use crate::plan::expression::combined;
use crate::plan::number::digits;
use bytespec_plan::{Case, Expr, ExprId, ItemId, Role, Run, Shape, Step};

/// The greatest depth of derived steps that refer to each other.
pub(super) const MAX_DERIVED: u32 = 8;

impl<'v> Writing<'_, '_, 'v> {
    /// The number of bytes of a step, without a marker or filler at their end.
    fn bytes_of(&self, step: u32, depth: u32) -> Result<u64> {
        if let Some(width) = self.width_of(step) {
            return Ok(width as u64);
        }
        let early = self.early_index(step as usize);
        let size =
            early.and_then(|at| Some(self.frame()?.early[at].content(Used::Size).len() as u64));
        let has_content = self
            .step_at(step as usize)
            .is_none_or(|(of, ..)| self.is_bytes(step) || matches!(of.role, Role::Constant(_)));
        match size {
            Some(size) if !has_content => Ok(size),
            _ => Ok(self.content_of(step, depth)?.len() as u64),
        }
    }

    /// The number that a step holds, or that is computed for it.
    pub(super) fn number_of(&self, step: u32, depth: u32) -> Result<u64> {
        let place = step as usize;
        let Some((step, value, open)) = self.step_at(place) else { return Ok(0) };
        // A computed number can depend on its position.
        let known = self.frame().and_then(|frame| frame.computed_number(place));
        let guess = || Some(self.read_guess(self.frame()?.guess(place)?));
        if let Some(number) = known.or_else(guess) {
            return Ok(number);
        }
        if let Some(by) = step.role.computed()
            && open
            && self.is_there(step, value, depth + 1)?
        {
            // Another item can have taken arguments since.
            if let Some(Expr::Argument(_)) = self.plan.exprs.get(by.index()) {
                return Err(self.unknown_step(Some(step)));
            }
            return self.eval_at(by, depth + 1);
        }
        if self.is_left_out(step, value) {
            return Err(self.unknown_step(Some(step)));
        }
        Ok(number_or_default(value, step))
    }

    /// The number that a step of an enclosing item holds.
    fn outer_number(&self, frame: &ItemFrame<'_>, step: u32) -> Result<u64> {
        let place = step as usize;
        let guess = || Some(self.read_guess(frame.guess(place)?));
        if let Some(number) = frame.computed_number(place).or_else(guess) {
            return Ok(number);
        }
        let of = self.plan.steps_of(frame.item).get(place);
        let by = of.and_then(|of| of.role.computed());
        match by.and_then(|by| self.plan.exprs.get(by.index())) {
            Some(&Expr::Inner(step, item, part)) => {
                self.inner_number(frame.values.get(step as usize), (item, part))
            }
            // It is computed from what is being written. The numbers of other steps are kept, also those of absent ones.
            Some(_) => Err(self.unknown_step(of)),
            None if of.is_some_and(|of| self.is_left_out(of, frame.values.get(place))) => {
                Err(self.unknown_step(of))
            }
            None => Ok(frame.values.get(place).number().unwrap_or(0)),
        }
    }

    /// A number in a provisional step, which is checked when that step is written again.
    fn read_guess(&self, guess: &Guess) -> u64 {
        guess.is_read.set(true);
        self.provisional.set(Provisional { is: true, ..self.provisional.get() });
        guess.number
    }

    /// Whether a step has a value. A computed step has one if it is present.
    fn is_present(&self, step: u32, depth: u32) -> Result<bool> {
        let Some((of, value, open)) = self.step_at(step as usize) else { return Ok(false) };
        match (of.role, of.when) {
            (Role::Visible, _) => Ok(*value != Value::Absent),
            (_, Some(when)) if open => Ok(self.eval_at(when, depth + 1)? != 0),
            _ => Ok(open),
        }
    }

    /// Whether a step is present, if its gate is open. If its condition uses the number of bytes left, the value decides.
    pub(super) fn is_there(&self, step: &Step, value: &Value, depth: u32) -> Result<bool> {
        match step.when {
            Some(when) if self.reads_left(when) => Ok(*value != Value::Absent),
            Some(when) => Ok(self.eval_at(when, depth)? != 0),
            None => Ok(true),
        }
    }

    pub(super) fn reads_left(&self, id: ExprId) -> bool {
        self.executor.prepared.reads_left
            && match self.plan.exprs.get(id.index()) {
                Some(Expr::Left) => true,
                Some(expr) => expr.parts().any(|part| self.reads_left(part)),
                None => false,
            }
    }

    pub(super) fn eval(&self, id: ExprId) -> Result<u64> {
        self.eval_at(id, 0)
    }

    /// The last offset of a byte pattern in the file that is read. In a draft it is not known yet.
    fn find_last(&self, bytes: Run) -> Result<u64> {
        match self.state.found(self.plan, bytes) {
            Err(_) if self.is_draft() => Err(self.unknown_step(None)),
            found => found,
        }
    }

    pub(super) fn eval_at(&self, id: ExprId, depth: u32) -> Result<u64> {
        if depth > MAX_DERIVED {
            return Err(Error::new(ErrorKind::Plan(PlanFault::Derived)));
        }
        let value =
            |step: u32| self.frame().map_or(&Value::Absent, |f| f.values.get(step as usize));
        let Some(expr) = self.plan.exprs.get(id.index()) else { return Ok(0) };
        if let Some(found) = combined(self.plan, *expr, |id| self.eval_at(id, depth)) {
            return found;
        }
        Ok(match *expr {
            Expr::Field(step) => self.number_of(step, depth)?,
            Expr::Present(step) => u64::from(self.is_present(step, depth)?),
            Expr::Elements(step) => match value(self.elements_from(step)).bare() {
                Value::List(elements) => elements.len() as u64,
                _ => 0,
            },
            Expr::Bytes(step) => self.bytes_of(step, depth)?,
            Expr::Element(step, at) => self.element_of(step, self.eval_at(at, depth)?, depth)?,
            Expr::Matches(step, bytes) => {
                u64::from(*self.content_of(step, depth)? == *bytes.of(&self.plan.bytes))
            }
            Expr::Big(step) => self.plan.tag_of(&self.content_of(step, depth)?),
            Expr::Digits(step, base) => digits(&self.content_of(step, depth)?, base)?,
            Expr::Checksum(kind, steps) => self.checksum_of(kind, steps)?.number,
            Expr::Around(item, step) => {
                let mut frames = self.frames.iter().rev();
                let found = frames.find_map(|frame| match frame {
                    Frame::Item(frame) if frame.item == item => Some(frame),
                    _ => None,
                });
                found.map_or(Ok(0), |frame| self.outer_number(frame, step))?
            }
            Expr::Inner(step, item, part) => self.inner_number(value(step), (item, part))?,
            Expr::Is(step, item) => match value(step).bare() {
                Value::Item(found, _) => (*found == item).into(),
                _ => 0,
            },
            Expr::Argument(at) => self.state.argument(at).ok_or_else(|| self.unknown_step(None))?,
            Expr::Index => self.index(),
            Expr::Position => self.position()?,
            Expr::FindLast(bytes) => self.find_last(bytes)?,
            Expr::Total(list) => self.executor.total(&self.state.complete, list)?,
            Expr::Later(list, at) => {
                let at = self.eval_at(at, depth)?;
                // A draft knows the values so far.
                let known = self.state.listed(list, at).filter(|_| {
                    self.is_draft() && !self.executor.prepared.records_later(self.plan, list)
                });
                known.map_or_else(|| self.executor.later(&self.state.complete, list, at), Ok)?
            }
            Expr::Listed(list, _)
                if self.is_draft() && self.executor.prepared.records_later(self.plan, list) =>
            {
                return Err(self.executor.unknown_list(list));
            }
            Expr::Count(list) => {
                self.check_complete(list)?;
                self.state.count(list) as u64
            }
            Expr::Listed(list, at) => {
                let at = self.eval_at(at, depth)?;
                let count = self.state.count(list);
                let Some(listed) = self.state.listed(list, at) else {
                    self.check_complete(list)?;
                    return Err(self.executor.not_listed(list, at, count));
                };
                listed
            }
            Expr::Find(list, number) => {
                self.check_complete(list)?;
                self.state.find(list, self.eval_at(number, depth)?)
            }
            Expr::Tag(step) => self.tag(step, value(step))?,
            Expr::Open(gate) => self.executor.open(gate).into(),
            _ => 0,
        })
    }

    /// The step with the elements of a step: for computed sizes and offsets, the step that they are of.
    fn elements_from(&self, step: u32) -> u32 {
        let of = self.step_at(step as usize).and_then(|(step, ..)| step.role.computed());
        match of.and_then(|by| self.plan.exprs.get(by.index())) {
            Some(Expr::Sizes(target) | Expr::Starts(target)) => *target,
            _ => step,
        }
    }

    /// Checks that a list is complete: what is written early comes before the numbers that the steps between append to it.
    fn check_complete(&self, list: u32) -> Result<()> {
        let mut early = None;
        for frame in self.frames.iter().rev() {
            match frame {
                Frame::Early { place, .. } => early = Some(*place),
                Frame::Item(frame) => {
                    let Some(place) = early.take() else { continue };
                    let Some(item) = self.plan.items.get(frame.item.index()) else { continue };
                    let start = item.steps.start as usize;
                    let mut between = start + frame.next.saturating_sub(1)..start + place;
                    let appends =
                        |step: &usize| self.executor.prepared.appends(self.plan, *step, list);
                    if let Some(step) = between.find(appends) {
                        return Err(self.unknown_step(self.plan.steps.get(step)));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The number that a step of an item holds that is not written yet; `value` is the item.
    pub(super) fn inner_number(&self, value: &Value, (item, part): (ItemId, u32)) -> Result<u64> {
        let Value::Item(found, values) = value.bare() else { return Ok(0) };
        let step = self.plan.steps_of(item).get(part as usize).filter(|_| *found == item);
        let Some(step) = step else { return Ok(0) };
        let by = step.role.computed().and_then(|by| self.plan.exprs.get(by.index()));
        match by {
            Some(&Expr::Inner(of, item, part)) => {
                let inner = values.get(of as usize).unwrap_or(&Value::Absent);
                self.inner_number(inner, (item, part))
            }
            Some(_) => Err(self.unknown_step(Some(step))),
            None => {
                let value = Values::Each(values).get(part as usize);
                match self.is_left_out(step, value) {
                    true => Err(self.unknown_step(Some(step))),
                    false => Ok(number_or_default(value, step)),
                }
            }
        }
    }

    /// The index of the current element.
    pub(super) fn index(&self) -> u64 {
        let mut frames = self.frames.iter().rev();
        let found = frames.find_map(|frame| match frame {
            Frame::Sequence(frame) => Some(frame.place()),
            _ => None,
        });
        found.unwrap_or(0) as u64
    }

    pub(super) fn tag(&self, step: u32, value: &Value) -> Result<u64> {
        let shape = self
            .step_at(step as usize)
            .and_then(|(step, _, _)| self.plan.shapes.get(step.shape.index()));
        let Some(Shape::Choice { cases, name, .. }) = shape else { return Ok(0) };
        let item = match value.bare() {
            Value::Opaque(tag, _) => return Ok(*tag),
            Value::Item(item, _) => *item,
            other => return Err(other.misfit(format!("a value of {}", self.plan.name(*name)))),
        };
        let case = self.executor.prepared.case_of(self.plan, *cases, item);
        case.map(Case::bits).ok_or_else(|| {
            let (of, name) = (self.plan.name(*name), self.executor.name_of(item).to_owned());
            Error::new(ErrorKind::Missing { item: of.to_owned(), what: "variant", name })
        })
    }
}
