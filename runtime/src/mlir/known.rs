//! Finding entries of tables by their content, without a copy of it.

use super::generated::DialectId;
use crate::hash::Seeded;
use crate::wire::Writer;
use std::hash::{BuildHasher, Hash};

/// What was looked for in the tables of a module.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    pub(super) strings: Index,
    pub(super) dialects: Index,
    /// The dialect that was asked for last by the name that it has in the schema.
    pub(super) dialect: Option<(&'static str, DialectId)>,
    pub(super) attributes: Index,
    pub(super) types: Index,
    pub(super) op_names: Index,
    pub(super) properties: Index,
    /// Room to write an entry in.
    pub(super) writer: Writer,
}

/// The numbers of a table's entries by the hash of their content; filled when it is first asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// A power of two of places, or none: the entry that begins to be looked for at a place stands there or behind it.
    slots: Vec<Slot>,
    /// How many slots are taken.
    taken: usize,
    state: Seeded,
    /// Entries of the table that are in the index, or need not be.
    done: usize,
}

/// An entry by number, and its hash, by which most others are told apart.
#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    number: u32,
}

/// Holds no entry: no table has one of this number.
const FREE: Slot = Slot { hash: 0, number: u32::MAX };

/// The fewest slots.
const MIN_SLOTS: usize = 16;

impl Index {
    /// The first of the `len` entries of a table that has this content. Where there is none, the next number is its from now on,
    /// and who asks appends it.
    pub(super) fn place<K: Hash + Eq>(
        &mut self,
        len: usize,
        content: impl Fn(u32) -> K,
        wanted: &K,
    ) -> Option<u32> {
        for number in self.done..len {
            let number = number as u32;
            self.put(&content(number), number, &content);
        }
        self.done = self.done.max(len);
        let found = self.put(wanted, len as u32, &content);
        if found.is_none() {
            self.done = len + 1;
        }
        found
    }

    /// The next entry of a table of `len` is never looked for: who appends it knows that there is none like it.
    pub(super) fn pass(&mut self, len: usize) {
        if self.done == len {
            self.done = len + 1;
        }
    }

    /// The entry with a content, or else none, and `number` is the entry's.
    fn put<K: Hash + Eq>(
        &mut self,
        wanted: &K,
        number: u32,
        content: &impl Fn(u32) -> K,
    ) -> Option<u32> {
        if 4 * self.taken >= 3 * self.slots.len() {
            self.grow();
        }
        let hash = (self.state.hash_one(wanted) >> u32::BITS) as u32;
        let last = self.slots.len() - 1;
        let mut place = self.first(hash);
        loop {
            let slot = self.slots[place];
            if slot.number == FREE.number {
                self.slots[place] = Slot { hash, number };
                self.taken += 1;
                return None;
            }
            if slot.hash == hash && content(slot.number) == *wanted {
                return Some(slot.number);
            }
            place = (place + 1) & last;
        }
    }

    /// Where an entry begins to be looked for: by the highest bits of its hash.
    fn first(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.slots.len() as u64) >> u32::BITS) as usize
    }

    /// Twice as many slots.
    #[cold]
    fn grow(&mut self) {
        let len = (2 * self.slots.len()).max(MIN_SLOTS);
        let before = std::mem::replace(&mut self.slots, vec![FREE; len]);
        for slot in before.into_iter().filter(|slot| slot.number != FREE.number) {
            let mut place = self.first(slot.hash);
            while self.slots[place].number != FREE.number {
                place = (place + 1) & (len - 1);
            }
            self.slots[place] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Index;

    #[test]
    fn entries_are_found_by_content() {
        let mut table: Vec<u64> = (0..10).collect();
        let mut index = Index::default();
        for wanted in (0..1000).chain(500..1500) {
            let content = |number: u32| table[number as usize];
            match index.place(table.len(), content, &wanted) {
                Some(number) => assert_eq!(table[number as usize], wanted),
                None => {
                    assert!(!table.contains(&wanted));
                    table.push(wanted);
                }
            }
        }
        assert_eq!(table, (0..1500).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_passed_is_not_found() {
        let mut index = Index::default();
        index.pass(0);
        assert_eq!(index.place(1, |_| 5, &5), None);
        assert_eq!(index.place(2, |_| 5, &5), Some(1));
    }
}
