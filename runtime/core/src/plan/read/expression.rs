//! Expressions over what was read.

use super::Reader;
use super::frame::Frame;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::expression::combined;
use crate::plan::number::{digits, read};
use bytespec_plan::{Expr, ExprId, Kind, Sign};

impl<'p, 'i> Reader<'_, 'p, 'i> {
    pub(super) fn number_of(&self, step: u32) -> u64 {
        let slots = self.scope().map_or(0, |frame| frame.slots);
        self.buffers.slots.get(slots + step as usize).map_or(0, |slot| slot.number)
    }

    pub(super) fn eval(&self, id: ExprId) -> Result<u64> {
        let slots = self.scope().map_or(0, |frame| frame.slots);
        self.eval_at(id, slots)
    }

    pub(super) fn eval_at(&self, id: ExprId, slots: usize) -> Result<u64> {
        let slot =
            |step: u32| self.buffers.slots.get(slots + step as usize).copied().unwrap_or_default();
        let Some(expr) = self.plan.exprs.get(id.index()) else { return Ok(0) };
        if let Expr::Field(step) = *expr {
            return Ok(slot(step).number);
        }
        if let Some(found) = combined(self.plan, *expr, |id| self.eval_at(id, slots)) {
            return found.map_err(|error| error.or_at(self.place_of_fault(&[Kind::Operation])));
        }
        Ok(match *expr {
            Expr::Present(step) => slot(step).present.into(),
            Expr::Open(gate) => self.executor.open(gate).into(),
            Expr::Elements(step) => slot(step).number,
            Expr::Bytes(step) => self.size_of(step)?,
            Expr::Element(step, at) => self.element_of(step, self.eval_at(at, slots)?)?,
            Expr::Matches(step, bytes) => {
                u64::from(self.content_of(step)? == bytes.of(&self.plan.bytes))
            }
            Expr::Big(step) => self.plan.tag_of(self.content_of(step)?),
            Expr::Digits(step, base) => digits(self.content_of(step)?, base)?,
            Expr::Checksum(kind, steps) => self.checksum_of(kind, steps)?.number,
            Expr::Around(item, step) => {
                let mut frames = self.buffers.frames.iter().rev();
                let found = frames.find_map(|frame| match frame {
                    Frame::Item(frame) if frame.item == item => Some(frame.slots),
                    _ => None,
                });
                let Some(slots) = found else {
                    let item =
                        format!("an item `{}` around this", self.executor.name_of(item)).into();
                    return Err(Error::new(ErrorKind::Absent { item, why: "is missing" }));
                };
                self.buffers.slots.get(slots + step as usize).map_or(0, |slot| slot.number)
            }
            Expr::Inner(_, item, part) => {
                let at = self.executor.prepared.inner_at(item, part);
                at.and_then(|at| self.state.inner.get(at).copied()).unwrap_or(0)
            }
            Expr::Is(_, item) => (self.state.chosen == Some(item)).into(),
            Expr::Argument(at) => self.state.argument(at).unwrap_or_default(),
            Expr::Index => self.index(),
            Expr::Position => self.cursor.position() as u64,
            Expr::Left => self.cursor.remaining() as u64,
            Expr::Peek(coding, bits) => {
                read(&mut self.cursor.clone(), coding, bits, Sign::Unsigned)?
            }
            Expr::FindLast(bytes) => self.state.found(self.plan, bytes)?,
            Expr::Count(list) => self.state.count(list) as u64,
            Expr::Total(list) => self.executor.total(&self.state.complete, list)?,
            Expr::Later(list, at) => {
                let at = self.eval_at(at, slots)?;
                let later = self.executor.later(&self.state.complete, list, at);
                later.map_err(|error| error.or_at(self.cursor.position()))?
            }
            Expr::Listed(list, at) => {
                let at = self.eval_at(at, slots)?;
                self.state.listed(list, at).ok_or_else(|| self.not_listed(list, at))?
            }
            Expr::Find(list, number) => self.state.find(list, self.eval_at(number, slots)?),
            _ => 0,
        })
    }

    /// The position of a fault of the current step: where the step begins, or its item if that is refused as a whole.
    #[cold]
    pub(super) fn place_of_fault(&self, refused_whole: &[Kind]) -> usize {
        let whole = self.scope().filter(|frame| {
            let item = self.plan.items.get(frame.item.index());
            item.is_some_and(|item| refused_whole.contains(&item.kind))
        });
        whole.map_or(self.cursor.position(), |frame| frame.start)
    }

    /// The index of the current element.
    pub(super) fn index(&self) -> u64 {
        let mut frames = self.buffers.frames.iter().rev();
        let found = frames.find_map(|frame| match frame {
            Frame::Sequence(frame) => Some(frame.place()),
            _ => None,
        });
        found.unwrap_or(0)
    }

    #[cold]
    pub(super) fn not_listed(&self, list: u32, at: u64) -> Error {
        let count = self.state.count(list);
        self.executor.not_listed(list, at, count).or_at(self.cursor.position())
    }
}
