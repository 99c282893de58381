//! The uses of values: computed on the first query, and then updated by edits.

use crate::generated::Op;
use bytespec_core::forest::{BlockId, Forest, OpId};
use bytespec_core::uses::{Use, UseLists};
use bytespec_core::values::Value;
use std::sync::OnceLock;

/// The operations of a body and their nesting, for computing uses.
#[derive(Clone, Copy)]
pub(crate) struct Content<'b> {
    pub(crate) ops: &'b [Op],
    pub(crate) forest: &'b Forest,
    /// The entry block of the function.
    pub(crate) entry: BlockId,
    /// Number of values.
    pub(crate) values: usize,
}

/// The uses of values, if they were computed. They are ignored in comparisons.
#[derive(Clone, Debug, Default)]
pub(crate) struct CachedUsers(pub(crate) OnceLock<Users>);

impl PartialEq for CachedUsers {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The uses of values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Users {
    /// The places of each operation's operands in the lists.
    operands: Vec<Places>,
    /// The operand places with each value: two lists for each value, one for operations in the function and one for others.
    lists: UseLists,
}

/// Whether an operation is in the function, so that its operands count as uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Membership {
    InFunction,
    #[default]
    Detached,
}

impl Membership {
    fn of(Content { forest, entry, .. }: Content<'_>, op: OpId) -> Self {
        let outermost = forest.op_block(op).and_then(|block| forest.outermost(block));
        if outermost == Some(entry) { Membership::InFunction } else { Membership::Detached }
    }
}

/// The consecutive places of an operation's operands, and the kind of list that they are in.
#[derive(Clone, Copy, Debug, Default)]
struct Places {
    first: u32,
    len: u32,
    membership: Membership,
}

/// The index of the use list of a value.
fn list(value: Value, membership: Membership) -> usize {
    2 * value.index() as usize + usize::from(membership == Membership::Detached)
}

impl Users {
    /// Computes the uses of all values of a body in one pass.
    pub(crate) fn of(content: Content<'_>) -> Self {
        let lists = UseLists::new(2 * content.values, 0);
        let mut users = Users { lists, ..Users::default() };
        let mut membership = vec![Membership::Detached; content.ops.len()];
        for op in content.forest.walk(content.entry) {
            membership[op.index()] = Membership::InFunction;
        }
        for (id, membership) in (0..).zip(membership) {
            users.link_at(content, OpId::at(id), membership);
        }
        users
    }

    /// The uses of a value, with the operation and the operand index, the latest first.
    pub(crate) fn uses(
        &self,
        value: Value,
        membership: Membership,
    ) -> impl Iterator<Item = Use> + '_ {
        self.lists.of(list(value, membership)).map_while(|(place, user)| {
            let places = self.operands.get(user as usize)?;
            Some(Use { op: OpId::at(user), operand: place as u32 - places.first })
        })
    }

    /// Adds the operands of an operation to the lists.
    pub(crate) fn link(&mut self, content: Content<'_>, id: OpId) {
        self.link_at(content, id, Membership::of(content, id));
    }

    fn link_at(&mut self, content: Content<'_>, id: OpId, membership: Membership) {
        let Some(op) = content.ops.get(id.index()) else { return };
        let mut operands = Vec::new();
        op.each_operand(|value| operands.push(*value));
        if self.operands.len() <= id.index() {
            self.operands.resize(id.index() + 1, Places::default());
        }
        let places = &mut self.operands[id.index()];
        places.membership = membership;
        // The existing places suffice for as many operands.
        if (places.len as usize) < operands.len() {
            (places.first, places.len) = (self.lists.places() as u32, operands.len() as u32);
        }
        let first = places.first as usize;
        self.lists.grow(2 * content.values, first + operands.len());
        for (place, value) in (first..).zip(operands) {
            // Writing refuses a value that no body defines.
            if (value.index() as usize) < content.values {
                self.lists.link(list(value, membership), place, id.number());
            }
        }
    }

    /// Removes the operands of an operation from their lists.
    pub(crate) fn unlink(&mut self, content: Content<'_>, id: OpId) {
        let Some(op) = content.ops.get(id.index()) else { return };
        let Places { first, len, membership } =
            self.operands.get(id.index()).copied().unwrap_or_default();
        let mut places = (first..first + len).map(|place| place as usize);
        op.each_operand(|value| {
            if let Some(place) = places.next() {
                self.lists.unlink(list(*value, membership), place);
            }
        });
    }

    /// Updates the lists after an operation, with those inside of it, was put into the function or removed from it.
    pub(crate) fn move_all(&mut self, content: Content<'_>, op: OpId) {
        let to = Membership::of(content, op);
        for op in content.forest.walk_op(op) {
            let known = self.operands.get(op.index());
            if known.is_none_or(|places| places.membership != to) {
                self.unlink(content, op);
                self.link_at(content, op, to);
            }
        }
    }
}
