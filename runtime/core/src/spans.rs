//! Where many values stand, in little room.

use std::ops::Range;

/// Spans are kept in blocks of so many.
const BLOCK: usize = 32;

/// Spans of bytes by number. Of those that follow each other without a gap only the sizes are kept, each in as few bytes as those
/// around it need.
#[derive(Clone, Debug, Default)]
pub struct Spans {
    blocks: Vec<Block>,
    /// The sizes of the spans of each block; the start of each before its size where there are gaps.
    numbers: Vec<u8>,
    /// Those of the block that is not full.
    last: Vec<(usize, usize)>,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    /// Where its first span begins.
    start: usize,
    /// Where its numbers begin.
    numbers: usize,
    /// How many bytes a size has: 1, 2, 4 or 8; zero where there are gaps.
    width: u8,
}

/// A number of up to eight bytes.
#[inline]
fn number(bytes: &[u8], at: usize, width: usize) -> Option<usize> {
    let bytes = bytes.get(at..at + width)?;
    Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
}

/// As many bytes as a size takes.
fn width_of(size: usize) -> u8 {
    match size {
        0..0x100 => 1,
        0x100..0x1_0000 => 2,
        0x1_0000..0x1_0000_0000 => 4,
        _ => 8,
    }
}

impl Spans {
    /// How many there are.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        BLOCK * self.blocks.len() + self.last.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds one.
    pub fn push(&mut self, span: Range<usize>) {
        self.last.push((span.start, span.end.saturating_sub(span.start)));
        if self.last.len() == BLOCK {
            self.end_block();
        }
    }

    fn end_block(&mut self) {
        let Some((start, _)) = self.last.first().copied() else { return };
        let is_adjacent = self
            .last
            .array_windows()
            .all(|[(at, size), (next, _)]| at.checked_add(*size) == Some(*next));
        let width = if is_adjacent {
            self.last.iter().map(|(_, size)| width_of(*size)).max().unwrap_or(1)
        } else {
            0
        };
        self.blocks.push(Block { start, numbers: self.numbers.len(), width });
        for (start, size) in self.last.drain(..) {
            if width == 0 {
                self.numbers.extend((start as u64).to_le_bytes());
                self.numbers.extend((size as u64).to_le_bytes());
            } else {
                self.numbers.extend(&(size as u64).to_le_bytes()[..usize::from(width)]);
            }
        }
    }

    /// The one with a number.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Range<usize>> {
        let at = index % BLOCK;
        let Some(block) = self.blocks.get(index / BLOCK) else {
            let (start, size) = *self.last.get(index.checked_sub(BLOCK * self.blocks.len())?)?;
            return Some(start..start + size);
        };
        let numbers = self.numbers.get(block.numbers..)?;
        let (start, size) = match usize::from(block.width) {
            0 => (number(numbers, 16 * at, 8)?, number(numbers, 16 * at + 8, 8)?),
            1 => {
                let before = numbers.get(..at)?.iter().map(|size| usize::from(*size));
                (block.start + before.sum::<usize>(), usize::from(*numbers.get(at)?))
            }
            width => {
                let before = (0..at).filter_map(|at| number(numbers, width * at, width));
                (block.start + before.sum::<usize>(), number(numbers, width * at, width)?)
            }
        };
        Some(start..start + size)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Range<usize>> {
        (0..self.len()).map_while(|index| self.get(index))
    }

    /// Gives back room that was made for more.
    pub fn shrink(&mut self) {
        self.blocks.shrink_to_fit();
        self.numbers.shrink_to_fit();
    }
}

#[cfg(test)]
mod tests {
    use super::Spans;

    #[test]
    fn spans_come_back_in_order() {
        let sizes = [0, 1, 255, 256, 3, 70_000, 1 << 33, 5];
        for gap in [0, 7] {
            for count in 0..150 {
                let mut spans = Spans::default();
                let mut all = Vec::new();
                let mut start = 12;
                for at in 0..count {
                    // Large sizes in some blocks only, and gaps behind the first block.
                    let size = sizes[if at < 64 { at % 3 } else { at % sizes.len() }];
                    all.push(start..start + size);
                    spans.push(start..start + size);
                    start += size + if at > 40 { gap } else { 0 };
                }
                spans.shrink();
                assert_eq!(spans.iter().collect::<Vec<_>>(), all);
                assert_eq!((spans.len(), spans.get(count)), (count, None));
            }
        }
    }

    #[test]
    fn small_spans_that_follow_each_other_take_two_bytes_at_most() {
        let mut spans = Spans::default();
        (0..3200).for_each(|at| spans.push(5 * at..5 * at + 5));
        let blocks = size_of_val(spans.blocks.as_slice());
        assert_eq!(spans.numbers.len(), 3200);
        assert!(spans.numbers.len() + blocks <= 2 * 3200);
    }
}
