//! Which operands use a value: lists through all operands, made when they are first asked for and
//! kept up to date from then on.

use super::{Ir, NONE, Op, Value};

/// A use of a value: an operand of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Use {
    /// The operation.
    pub op: Op,
    /// Which of its operands, counted from zero.
    pub operand: u32,
}

/// The uses of every value, as doubly linked lists of places among the operands of all operations.
#[derive(Clone, Debug, Default)]
pub(super) struct Uses {
    /// The place of the latest use of each value.
    first: Vec<u32>,
    places: Vec<Place>,
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

impl Uses {
    /// The lists of all operations that there are.
    fn of(ir: &Ir) -> Self {
        let place = Place { next: NONE, previous: NONE, user: NONE };
        let mut uses =
            Uses { first: vec![NONE; ir.values.len()], places: vec![place; ir.operands.len()] };
        for (index, op) in ir.ops.iter().enumerate() {
            for place in op.operands.range() {
                uses.link(ir.operands[place], place, Op(index as u32));
            }
        }
        uses
    }
}

impl Ir {
    fn uses(&self) -> &Uses {
        self.uses.get_or_init(|| Uses::of(self))
    }

    /// The operations that use a value, and which operand it is, the latest first.
    pub(in crate::mlir) fn uses_of(&self, value: Value) -> impl Iterator<Item = Use> + '_ {
        let uses = self.uses();
        let mut place = uses.first.get(value.index()).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            let found = uses.places.get(place as usize)?;
            let op = Op(found.user);
            let operand = place - self.ops.get(op.index())?.operands.start;
            place = found.next;
            Some(Use { op, operand })
        })
    }

    /// Lets every use of a value be a use of another one.
    pub(in crate::mlir) fn replace_uses(&mut self, from: Value, to: Value) {
        if from == to {
            return;
        }
        self.uses();
        let values = self.values.len();
        let Some(uses) = self.uses.get_mut() else { return };
        uses.first.resize(values, NONE);
        let mut at = uses.first.get(from.index()).copied().unwrap_or(NONE);
        while let Some(place) = uses.places.get(at as usize).copied() {
            let index = at as usize;
            at = place.next;
            uses.unlink(from, index);
            self.operands[index] = to;
            uses.link(to, index, Op(place.user));
        }
    }

    /// Forgets the lists: operands came or went without them.
    pub(super) fn forget_uses(&mut self) {
        self.uses.take();
    }

    /// Takes the operands of an operation out of the lists, if there are lists.
    pub(super) fn unlink_operands(&mut self, op: Op) {
        let Some(uses) = self.uses.get_mut() else { return };
        let operands = self.ops.get(op.index()).map(|data| data.operands).unwrap_or_default();
        for place in operands.range() {
            uses.unlink(self.operands[place], place);
        }
    }

    /// Puts the operands of an operation into the lists, if there are lists.
    pub(super) fn link_operands(&mut self, op: Op) {
        let Some(uses) = self.uses.get_mut() else { return };
        let operands = self.ops.get(op.index()).map(|data| data.operands).unwrap_or_default();
        uses.first.resize(self.values.len(), NONE);
        let place = Place { next: NONE, previous: NONE, user: NONE };
        uses.places.resize(self.operands.len(), place);
        for place in operands.range() {
            uses.link(self.operands[place], place, op);
        }
    }
}
