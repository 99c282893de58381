//! A compact list of numbers.

/// The count of numbers in a block.
pub(crate) const BLOCK: usize = 64;

/// The number for "nowhere".
const NOWHERE: u64 = u64::MAX;

/// A list of numbers in blocks. Each number of a block takes as many bytes as the largest one needs. A block of equal numbers
/// stores the number once. `u64::MAX` does not widen a block beyond one byte.
#[derive(Clone, Debug, Default)]
pub(crate) struct PackedNumbers {
    blocks: Vec<Block>,
    /// The numbers of each block.
    bytes: Vec<u8>,
    /// The numbers of the last block, which is not full.
    last: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    /// The offset of its numbers.
    start: usize,
    /// The bytes of each number: 1, 2, 4 or 8; zero if all numbers are equal.
    width: u8,
}

/// The code for "nowhere" in this many bytes.
#[inline]
fn nowhere(width: u8) -> u64 {
    u64::MAX >> (64 - 8 * u32::from(width.clamp(1, 8)))
}

impl Block {
    fn width_of(numbers: &[u64]) -> u8 {
        if numbers.array_windows().all(|[a, b]| a == b) {
            return 0;
        }
        let most = numbers.iter().filter(|number| **number != NOWHERE).max().copied().unwrap_or(0);
        [1, 2, 4].into_iter().find(|width| most < nowhere(*width)).unwrap_or(8)
    }

    /// The number at a position of the block.
    #[inline]
    fn get(self, bytes: &[u8], at: usize) -> Option<u64> {
        let bytes = bytes.get(self.start..)?;
        let number = match self.width {
            0 => return Some(u64::from_le_bytes(*bytes.first_chunk()?)),
            1 => u64::from(*bytes.get(at)?),
            2 => u64::from(u16::from_le_bytes(*bytes.get(2 * at..)?.first_chunk()?)),
            4 => u64::from(u32::from_le_bytes(*bytes.get(4 * at..)?.first_chunk()?)),
            _ => u64::from_le_bytes(*bytes.get(8 * at..)?.first_chunk()?),
        };
        Some(if number == nowhere(self.width) { NOWHERE } else { number })
    }
}

impl PackedNumbers {
    /// The number of numbers.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        BLOCK * self.blocks.len() + self.last.len()
    }

    /// Appends a number.
    #[inline]
    pub(crate) fn push(&mut self, number: u64) {
        self.last.push(number);
        if self.last.len() == BLOCK {
            self.end_block();
        }
    }

    fn end_block(&mut self) {
        let width = Block::width_of(&self.last);
        self.blocks.push(Block { start: self.bytes.len(), width });
        let (count, size) = if width == 0 { (1, 8) } else { (BLOCK, usize::from(width)) };
        for number in self.last.drain(..).take(count) {
            self.bytes.extend_from_slice(&number.to_le_bytes()[..size]);
        }
    }

    /// The number at a position.
    #[inline]
    pub(crate) fn get(&self, at: usize) -> Option<u64> {
        match self.blocks.get(at / BLOCK) {
            Some(block) => block.get(&self.bytes, at % BLOCK),
            None => self.last.get(at - BLOCK * self.blocks.len()).copied(),
        }
    }

    /// The sum of the numbers before a position in its block.
    #[inline]
    pub(crate) fn sum_before(&self, at: usize) -> Option<u64> {
        let before = at % BLOCK;
        let Some(block) = self.blocks.get(at / BLOCK) else {
            return Some(self.last.get(..before)?.iter().sum());
        };
        match block.width {
            0 => block.get(&self.bytes, 0)?.checked_mul(before as u64),
            1 => {
                let numbers = self.bytes.get(block.start..block.start + before)?;
                Some(numbers.iter().map(|number| u64::from(*number)).sum())
            }
            _ => (0..before).map(|at| block.get(&self.bytes, at)).sum(),
        }
    }

    /// All numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u64> {
        (0..self.len()).map_while(|at| self.get(at))
    }

    /// Removes the numbers after the first `len`, and returns them.
    pub(crate) fn split_off(&mut self, len: usize) -> Vec<u64> {
        let numbers = |from: usize, to: usize| (from..to).map_while(|at| self.get(at)).collect();
        let tail = numbers(len, self.len());
        if let Some(block) = self.blocks.get(len / BLOCK) {
            self.last = numbers(len / BLOCK * BLOCK, len);
            self.bytes.truncate(block.start);
            self.blocks.truncate(len / BLOCK);
        } else {
            self.last.truncate(len.saturating_sub(BLOCK * self.blocks.len()));
        }
        tail
    }

    /// Reverses the numbers after the first `len`.
    pub(crate) fn reverse_behind(&mut self, len: usize) {
        let mut tail = self.split_off(len);
        tail.reverse();
        self.extend(tail);
    }

    /// Frees memory that was reserved for more numbers.
    pub(crate) fn shrink(&mut self) {
        self.blocks.shrink_to_fit();
        self.bytes.shrink_to_fit();
        self.last.shrink_to_fit();
    }
}

impl Extend<u64> for PackedNumbers {
    fn extend<I: IntoIterator<Item = u64>>(&mut self, numbers: I) {
        numbers.into_iter().for_each(|number| self.push(number));
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, NOWHERE, PackedNumbers};

    #[test]
    fn numbers_of_any_size_come_back_in_order() {
        let sizes =
            [0, 254, NOWHERE, 255, 65534, 65535, u64::from(u32::MAX), 3, 1 << 32, NOWHERE - 1];
        // Each block has larger numbers than the one before it; one has a single number.
        let number = |at: usize| match at / BLOCK {
            1 => 7,
            block => sizes[at * at % (block + 2).min(sizes.len())],
        };
        let mut numbers = PackedNumbers::default();
        let mut all = Vec::new();
        for at in 0..12 * BLOCK {
            numbers.push(number(at));
            all.push(number(at));
            assert_eq!(
                (numbers.len(), numbers.get(at), numbers.get(at + 1)),
                (at + 1, Some(number(at)), None)
            );
        }
        assert_eq!(numbers.iter().collect::<Vec<_>>(), all);
        numbers.reverse_behind(100);
        all[100..].reverse();
        assert_eq!(numbers.iter().collect::<Vec<_>>(), all);
        for len in [12 * BLOCK - 3, 6 * BLOCK, 70, 5, 0] {
            assert_eq!(numbers.split_off(len), all.split_off(len));
            assert_eq!(numbers.iter().collect::<Vec<_>>(), all);
        }
    }

    #[test]
    fn small_numbers_take_little_more_than_a_byte() {
        let mut numbers = PackedNumbers::default();
        numbers.extend((0..200).chain([NOWHERE]).cycle().take(10 * BLOCK));
        assert_eq!((numbers.len(), numbers.bytes.len()), (10 * BLOCK, 10 * BLOCK));
        numbers.extend(std::iter::repeat_n(1 << 40, BLOCK));
        assert_eq!(numbers.bytes.len(), 10 * BLOCK + 8);
    }
}
