//! Finding entries of tables by their content, without a copy of it.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher, RandomState};

/// What was looked for in the tables of a module.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    pub(super) strings: Index,
    pub(super) dialects: Index,
    pub(super) attributes: Index,
    pub(super) types: Index,
    pub(super) op_names: Index,
    pub(super) properties: Index,
}

/// The numbers of a table's entries by the hash of their content; filled when it is first asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    numbers: HashMap<u64, u32, BuildSame>,
    state: RandomState,
    /// Entries of the table that are in the index.
    done: usize,
}

impl Index {
    /// The first of the `len` entries of a table that has this content.
    pub(super) fn find<K: Hash + Eq>(
        &mut self,
        len: usize,
        content: impl Fn(u32) -> K,
        wanted: &K,
    ) -> Option<u32> {
        self.numbers.reserve(len.saturating_sub(self.done));
        for number in self.done..len {
            let number = number as u32;
            if let Err(free) = self.look(&content(number), &content) {
                self.numbers.insert(free, number);
            }
        }
        self.done = len;
        self.look(wanted, &content).ok()
    }

    /// The entry with a content, or else the key that is free for it.
    fn look<K: Hash + Eq>(&self, wanted: &K, content: &impl Fn(u32) -> K) -> Result<u32, u64> {
        let mut key = self.state.hash_one(wanted);
        while let Some(&number) = self.numbers.get(&key) {
            if content(number) == *wanted {
                return Ok(number);
            }
            key = key.wrapping_add(1);
        }
        Err(key)
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
