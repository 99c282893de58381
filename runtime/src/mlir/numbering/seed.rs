//! A quick hash of bytes.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A start for [`Fold`] that nobody can foresee.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seed(u64);

impl Seed {
    pub(super) fn new() -> Self {
        Seed(RandomState::new().build_hasher().finish())
    }
}

impl BuildHasher for Seed {
    type Hasher = Fold;

    fn build_hasher(&self) -> Fold {
        Fold(self.0)
    }
}

/// A quick hash of bytes: words are multiplied in, both halves of the product are kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fold(u64);

/// Has as many ones as zeros, in no order.
const MIXER: u64 = {
    let mut bits = u64::MAX / 3;
    let mut round = 0;
    while round < 6 {
        bits = (bits ^ bits >> 31).wrapping_mul(bits | 1).rotate_left(15);
        round += 1;
    }
    bits | 1
};

impl Hasher for Fold {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        if !rest.is_empty() {
            self.write_u64(rest.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * u128::from(MIXER);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    fn write_usize(&mut self, len: usize) {
        self.write_u64(len as u64);
    }
}
