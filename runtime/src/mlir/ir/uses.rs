//! Which operands use a value: lists through all operands, made when they are first asked for and
//! kept up to date from then on.

use super::{Ir, NONE, Op, Slice, Value};

/// The uses of every value, as doubly linked lists of places among the operands of all operations.
#[derive(Clone, Debug, Default)]
pub(super) struct Uses {
    /// The place of the latest use of each value.
    first: Vec<u32>,
    places: Vec<Place>,
    /// Operations whose operands are in the lists: those made later are not.
    ops: usize,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    next: u32,
    previous: u32,
    user: u32,
}

impl Uses {
    fn link(&mut self, value: Value, place: usize, user: Op) {
        let Some(first) = self.first.get_mut(value.index()) else { return };
        let next = std::mem::replace(first, place as u32);
        self.places[place] = Place { next, previous: NONE, user: user.0 };
        if let Some(next) = self.places.get_mut(next as usize) {
            next.previous = place as u32;
        }
    }

    fn unlink(&mut self, value: Value, place: usize) {
        let Place { next, previous, .. } = self.places[place];
        match self.places.get_mut(previous as usize) {
            Some(previous) => previous.next = next,
            None => {
                if let Some(first) = self.first.get_mut(value.index()) {
                    *first = next;
                }
            }
        }
        if let Some(next) = self.places.get_mut(next as usize) {
            next.previous = previous;
        }
    }
}

impl Ir {
    /// Brings the lists up to date: costs the operations made since they were last asked for.
    pub(in crate::mlir) fn find_uses(&mut self) {
        let uses = &mut self.uses;
        uses.first.resize(self.values.len(), NONE);
        let place = Place { next: NONE, previous: NONE, user: NONE };
        uses.places.resize(self.operands.len(), place);
        for index in uses.ops..self.ops.len() {
            for place in self.ops[index].operands.range() {
                uses.link(self.operands[place], place, Op(index as u32));
            }
        }
        uses.ops = self.ops.len();
    }

    /// The operations that use a value, once for each operand, as of the last [`Ir::find_uses`].
    pub(in crate::mlir) fn users(&self, value: Value) -> impl Iterator<Item = Op> + '_ {
        let mut place = self.uses.first.get(value.index()).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            let found = self.uses.places.get(place as usize)?;
            place = found.next;
            Some(Op(found.user))
        })
    }

    /// Lets every use of a value be a use of another one.
    pub(in crate::mlir) fn replace_uses(&mut self, from: Value, to: Value) {
        if from == to {
            return;
        }
        self.find_uses();
        let mut at = self.uses.first.get(from.index()).copied().unwrap_or(NONE);
        while let Some(place) = self.uses.places.get(at as usize).copied() {
            let index = at as usize;
            at = place.next;
            self.uses.unlink(from, index);
            self.operands[index] = to;
            self.uses.link(to, index, Op(place.user));
        }
    }

    fn listed_operands(&self, op: Op) -> Slice {
        match self.ops.get(op.index()) {
            Some(data) if op.index() < self.uses.ops => data.operands,
            _ => Slice::default(),
        }
    }

    /// Takes the operands of an operation out of the lists, if they are there.
    pub(super) fn unlink_operands(&mut self, op: Op) {
        for place in self.listed_operands(op).range() {
            self.uses.unlink(self.operands[place], place);
        }
    }

    /// Puts the operands of an operation into the lists, if those of its kind are there.
    pub(super) fn link_operands(&mut self, op: Op) {
        let listed = self.listed_operands(op);
        if listed.len == 0 {
            return;
        }
        self.uses.first.resize(self.values.len(), NONE);
        let place = Place { next: NONE, previous: NONE, user: NONE };
        self.uses.places.resize(self.operands.len(), place);
        for place in listed.range() {
            self.uses.link(self.operands[place], place, op);
        }
    }
}
