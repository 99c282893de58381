//! Steps that are computed from others: sizes, offsets and checksums.

use super::Writing;
use super::expression::MAX_DERIVED;
use super::frame::{EarlyStep, Frame, Guess, Provisional, Used};
use super::origin::Origin;
use super::width::{spelling_at, unpadded};
use crate::error::{Error, ErrorKind, PlanFault, Result};
use crate::plan::expression::is_unknown;
use crate::plan::{Spelling, Value};
use bytespec_plan::{
    Checksum, Coding, Covered, ElementLimit, Expr, ExprId, Role, Shape, ShapeId, Step,
};
use std::cell::Cell;

impl<'v> Writing<'_, '_, 'v> {
    /// Writes the number of bytes of each element of a step, in the widths that these numbers had.
    pub(super) fn write_sizes(
        &mut self,
        (element, padded): (ShapeId, &[(u32, Spelling)]),
        reversed: bool,
        target: usize,
        list: Option<u32>,
    ) -> Result<()> {
        let mut sizes = self.sizes_of(target);
        if let Some(list) = list {
            sizes.iter().for_each(|size| self.state.push(list, *size));
        }
        if reversed {
            sizes.reverse();
        }
        let Some(&shape) = self.plan.shapes.get(element.index()) else { return Ok(()) };
        for (index, size) in sizes.into_iter().enumerate() {
            let start = self.writer.len();
            self.executor.write_number(&mut self.writer, &shape, size)?;
            self.spell(spelling_at(padded, index), element, start);
        }
        Ok(())
    }

    /// The number of bytes of each element of a step; 0 each if the step is not written.
    pub(super) fn sizes_of(&self, target: usize) -> Vec<u64> {
        if let (Some(at), Some(frame)) = (self.early_index(target), self.frame()) {
            let early = &frame.early[at];
            let ends = early.starts.iter().skip(1).copied();
            let ends = ends.chain([early.content(Used::Size).len() as u64]);
            return early.starts.iter().zip(ends).map(|(start, end)| end - start).collect();
        }
        match self.step_at(target).map(|(_, value, _)| value.bare()) {
            Some(Value::List(elements)) => vec![0; elements.len()],
            _ => Vec::new(),
        }
    }

    /// Writes the offsets of elements, counted from the end of the offsets.
    pub(super) fn write_starts(
        &mut self,
        element: ShapeId,
        place: usize,
        target: usize,
    ) -> Result<()> {
        let between: usize = (place + 1..target)
            .map(|place| match self.step_at(place) {
                Some((_, Value::Bytes(bytes), true)) => bytes.len(),
                _ => 0,
            })
            .sum();
        let found = self.early_index(target);
        let Some(Frame::Item(frame)) = self.frames.last() else { return Ok(()) };
        let starts = found.map(|at| {
            frame.early[at].content(Used::Size);
            frame.early[at].starts.clone()
        });
        let starts = starts.unwrap_or_default();
        let Some(&shape) = self.plan.shapes.get(element.index()) else { return Ok(()) };
        for start in starts {
            self.executor.write_number(&mut self.writer, &shape, start + between as u64)?;
        }
        Ok(())
    }

    /// A step whose bytes an expression of the step at `place` reads, and which must be written first.
    pub(super) fn unknown_bytes(&self, place: usize, by: ExprId) -> Option<u32> {
        self.unknown_bytes_at(place, by, 0)
    }

    /// The same for an expression that is used by `depth` others.
    fn unknown_bytes_at(&self, place: usize, by: ExprId, depth: u32) -> Option<u32> {
        if depth > MAX_DERIVED {
            return None;
        }
        // A step that is written early needs steps before it, too.
        let turn = self.frame().map_or(place, |frame| frame.next.saturating_sub(1).min(place));
        let later = |target: u32| {
            let at = target as usize;
            at > turn && at != place && !self.is_written_early(target)
        };
        match *self.plan.exprs.get(by.index())? {
            Expr::Bytes(target) => {
                let is_known = self.is_bytes(target) || self.width_of(target).is_some();
                (later(target) && !is_known).then_some(target)
            }
            Expr::Starts(target) | Expr::Sizes(target) => later(target).then_some(target),
            Expr::Checksum(kind, steps) => {
                let mut steps = Covered::all(steps, &self.plan.numbers).filter_map(Covered::step);
                steps.find(|step| match kind {
                    Checksum::SIZE => later(*step) && self.width_of(*step).is_none(),
                    _ => later(*step) || self.is_stale(*step),
                })
            }
            // A number that is computed later needs the bytes that it is computed from.
            Expr::Field(target) if later(target) => {
                let by = self.step_at(target as usize)?.0.role.computed()?;
                self.unknown_bytes_at(target as usize, by, depth + 1)
            }
            // So does a number inside a value.
            Expr::Inner(target, item, part) if later(target) => {
                let value = self.step_at(target as usize)?.1;
                self.inner_number(value, (item, part)).is_err().then_some(target)
            }
            of => of.parts().find_map(|part| self.unknown_bytes_at(place, part, depth)),
        }
    }

