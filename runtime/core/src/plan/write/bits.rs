//! Integers whose bits are steps.

use super::Writing;
use super::frame::Frame;
use crate::error::Result;
use crate::plan::Value;
use crate::wire::pack;
use bytespec_plan::{Place, Shape, ShapeId, Step};

impl<'v> Writing<'_, '_, 'v> {
    /// Writes an integer that consists of the bits of its parts.
    pub(super) fn bits(
        &mut self,
        place: usize,
        number: ShapeId,
        parts: usize,
        there: bool,
    ) -> Result<()> {
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
            let present = match (open, step.when) {
                (true, Some(when)) => self.eval(when)? != 0,
                (open, None) => open,
                (false, Some(_)) => false,
            };
            let size = self.size_of(&step).filter(|_| present);
            match size {
                Some(size) => self.push_visible(&step, size),
                None => self.push_number(step.list, part, &step, present)?,
            }
            if !present {
                self.refuse(&step, value, open)?;
                continue;
            }
            let number = match size {
                Some(size) => size,
                None => self.part_number(&step, shape, value)?,
            };
            self.keep_number(part, number);
            let number = match self.plan.shapes.get(shape.index()) {
                Some(shape) => self.executor.bits_of_part(shape, number)?,
                None => number,
            };
            let width = width.map_or(64, u32::from);
            match place {
                Place::Bit(bit) if width < 64 => whole |= pack(0, width, number)? << bit,
                Place::Bit(_) => whole = number,
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
        let number = self.one_of(number)?;
        let Some(&shape) = self.plan.shapes.get(number.index()) else { return Ok(()) };
        let (spelling, start) = (self.spelling_of(place), self.writer.len());
        self.executor.write_number(&mut self.writer, &shape, whole)?;
        self.spell(spelling, number, start);
        Ok(())
    }

    /// The number of a part.
    fn part_number(&self, step: &Step, shape: ShapeId, value: &Value) -> Result<u64> {
        let of = self.plan.shapes.get(shape.index());
        match step.role.computed() {
            Some(by) => self.eval(by),
            None => {
                self.checked(step, value)?;
                let number = value.number().ok_or_else(|| self.missing(step))?;
                self.rejected(step.reject, shape, number)?;
                of.map_or(Ok(()), |of| self.executor.check_member(of, value))?;
                Ok(number)
            }
        }
    }

    /// A step that must be written before parts can be computed from it.
    pub(super) fn unknown_of_parts(&self, place: usize, parts: usize, there: bool) -> Option<u32> {
        (place + 1..=place + parts).find_map(|part| {
            let (step, _, open) = self.step_at(part)?;
            self.unknown_bytes(place, step.role.computed().filter(|_| open && there)?)
        })
    }

    /// The number of the lowest bits that parts with fixed positions take.
    pub(super) fn fixed_bits(&self, place: usize, parts: usize) -> u32 {
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
}
