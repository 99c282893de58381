//! Finding entries of tables by their content, without a copy of it.

use super::generated::DialectId;
use crate::hash::Seeded;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasher, Hash, Hasher};

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
}

/// The numbers of a table's entries by the hash of their content; filled when it is first asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    numbers: HashMap<u64, u32, BuildSame>,
    state: Seeded,
    /// Entries of the table that are in the index.
    done: usize,
}

impl Index {
    /// The first of the `len` entries of a table that has this content. Where there is none, the next number is its from now on,
    /// and who asks appends it.
    pub(super) fn place<K: Hash + Eq>(
        &mut self,
        len: usize,
        content: impl Fn(u32) -> K,
        wanted: &K,
    ) -> Option<u32> {
        self.numbers.reserve(len.saturating_sub(self.done));
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

    /// The entry with a content, or else none, and `number` is the entry's.
    fn put<K: Hash + Eq>(
        &mut self,
        wanted: &K,
        number: u32,
        content: &impl Fn(u32) -> K,
    ) -> Option<u32> {
        let mut key = self.state.hash_one(wanted);
        loop {
            match self.numbers.entry(key) {
                Entry::Occupied(found) if content(*found.get()) == *wanted => {
                    return Some(*found.get());
                }
                Entry::Occupied(_) => key = key.wrapping_add(1),
                Entry::Vacant(free) => {
                    free.insert(number);
                    return None;
                }
            }
        }
    }
}

/// Takes a number that is a hash as one.
#[derive(Clone, Copy, Debug, Default)]
struct BuildSame;

impl BuildHasher for BuildSame {
    type Hasher = Same;

    fn build_hasher(&self) -> Same {
        Same(0)
    }
}

struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}
