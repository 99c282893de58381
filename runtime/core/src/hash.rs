//! Maps that are fast for short keys.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

/// Spreads numbers over all bits of a word: 2^64 divided by the golden ratio.
pub const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// What the standard library writes behind the bytes of a string.
const END_OF_STRING: u8 = 0xff;

/// A map that is fast for short keys.
pub type Map<K, V> = HashMap<K, V, Seeded>;

/// Hashes with a random seed, so that no input can make all names collide.
#[derive(Clone, Copy, Debug)]
pub struct Seeded(u64);

impl Default for Seeded {
    fn default() -> Self {
        Seeded(std::hash::RandomState::new().build_hasher().finish())
    }
}

impl BuildHasher for Seeded {
    type Hasher = Mixed;

    fn build_hasher(&self) -> Mixed {
        Mixed(self.0)
    }
}

/// The bytes of a word.
const WORD: usize = 8;

/// Multiplies and folds eight or sixteen bytes at a time.
pub struct Mixed(u64);

impl Mixed {
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * u128::from(SPREAD ^ self.0.rotate_left(32) | 1);
        self.0 = (product as u64) ^ (product >> 64) as u64;
    }

    /// Both factors depend on the seed, so that no input can make one of them zero.
    fn mix_two(&mut self, one: u64, other: u64) {
        let factor = SPREAD.wrapping_add(self.0.rotate_left(32)) ^ other;
        let product = u128::from(self.0 ^ one) * u128::from(factor);
        self.0 = self.0.rotate_left(29) ^ (product as u64) ^ (product >> 64) as u64;
    }
}

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        let (pairs, rest) = bytes.as_chunks::<{ 2 * WORD }>();
        for pair in pairs {
            let pair = u128::from_le_bytes(*pair);
            self.mix_two(pair as u64, (pair >> u64::BITS) as u64);
        }
        let (words, rest) = rest.as_chunks::<WORD>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.mix(u64::from_le_bytes(last) ^ (bytes.len() as u64) << 56);
    }

    fn write_u8(&mut self, number: u8) {
        // The end of a string adds nothing: the hash contains its length.
        if number != END_OF_STRING {
            self.mix(u64::from(number));
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.mix(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }
}
