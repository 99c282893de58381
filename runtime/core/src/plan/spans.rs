//! A compact list of byte ranges.

use super::numbers::{BLOCK, PackedNumbers};
use std::ops::Range;

/// Byte ranges by number. If they follow each other without a gap, the list stores little more than the size of each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spans {
    sizes: PackedNumbers,
    starts: Starts,
    /// The end of the last range.
    end: usize,
}

#[derive(Clone, Debug)]
enum Starts {
    /// The start of the first range of each block of sizes: there is no gap.
    Blocks(Vec<usize>),
    /// The start of each range.
    Each(PackedNumbers),
}

impl Default for Starts {
    fn default() -> Self {
        Starts::Blocks(Vec::new())
    }
}

impl Spans {
    /// The number of ranges.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Whether there are no ranges.
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends a range.
    pub(crate) fn push(&mut self, span: Range<usize>) {
        if matches!(self.starts, Starts::Blocks(_)) && span.start != self.end && !self.is_empty() {
            let starts = self.iter().map(|span| span.start as u64);
            let mut each = PackedNumbers::default();
            each.extend(starts);
            self.starts = Starts::Each(each);
        }
        match &mut self.starts {
            Starts::Blocks(blocks) => {
                if self.sizes.len().is_multiple_of(BLOCK) {
                    blocks.push(span.start);
                }
            }
            Starts::Each(starts) => starts.push(span.start as u64),
        }
        self.sizes.push(span.len() as u64);
        self.end = span.end.max(span.start);
    }

    /// The range with a number.
    #[inline]
    pub(crate) fn get(&self, index: usize) -> Option<Range<usize>> {
        let size = self.sizes.get(index)? as usize;
        let start = match &self.starts {
            Starts::Blocks(blocks) => {
                *blocks.get(index / BLOCK)? + self.sizes.sum_before(index)? as usize
            }
            Starts::Each(starts) => starts.get(index)? as usize,
        };
        Some(start..start + size)
    }

    /// All ranges.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Range<usize>> {
        (0..self.len()).map_while(|index| self.get(index))
    }

    /// Frees memory that was reserved for more ranges.
    pub(crate) fn shrink(&mut self) {
        self.sizes.shrink();
        match &mut self.starts {
            Starts::Blocks(blocks) => blocks.shrink_to_fit(),
            Starts::Each(starts) => starts.shrink(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Spans, Starts};

    #[test]
    fn spans_come_back_in_order() {
        let sizes = [0, 1, 255, 256, 3, 70_000, 1 << 33, 5];
        for gap_behind in [0, 3, 64, 100, 1000] {
            for count in 0..300 {
                let mut spans = Spans::default();
                let mut all = Vec::new();
                let mut start = 12;
                for at in 0..count {
                    // Only some blocks have large sizes.
                    let size = sizes[if at < 128 { at % 3 } else { at % sizes.len() }];
                    all.push(start..start + size);
                    spans.push(start..start + size);
                    start += size + usize::from(at + 1 == gap_behind);
                }
                spans.shrink();
                assert_eq!(spans.iter().collect::<Vec<_>>(), all);
                assert_eq!((spans.len(), spans.get(count)), (count, None));
                let is_gap = gap_behind > 0 && count > gap_behind;
                assert_eq!(matches!(spans.starts, Starts::Each(_)), is_gap);
            }
        }
    }
}
