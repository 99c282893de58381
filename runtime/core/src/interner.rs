//! Finds entries of tables by their content, without a copy of it. Tables of any kind can be used, if they grow only at their
//! end.

use crate::hash::Seeded;
use std::hash::{BuildHasher, Hash};

/// The numbers of a table's entries, by the hash of their content. It is filled at the first lookup.
#[derive(Clone, Debug, Default)]
pub struct Interner {
    /// A power of two of slots, or none. The search for an entry begins at a slot that its hash gives; the entry is there or after
    /// it.
    slots: Vec<Slot>,
    /// How many slots are taken.
    taken: usize,
    state: Seeded,
    /// The number of entries of the table that are in the index, or need not be.
    done: usize,
}

/// The number of an entry, and its hash, which distinguishes it from most others.
#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    number: u32,
}

/// Holds no entry: no table has one of this number.
const FREE: Slot = Slot { hash: 0, number: u32::MAX };

/// The fewest slots.
const MIN_SLOTS: usize = 16;

impl Interner {
    /// The first of the `len` entries of a table with this content. If there is none, the content gets the next number, and the
    /// caller must append it.
    pub fn place<K: Hash + PartialEq>(
        &mut self,
        len: usize,
        content: impl Fn(u32) -> K,
        wanted: &K,
    ) -> Option<u32> {
        self.fill(len, &content);
        let found = self.put(wanted, len as u32, &content);
        if found.is_none() {
            self.done = len + 1;
        }
        found
    }

    /// The first of the `len` entries of a table with this content.
    pub fn first<K: Hash + PartialEq>(
        &mut self,
        len: usize,
        content: impl Fn(u32) -> K,
        wanted: &K,
    ) -> Option<u32> {
        self.fill(len, &content);
        self.find(content, wanted)
    }

    /// Adds the entries that were appended since the last lookup.
    fn fill<K: Hash + PartialEq>(&mut self, len: usize, content: &impl Fn(u32) -> K) {
        for number in self.done..len {
            let number = number as u32;
            self.put(&content(number), number, content);
        }
        self.done = self.done.max(len);
    }

    /// The first entry with this content, among the entries that are in the index already.
    pub fn find<K: Hash + PartialEq>(&self, content: impl Fn(u32) -> K, wanted: &K) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        self.seek(self.hash(wanted), wanted, &content).ok()
    }

    /// Leaves the next entry of a table of `len` out of the index: the caller, who appends it, knows that it is unique.
    pub fn pass(&mut self, len: usize) {
        if self.done == len {
            self.done = len + 1;
        }
    }

    /// Updates the index after the content of an entry changed. The old slot no longer matches, because a lookup compares with the
    /// table.
    pub fn change<K: Hash + PartialEq>(&mut self, number: u32, content: impl Fn(u32) -> K) {
        if (number as usize) < self.done {
            self.put(&content(number), number, &content);
        }
    }

    /// The entry with a content, or else none, and `number` is the entry's.
    fn put<K: Hash + PartialEq>(
        &mut self,
        wanted: &K,
        number: u32,
        content: &impl Fn(u32) -> K,
    ) -> Option<u32> {
        if 4 * self.taken >= 3 * self.slots.len() {
            self.grow();
        }
        let hash = self.hash(wanted);
        match self.seek(hash, wanted, content) {
            Ok(number) => Some(number),
            Err(free) => {
                self.slots[free] = Slot { hash, number };
                self.taken += 1;
                None
            }
        }
    }

    fn hash(&self, wanted: &impl Hash) -> u32 {
        (self.state.hash_one(wanted) >> u32::BITS) as u32
    }

    /// The entry with a content, or else the place where it would stand. There is a free one.
    fn seek<K: PartialEq>(
        &self,
        hash: u32,
        wanted: &K,
        content: &impl Fn(u32) -> K,
    ) -> Result<u32, usize> {
        let last = self.slots.len() - 1;
        let mut place = self.start(hash);
        loop {
            let slot = self.slots[place];
            if slot.number == FREE.number {
                return Err(place);
            }
            if slot.hash == hash && content(slot.number) == *wanted {
                return Ok(slot.number);
            }
            place = (place + 1) & last;
        }
    }

    /// Where an entry begins to be looked for: by the highest bits of its hash.
    fn start(&self, hash: u32) -> usize {
        ((u64::from(hash) * self.slots.len() as u64) >> u32::BITS) as usize
    }

    /// Twice as many slots.
    #[cold]
    fn grow(&mut self) {
        let len = (2 * self.slots.len()).max(MIN_SLOTS);
        let before = std::mem::replace(&mut self.slots, vec![FREE; len]);
        for slot in before.into_iter().filter(|slot| slot.number != FREE.number) {
            let mut place = self.start(slot.hash);
            while self.slots[place].number != FREE.number {
                place = (place + 1) & (len - 1);
            }
            self.slots[place] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Interner;

    #[test]
    fn entries_are_found_by_content() {
        let mut table: Vec<u64> = (0..10).collect();
        let mut index = Interner::default();
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
    fn changed_entries_are_found_by_their_new_value() {
        let mut table: Vec<u64> = (0..100).collect();
        let mut index = Interner::default();
        assert_eq!(index.place(table.len(), |number| table[number as usize], &7), Some(7));
        for number in 0..100 {
            table[number as usize] += 1_000;
            index.change(number, |number| table[number as usize]);
        }
        for wanted in 0..100 {
            let content = |number: u32| table.get(number as usize).copied().unwrap_or(u64::MAX);
            assert_eq!(index.place(100, content, &(wanted + 1_000)), Some(wanted as u32));
        }
        assert_eq!(index.place(100, |_| u64::MAX, &7), None);
    }

    #[test]
    fn passed_entries_are_not_found() {
        let mut index = Interner::default();
        index.pass(0);
        assert_eq!(index.first(1, |_| 5, &5), None);
        assert_eq!(index.place(1, |_| 5, &5), None);
        assert_eq!(index.place(2, |_| 5, &5), Some(1));
        assert_eq!(index.find(|_| 5, &5), Some(1));
    }
}
