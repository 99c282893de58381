//! Values at offsets that do not meet their conditions, which depend on the offsets.

use super::FileValue;
use super::placed::Conflict;
use super::relocate::{Moved, Relocation};
use crate::plan::Value;
use crate::plan::execution_state::Misplaced;
use bytespec_plan::{Expr, ExprId};
use std::collections::{HashMap, HashSet};

impl Relocation<'_, '_> {
    /// Gives values that do not meet their conditions other offsets: first 0, and then a place behind all others if the value is there,
    /// and otherwise a number in the condition. `tried` counts the offsets of each value. None if a value has none to try.
    pub(super) fn place(
        &self,
        value: &mut FileValue,
        misplaced: &[Misplaced],
        conflict: &Conflict,
        tried: &mut HashMap<Box<[usize]>, usize>,
    ) -> Option<Vec<Moved>> {
        let (mut movable, mut moved) = (Vec::new(), Vec::new());
        for Misplaced { value: written, when, .. } in misplaced {
            let source = self.source_of(value.record()?, written)?;
            if self.is_set(&source.positions) {
                return None;
            }
            let is_there = *value.record()?.part(&written.positions)? != Value::Absent;
            let tried = tried.entry(written.positions.clone()).or_default();
            let before = value.record()?.part(&source.positions)?.bare().number()?;
            let number = if is_there {
                (*tried < 2).then_some(0)?
            } else {
                std::iter::once(0).chain(self.numbers_in(*when)).nth(*tried)?
            };
            *tried += 1;
            if is_there && before == 0 {
                *tried = 2;
                movable.push((written, source));
            } else {
                let by = number.cast_signed().checked_sub(before.cast_signed())?;
                moved.push(self.advance(value.record_mut()?, &source, by)?);
            }
        }
        let end = conflict.end_without(&HashSet::new()).max(self.input.len() as u64);
        moved.extend(self.relocate(value, movable, end)?);
        Some(moved)
    }

    /// The constant numbers of an expression.
    fn numbers_in(&self, of: ExprId) -> impl Iterator<Item = u64> {
        let (plan, mut left) = (self.plan(), vec![of]);
        std::iter::from_fn(move || {
            let expr = plan.exprs.get(left.pop()?.index())?;
            left.extend(expr.parts());
            Some(*expr)
        })
        .filter_map(|expr| match expr {
            Expr::Number(number) if number > 0 => Some(number),
            _ => None,
        })
    }
}
