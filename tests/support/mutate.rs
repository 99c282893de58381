//! Seeded damage to files.

/// A small generator of numbers that are random enough for tests (SplitMix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator with this seed: the same seed gives the same numbers everywhere.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, or zero when there is none.
    pub fn below(&mut self, end: usize) -> usize {
        match end {
            0 => 0,
            _ => (self.next_u64() % end as u64) as usize,
        }
    }

    /// An element; none of an empty list.
    pub fn pick<'t, T>(&mut self, list: &'t [T]) -> Option<&'t T> {
        list.get(self.below(list.len()))
    }
}

/// Bytes that lie at the edges of what varints, counts and flags can say.
const EDGES: [u8; 12] = [0, 1, 2, 3, 0x3f, 0x40, 0x7f, 0x80, 0x81, 0xcb, 0xfe, 0xff];

/// A damaged copy of `file`: one to four bytes changed, cut somewhere, or with a stretch of `other`
/// put in or over it.
#[must_use]
pub fn mutant(random: &mut Random, file: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = file.to_vec();
    match random.below(8) {
        0 => bytes.truncate(random.below(file.len())),
        1 => splice(random, &mut bytes, other),
        _ => {
            for _ in 0..=random.below(4) {
                let value = match random.below(3) {
                    0 => EDGES[random.below(EDGES.len())],
                    1 => 1 << random.below(8),
                    _ => random.next_u64() as u8,
                };
                let flip = random.below(2) == 0;
                let position = random.below(bytes.len());
                if let Some(byte) = bytes.get_mut(position) {
                    *byte = if flip { *byte ^ value } else { value };
                }
            }
        }
    }
    bytes
}

fn splice(random: &mut Random, bytes: &mut Vec<u8>, other: &[u8]) {
    let from = random.below(other.len());
    let stretch = &other[from..other.len().min(from + 1 + random.below(64))];
    let at = random.below(bytes.len());
    let replaced = match random.below(3) {
        0 => 0,
        1 => stretch.len(),
        _ => random.below(64),
    };
    let end = bytes.len().min(at + replaced);
    bytes.splice(at..end, stretch.iter().copied());
}
