//! The sort algorithm for the first release.
//!
//! When LLVM 16 moves a dialect to the front, its comparison treats the entries of that dialect and those of an earlier one as
//! smaller than each other. The resulting order depends on the steps of the sort. These are the steps of the C++ library in its
//! builds for Linux.

/// The number of entries that are sorted by insertion before the merges.
const RUN: usize = 7;

/// Whether an entry of the dialect `a` is smaller than one of `b`, if `first` comes first.
fn smaller(a: u32, b: u32, first: u32) -> bool {
    if a == first { b != first } else { a < b }
}

/// Sorts a range by the dialects of its entries.
pub(super) fn sort(range: &mut [u32], dialect: &dyn Fn(u32) -> u32, first: u32) {
    let less = |a: u32, b: u32| smaller(dialect(a), dialect(b), first);
    let middle = range.len().div_ceil(2);
    let (left, right) = range.split_at_mut(middle);
    merge_sort(left, &less);
    merge_sort(right, &less);
    let (left, right) = (left.to_vec(), right.to_vec());
    if left.len() <= right.len() {
        merge(&left, &right, range, &less);
    } else {
        merge_back(&left, &right, range, &less);
    }
}

fn merge_sort(list: &mut [u32], less: &impl Fn(u32, u32) -> bool) {
    list.chunks_mut(RUN).for_each(|run| insert(run, less));
    let mut from = list.to_vec();
    let mut to = list.to_vec();
    let mut step = RUN;
    while step < list.len() {
        for (pair, place) in from.chunks(2 * step).zip(to.chunks_mut(2 * step)) {
            let (left, right) = pair.split_at(step.min(pair.len()));
            merge(left, right, place, less);
        }
        std::mem::swap(&mut from, &mut to);
        step *= 2;
    }
    list.copy_from_slice(&from);
}

fn insert(run: &mut [u32], less: &impl Fn(u32, u32) -> bool) {
    for index in 1..run.len() {
        let entry = run[index];
        let place = if less(entry, run[0]) {
            0
        } else {
            let smaller = run[1..index].iter().rev().take_while(|other| less(entry, **other));
            index - smaller.count()
        };
        run[place..=index].rotate_right(1);
    }
}

/// Takes the elements from the right that are smaller than the next one on the left.
fn merge(left: &[u32], right: &[u32], to: &mut [u32], less: &impl Fn(u32, u32) -> bool) {
    let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
    for place in to {
        let next = match (left.peek(), right.peek()) {
            (Some(a), Some(b)) if !less(**b, **a) => left.next(),
            (Some(_), None) => left.next(),
            _ => right.next(),
        };
        *place = next.copied().unwrap_or(*place);
    }
}

/// The same, from the end.
fn merge_back(left: &[u32], right: &[u32], to: &mut [u32], less: &impl Fn(u32, u32) -> bool) {
    let (mut left, mut right) = (left.iter().rev().peekable(), right.iter().rev().peekable());
    for place in to.iter_mut().rev() {
        let next = match (left.peek(), right.peek()) {
            (Some(a), Some(b)) if less(**b, **a) => left.next(),
            (Some(_), None) => left.next(),
            _ => right.next(),
        };
        *place = next.copied().unwrap_or(*place);
    }
}
