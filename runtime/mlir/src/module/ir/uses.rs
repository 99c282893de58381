//! The uses of values: linked lists through all operands. They are built on the first query and then kept up to date.

use super::{Ir, OpId, Value};
use bytespec_core::uses::{Use, UseLists};

impl Ir {
    /// The use lists of all values.
    fn uses(&self) -> &UseLists {
        self.uses.get_or_init(|| {
            let mut uses = UseLists::new(self.values.len(), self.operands.len());
            for (user, op) in (0..).zip(&self.ops) {
                for place in op.operands.range() {
                    uses.link(self.operands[place].index(), place, user);
                }
            }
            uses
        })
    }

    /// The uses of a value, with the operation and the operand index, the latest first.
    pub(crate) fn uses_of(&self, value: Value) -> impl Iterator<Item = Use> + '_ {
        self.uses().of(value.index()).map_while(|(place, user)| {
            let operands = self.ops.get(user as usize)?.operands;
            Some(Use { op: OpId::at(user), operand: place as u32 - operands.start })
        })
    }

    /// Replaces all uses of a value by another value.
    pub(crate) fn replace_uses(&mut self, from: Value, to: Value) {
        if from == to {
            return;
        }
        let found: Vec<(usize, u32)> = self.uses().of(from.index()).collect();
        let Some(uses) = self.uses.get_mut() else { return };
        uses.grow(self.values.len(), 0);
        let mut users = Vec::with_capacity(found.len());
        for (place, user) in found {
            uses.unlink(from.index(), place);
            self.operands[place] = to;
            uses.link(to.index(), place, user);
            users.push(OpId::at(user));
        }
        users.into_iter().for_each(|user| self.edit(user));
    }

    /// Discards the lists, because operands changed without them.
    pub(super) fn forget_uses(&mut self) {
        self.uses.take();
    }

    /// Removes the operands of an operation from the lists, if they are built.
    pub(super) fn unlink_operands(&mut self, op: OpId) {
        let Some(uses) = self.uses.get_mut() else { return };
        let operands = self.ops.get(op.index()).map(|data| data.operands).unwrap_or_default();
        for place in operands.range() {
            uses.unlink(self.operands[place].index(), place);
        }
    }

    /// Adds the operands of an operation to the lists, if they are built.
    pub(super) fn link_operands(&mut self, op: OpId) {
        let Some(uses) = self.uses.get_mut() else { return };
        let operands = self.ops.get(op.index()).map(|data| data.operands).unwrap_or_default();
        uses.grow(self.values.len(), self.operands.len());
        for place in operands.range() {
            uses.link(self.operands[place].index(), place, op.number());
        }
    }
}
