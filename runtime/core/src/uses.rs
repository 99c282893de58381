//! The uses of values: linked lists through the places of all operands. The code that changes operands updates these lists.
//!
//! The module is hidden from the documentation, because the lists check nothing. The formats number their values and the places of
//! their operands, keep both numbers for every operand, and must not link a place twice.

use crate::forest::OpId;

const NONE: u32 = u32::MAX;

/// A use of a value: an operand of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Use {
    /// The operation.
    pub op: OpId,
    /// The position among its operands, counted from zero.
    pub operand: u32,
}

/// Doubly linked lists of places. Each place is in at most one list.
#[derive(Clone, Debug, Default)]
pub struct UseLists {
    /// The place that came last into each list.
    first: Vec<u32>,
    places: Vec<Place>,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    next: u32,
    previous: u32,
    /// The user of the operand in this place; `NONE` for a free place.
    user: u32,
}

const FREE: Place = Place { next: NONE, previous: NONE, user: NONE };

impl UseLists {
    /// Empty lists, and places that are in none of them.
    pub fn new(lists: usize, places: usize) -> Self {
        UseLists { first: vec![NONE; lists], places: vec![FREE; places] }
    }

    /// Grows to at least this many lists and places.
    pub fn grow(&mut self, lists: usize, places: usize) {
        self.first.resize(lists.max(self.first.len()), NONE);
        self.places.resize(places.max(self.places.len()), FREE);
    }

    /// The number of places.
    pub fn places(&self) -> usize {
        self.places.len()
    }

    /// Adds a place that is in no list to a list, if that list exists.
    pub fn link(&mut self, list: usize, place: usize, user: u32) {
        let Some(first) = self.first.get_mut(list) else { return };
        let next = std::mem::replace(first, place as u32);
        self.places[place] = Place { next, previous: NONE, user };
        if let Some(next) = self.places.get_mut(next as usize) {
            next.previous = place as u32;
        }
    }

    /// Removes a place from its list.
    pub fn unlink(&mut self, list: usize, place: usize) {
        let Place { next, previous, user } = std::mem::replace(&mut self.places[place], FREE);
        if user == NONE {
            return;
        }
        match self.places.get_mut(previous as usize) {
            Some(previous) => previous.next = next,
            None => {
                if let Some(first) = self.first.get_mut(list) {
                    *first = next;
                }
            }
        }
        if let Some(next) = self.places.get_mut(next as usize) {
            next.previous = previous;
        }
    }

    /// The places in a list and their users, the latest first.
    pub fn of(&self, list: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        let mut at = self.first.get(list).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            let place = at;
            let found = self.places.get(place as usize)?;
            at = found.next;
            Some((place as usize, found.user))
        })
    }
}