    /// Whether a step holds bytes or a text, whose size is known before it is written.
    pub(super) fn is_bytes(&self, place: u32) -> bool {
        let Some((step, value, _)) = self.step_at(place as usize) else { return false };
        let plain = self.plain_of(step.shape).ok();
        let plain = plain.and_then(|id| self.plan.shapes.get(id.index()));
        let all = matches!(plain, Some(Shape::Bytes(_) | Shape::Text { .. }));
        all && matches!(value.bare(), Value::Bytes(_) | Value::Text(_))
    }

    /// The index of a step of the current item among the steps that were written early.
    pub(super) fn early_index(&self, place: usize) -> Option<usize> {
        self.frame()?.early.iter().position(|early| early.place == place)
    }

    /// Whether a step of the current item was written early.
    pub(super) fn is_written_early(&self, place: u32) -> bool {
        self.early_index(place as usize).is_some()
    }

    /// Writes a step early: before its turn, into a buffer.
    pub(super) fn write_early(&mut self, place: u32) -> Result<()> {
        self.write_before(place, 0)
    }

    /// The same for a step that other steps need, of which `depth` are not written yet.
    fn write_before(&mut self, place: u32, depth: usize) -> Result<()> {
        let place = place as usize;
        let most = self.frame().map_or(0, |frame| self.plan.steps_of(frame.item).len());
        let Some((step, ..)) = self.step_at(place) else { return Ok(()) };
        let unknown = match self.plan.shapes.get(step.shape.index()) {
            Some(&Shape::Bits { parts, .. }) => self.unknown_of_parts(place, parts as usize, true),
            _ => step.role.computed().and_then(|by| self.unknown_bytes(place, by)),
        };
        match unknown.or_else(|| self.unplaced_before(place)) {
            Some(_) if depth >= most => Err(Error::new(ErrorKind::Plan(PlanFault::Derived))),
            // The step that it is computed from is written first.
            Some(target) => self.write_before(target, depth + 1),
            None => self.write_at(place, self.expected_origin(place), 0),
        }
    }

