//! Damaged copies: no panic, errors with a place, explanations of every bit, and what can be read can be written.

use super::{Parts, Sample, formats, samples};
use bytespec::plan::{Executor, Explanation, File};

/// Damaged copies of each sample.
const COPIES: u64 = 2000;

/// Numbers as by chance (xorshift).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new() -> Self {
        Random(0x9e37_79b9_7f4a_7c15)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }

    /// A copy with other bytes at a few places, without its end, or with bytes more or less inside.
    pub(super) fn damaged(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut copy = bytes.to_vec();
        for _ in 0..=self.below(3) {
            let at = self.below(copy.len());
            match self.below(6) {
                0 => copy.truncate(at),
                1 => copy.insert(at, self.below(256) as u8),
                2 if at < copy.len() => drop(copy.remove(at)),
                3 if at < copy.len() => copy[at] = 0xff,
                _ if at < copy.len() => copy[at] ^= 1 << self.below(8),
                _ => {}
            }
        }
        copy
    }
}

#[test]
fn damage_is_an_error_with_a_place() {
    for format in formats() {
        let executor = Executor::new(format.plan, &[]).expect("a plan");
        let (mut errors, mut right) = (0, 0);
        for Sample { name, bytes, .. } in samples(&format) {
            let mut random = Random::new();
            for copy in 0..COPIES {
                let damaged = random.damaged(&bytes);
                let place = format!("copy {copy} of {name}");
                let opened = File::with(&executor, &damaged);
                match opened.and_then(|mut file| Ok((file.read()?, file))) {
                    Err(error) => {
                        let offset = error.offset();
                        assert!(offset.is_some_and(|at| at <= damaged.len()), "{place}: {error}");
                        errors += 1;
                    }
                    Ok((value, file)) => {
                        let written = file.write(&value);
                        assert_eq!(written.as_deref(), Ok(&damaged[..]), "{place}");
                        right += 1;
                    }
                }
                let mut parts = Parts::default();
                let explanation = Explanation::new(&executor, &damaged).expect("a plan of a file");
                explanation.walk(&mut parts).expect("all is explained");
                assert_eq!(parts.end, damaged.len() as u64 * 8, "{place}");
            }
        }
        assert!(errors > COPIES, "{}: {errors} errors, {right} files", format.name);
    }
}
