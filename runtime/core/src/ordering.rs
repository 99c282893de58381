//! The final order of a table.
//!
//! The entries with the most references come first. Among the numbers that take the same number of bytes, entries of one group
//! are adjacent. Both sorts keep the order of first occurrence among equals.

use std::cmp::Reverse;

/// The number of an entry that nothing refers to.
pub const NONE: u32 = u32::MAX;

/// Bits that a varint holds for each of its bytes.
const BITS: u32 = 7;
/// Entries that are referred to less often than this are sorted by counting.
const FREQUENT: usize = u8::MAX as usize;

/// The entries of a table in the order of their first references, and the number of references to each.
#[derive(Clone, Debug)]
pub struct Table {
    counts: Vec<u32>,
    /// Those that were seen.
    pub order: Vec<u32>,
}

/// Whether a reference is the first one to its entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occurrence {
    /// The first.
    First,
    /// Another one.
    Again,
    /// There is no such entry.
    Missing,
}

/// Sorts entries by their groups; the entries of one given group come before all others.
pub type SortBy = fn(&mut [u32], &dyn Fn(u32) -> u32, u32);

/// How the entries of a range are sorted by group.
#[derive(Clone, Copy, Debug)]
pub enum Sort {
    /// Stably, by this many groups.
    Stable(usize),
    /// With a function.
    By(SortBy),
}

impl Table {
    /// A table of `len` entries without references.
    #[must_use]
    pub fn new(len: usize) -> Self {
        Table { counts: vec![0; len], order: Vec::with_capacity(len) }
    }

    /// The number of entries, with or without references.
    #[must_use]
    pub fn size(&self) -> usize {
        self.counts.len()
    }

    /// Counts a reference to an entry.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn count(&mut self, index: u32) -> Occurrence {
        match self.counts.get_mut(index as usize) {
            Some(count) if *count > 0 => {
                *count = count.saturating_add(1);
                Occurrence::Again
            }
            Some(count) => {
                *count = 1;
                self.order.push(index);
                Occurrence::First
            }
            None => Occurrence::Missing,
        }
    }

    /// Sorts the entries into their final order. `group` returns the group of an entry.
    pub fn arrange(&mut self, group: impl Fn(u32) -> u32, sort: Sort) {
        self.order = by_count(&self.order, &self.counts);
        by_group(&mut self.order, group, sort);
    }

    /// The new numbers, by old ones. They replace the counts.
    pub fn numbers(&mut self) -> Vec<u32> {
        let mut numbers = std::mem::take(&mut self.counts);
        numbers.fill(NONE);
        for (number, &index) in self.order.iter().enumerate() {
            numbers[index as usize] = number as u32;
        }
        numbers
    }
}

fn by_count(order: &[u32], counts: &[u32]) -> Vec<u32> {
    let bucket = |index: u32| (counts[index as usize] as usize).min(FREQUENT);
    // Those that were not seen come last, and nothing is put there.
    let mut places = [0; FREQUENT + 1];
    for &count in counts {
        places[(count as usize).min(FREQUENT)] += 1;
    }
    let frequent = places[FREQUENT];
    let mut next = 0;
    for place in places.iter_mut().rev() {
        let len = *place;
        *place = next;
        next += len;
    }
    let mut sorted = vec![0; order.len()];
    for &index in order {
        let place = &mut places[bucket(index)];
        sorted[*place] = index;
        *place += 1;
    }
    sorted[..frequent].sort_by_key(|&index| Reverse(counts[index as usize]));
    sorted
}

/// The ranges grow with the bytes of a varint. Each holds as many entries as that many bytes can
/// number, less those of the range before, so that from the third on they end later than the
/// numbers of that length do. In each the group that the range before ended with comes first.
fn by_group(order: &mut [u32], group: impl Fn(u32) -> u32, sort: Sort) {
    let mut rest = order;
    let mut first = 0;
    let mut len = 0;
    for bytes in 1..=u64::BITS / u8::BITS {
        len = (1u64 << (BITS * bytes)) - len;
        let here = usize::try_from(len).unwrap_or(usize::MAX).min(rest.len());
        let (range, later) = rest.split_at_mut(here);
        match sort {
            Sort::Stable(groups) => stable(range, &group, first, groups),
            Sort::By(sort) => sort(range, &group, first),
        }
        let Some(&last) = range.last() else { return };
        first = group(last);
        rest = later;
    }
}

fn stable(range: &mut [u32], group: impl Fn(u32) -> u32, first: u32, groups: usize) {
    // Place zero is for the group that comes first.
    let key = |index: &u32| match group(*index) {
        number if number == first => 0,
        number => number as usize + 1,
    };
    if range.is_sorted_by_key(key) {
        return;
    }
    let unsorted = range.to_vec();
    let mut places = vec![0; groups + 1];
    for index in &unsorted {
        places[key(index)] += 1;
    }
    let mut next = 0;
    for place in &mut places {
        let len = *place;
        *place = next;
        next += len;
    }
    for index in unsorted {
        let place = &mut places[key(&index)];
        range[*place] = index;
        *place += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(references: impl IntoIterator<Item = u32>, len: usize) -> Table {
        let mut table = Table::new(len);
        for index in references {
            table.count(index);
        }
        table
    }

    #[test]
    fn frequent_items_come_first_then_earlier_ones() {
        let mut seen = table([4, 2, 4, 0, 3, 2, 9], 5);
        assert_eq!(seen.order, [4, 2, 0, 3]);
        assert_eq!(seen.count(7), Occurrence::Missing);
        seen.arrange(|_| 0, Sort::Stable(1));
        assert_eq!(seen.order, [4, 2, 0, 3]);
        assert_eq!(seen.numbers(), [2, NONE, 1, 3, 0]);
        let often = std::iter::repeat_n(3, 400).chain(std::iter::repeat_n(1, 500));
        let mut seen = table(often.chain([0, 2, 2]), 4);
        seen.arrange(|_| 0, Sort::Stable(1));
        assert_eq!(seen.order, [1, 3, 2, 0]);
    }

    #[test]
    fn ranges_begin_with_the_dialect_that_the_range_before_ended_with() {
        let len = 300;
        let mut seen = table(0..len, len as usize);
        seen.arrange(|index| index % 3, Sort::Stable(3));
        let dialects: Vec<u32> = seen.order.iter().map(|index| index % 3).collect();
        let runs: Vec<(u32, usize)> =
            dialects.chunk_by(|a, b| a == b).map(|run| (run[0], run.len())).collect();
        // 128 entries are in the first range: 43, 43 and 42 of the three dialects.
        assert_eq!(runs, [(0, 43), (1, 43), (2, 42 + 58), (0, 57), (1, 57)]);
        for run in seen.order.chunk_by(|a, b| a % 3 == b % 3 && a < b) {
            assert!(run.is_sorted());
        }
    }

    #[test]
    fn the_third_range_ends_after_the_numbers_of_three_bytes() {
        let len: u32 = (1 << 21) + 200;
        let position = |odd: u32| {
            let mut seen = table(0..len, len as usize);
            seen.arrange(|index| u32::from(index != odd), Sort::Stable(2));
            seen.order.iter().position(|&index| index == odd)
        };
        assert_eq!(position((1 << 21) + 50), Some((1 << 21) + 127));
        assert_eq!(position((1 << 21) + 128), Some(len as usize - 1));
    }
}