    /// Writes a step early at an expected position, after other attempts.
    fn write_at(&mut self, place: usize, later: Origin, attempts: u8) -> Result<()> {
        let Some((&step, value, open)) = self.step_at(place) else { return Ok(()) };
        let Some(&shape) = self.plan.shapes.get(step.shape.index()) else { return Ok(()) };
        let by = step.role.computed();
        if let (Some(at), Some(Frame::Item(frame))) =
            (self.early_index(place), self.frames.last_mut())
        {
            frame.early.swap_remove(at);
        }
        let computed = self.frame().map_or(0, |frame| frame.computed.len());
        let placed = self.state.written.len();
        let origin = std::mem::replace(&mut self.origin, later);
        let writer = std::mem::take(&mut self.writer);
        let filler = std::mem::take(&mut self.filler);
        let (noted, starts) = (self.state.lengths(), std::mem::take(&mut self.starts));
        self.frames.push(Frame::Early {
            writer,
            filler,
            place,
            attempts,
            noted,
            starts,
            placed,
            computed,
            origin,
            provisional: self.exchange(Provisional::default()),
        });
        // The condition can depend on the position of the step.
        let is_there = open
            && match (step.role, self.is_there(&step, value, 0)) {
                // The condition can depend on the size of the step. It is checked in its turn.
                (Role::Visible, Err(error)) if is_unknown(&error) => *value != Value::Absent,
                (_, is_there) => is_there?,
            };
        if !self.or_placed(place, (&step, value), is_there) {
            return Ok(());
        }
        if let Role::Constant(bytes) = step.role {
            return self.write_constant(shape, bytes);
        }
        if let Some(by) = by {
            return self.compute_early(place, &step, (shape, by));
        }
        if step.role == Role::Filler {
            // The amount of filler is known only at its position.
            return Err(self.unknown(place));
        }
        if let Shape::Bits { number, parts } = shape {
            return self.bits(place, number, parts as usize, true);
        }
        match (shape, unpadded(value)) {
            (Shape::Offsets { element, .. }, (Value::List(values), padded)) => {
                self.sequence(element, (values, padded), step.reject, ElementLimit::Schema, true);
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

    /// Writes the number or the digest that a step is computed as.
    pub(super) fn write_computed(
        &mut self,
        place: usize,
        step: &Step,
        (shape, by): (Shape, ExprId),
    ) -> Result<()> {
        if let (Shape::Bytes(length), Some((kind, of))) = (shape, self.plan.digest(step)) {
            let sum = self.checksum_of(kind, of)?;
            self.push_visible(step, self.executor.whole_number(&sum.digest));
            return self.write_bytes(length, &sum.digest, 1);
        }
        let number = self.eval(by).map(Some);
        let width = self.fixed_width(shape);
        let number = match width.is_some() || self.is_draft() {
            true => self.or_later(number, None)?,
            false => number?,
        };
        let Some(number) = number else {
            self.provisional.set(Provisional { is: true, has_guesses: true });
            if self.is_draft() {
                self.push_visible(step, 0);
            }
            return match width {
                Some(width) => {
                    self.writer.bytes(&[0; 8][..width.min(8)]);
                    Ok(())
                }
                // Digits of a fixed number.
                None => self.executor.write_number(&mut self.writer, &shape, 0),
            };
        };
        self.keep_number(place, number);
        self.push_visible(step, number);
        self.executor.write_number(&mut self.writer, &shape, number)
    }

    /// The number of bytes of a step that is a number of fixed width or a digest, and present in any case.
    pub(super) fn width_of(&self, step: u32) -> Option<usize> {
        let (step, _, open) = self.step_at(step as usize)?;
        if !open || step.when.is_some() {
            return None;
        }
        if let Some((kind, _)) = self.plan.digest(step) {
            return kind.digest_size()?.try_into().ok();
        }
        self.fixed_width(*self.plan.shapes.get(self.one_of(step.shape).ok()?.index())?)
    }

    /// The number of bytes of a number of fixed width without digits.
    fn fixed_width(&self, shape: Shape) -> Option<usize> {
        match shape {
            Shape::Integer { coding: coding @ (Coding::Little | Coding::Big), bits, .. } => {
                coding.fixed_bytes(bits).map(usize::from)
            }
            Shape::Enum { number, .. }
            | Shape::Index { number, .. }
            | Shape::Bits { number, .. } => {
                self.fixed_width(*self.plan.shapes.get(number.index())?)
            }
            Shape::Bool => Some(1),
            _ => None,
        }
    }

    /// Writes a computed step early.
    fn compute_early(
        &mut self,
        place: usize,
        step: &Step,
        (shape, by): (Shape, ExprId),
    ) -> Result<()> {
        match shape {
            Shape::Computed { .. } => Ok(()),
            Shape::Integer { .. }
            | Shape::Bool
            | Shape::Enum { .. }
            | Shape::Index { .. }
            | Shape::Bytes(_) => self.write_computed(place, step, (shape, by)),
            Shape::Sequence { element, reversed, .. } => {
                let Some(&Expr::Sizes(target)) = self.plan.exprs.get(by.index()) else {
                    return Err(self.unknown(place));
                };
                let padded = self.step_at(place).map_or(&[][..], |(_, value, _)| unpadded(value).1);
                self.write_sizes((element, padded), reversed, target as usize, step.list)
            }
            _ => Err(self.unknown(place)),
        }
    }

    /// Keeps what was written early, and returns to the step that needed it. Writes it again if it is at another position than
    /// expected, which its size can show.
    pub(super) fn end_early(&mut self) -> Result<()> {
        let Some(Frame::Early {
            writer,
            filler,
            place,
            attempts,
            noted,
            starts: around,
            placed,
            computed,
            origin,
            provisional: around_provisional,
        }) = self.frames.pop()
        else {
            return Ok(());
        };
        let origin = std::mem::replace(&mut self.origin, origin);
        self.is_full = false;
        if let (spelling @ Some(_), Some((step, ..))) =
            (self.spelling_of(place), self.step_at(place))
        {
            self.spell(spelling, step.shape, 0);
        }
        let noted = self.state.split(&noted);
        let bytes = std::mem::replace(&mut self.writer, writer).into_bytes();
        let filler = std::mem::replace(&mut self.filler, filler);
        let starts = std::mem::replace(&mut self.starts, around);
        let placed_bytes = self.placed_early.take();
        self.state.early += bytes.len() as u64 + 1;
        let provisional = self.exchange(around_provisional);
        if let Some(Frame::Item(frame)) = self.frames.last_mut() {
            let progress = frame.next;
            let mut guesses = Vec::new();
            if provisional.is {
                let numbers = frame.computed.split_off(computed.min(frame.computed.len()));
                let numbers = numbers.into_iter().filter(|(of, _)| *of != place);
                guesses.extend(numbers.map(|(place, number)| Guess {
                    place,
                    number,
                    is_read: Cell::new(false),
                }));
                self.state.written.truncate(placed);
            }
            frame.early.push(EarlyStep {
                place,
                bytes,
                filler,
                placed: placed_bytes,
                starts,
                noted,
                origin,
                provisional,
                progress,
                used: Cell::default(),
                guesses,
            });
        }
        let other = self.other_origin(place, attempts);
        let Some(Frame::Item(frame)) = self.frames.last_mut() else { return Ok(()) };
        match other {
            Some(other) => {
                frame.early.pop();
                frame.computed.truncate(computed);
                self.state.written.truncate(placed);
                self.write_at(place, other, attempts + 1)
            }
            None => {
                frame.next -= 1;
                Ok(())
            }
        }
    }
}
