//! Sequences and their ends.

use super::reader::RecordReader;
use crate::error::{Context as _, Error, ErrorKind, Result};
use bytespec_plan::ElementLimit;

/// The number of elements of a sequence, and their order.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// The number of elements.
    pub count: u64,
    /// What limits the number.
    pub limit: ElementLimit,
    /// Whether the last element is first.
    pub reversed: bool,
    /// The list that records the numbers of the elements, by index in the lists of the plan.
    pub list: Option<u32>,
}

impl<'i> RecordReader<'_, 'i> {
    /// Reads a number of elements.
    ///
    /// # Errors
    /// More elements than the limit, and errors of the elements.
    #[inline]
    pub fn counted<T>(
        &mut self,
        Count { count, limit, reversed, list }: Count,
        mut element: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let start = self.position();
        self.state.check_count(count, limit, (&self.cursor, self.input.len()))?;
        let first = list.map(|list| (list, self.state.count(list)));
        let around = self.sequence;
        let mut all = Vec::new();
        for index in 0..count {
            self.sequence.index = if reversed { count - 1 - index } else { index };
            let place = self.sequence.index;
            all.push(element(self).index(place)?);
        }
        self.sequence = around;
        self.state.check_extent(count, limit, (start, &self.cursor), self.input.len())?;
        if reversed {
            all.reverse();
            if let Some((list, first)) = first {
                self.state.reverse_from(list, first);
            }
        }
        Ok(all)
    }

    /// Reads elements up to the end of the bytes.
    ///
    /// # Errors
    /// An element without bytes before the end, and errors of the elements.
    #[inline]
    pub fn to_end<T>(&mut self, mut element: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let around = self.sequence;
        let (mut all, mut before) = (Vec::new(), usize::MAX);
        loop {
            self.sequence.index = all.len() as u64;
            self.check_progress(before)?;
            if self.cursor.is_empty() {
                self.sequence = around;
                return Ok(all);
            }
            before = self.position();
            all.push(element(self).index(all.len() as u64)?);
        }
    }

    /// Reads elements up to and including the last one; `element` also returns whether its element is the last.
    ///
    /// # Errors
    /// An element without bytes that is not the last, and errors of the elements.
    #[inline]
    pub fn to_last<T>(
        &mut self,
        mut element: impl FnMut(&mut Self) -> Result<(T, bool)>,
    ) -> Result<Vec<T>> {
        let around = self.sequence;
        let (mut all, mut before) = (Vec::new(), usize::MAX);
        loop {
            self.sequence.index = all.len() as u64;
            self.check_progress(before)?;
            before = self.position();
            let (read, is_last) = element(self).index(all.len() as u64)?;
            all.push(read);
            if is_last {
                self.sequence = around;
                return Ok(all);
            }
        }
    }

    /// Reads elements up to and including the first closing element without an opening one.
    ///
    /// # Errors
    /// Errors of the elements.
    #[inline]
    pub fn balanced<T>(
        &mut self,
        mut element: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let around = self.sequence;
        self.sequence.open = 1;
        let mut all = Vec::new();
        while self.sequence.open > 0 {
            self.sequence.index = all.len() as u64;
            all.push(element(self).index(all.len() as u64)?);
        }
        self.sequence = around;
        Ok(all)
    }

    /// Notes that an element opens blocks of its sequence, or closes them.
    #[inline]
    pub fn nest(&mut self, blocks: i64) {
        self.sequence.open = self.sequence.open.saturating_add_signed(blocks);
    }

    /// Reads elements while one number is less than another.
    ///
    /// # Errors
    /// A first number that exceeds the second, an element without bytes, and errors of the elements.
    #[inline]
    pub fn reached<T>(
        &mut self,
        mut bounds: impl FnMut(&mut Self) -> Result<(u64, u64)>,
        mut element: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let around = self.sequence;
        let (mut all, mut before) = (Vec::new(), usize::MAX);
        loop {
            let last = (all.len() as u64).saturating_sub(1);
            self.sequence.index = last;
            let (have, want) = bounds(self).index(last)?;
            let position = self.position();
            if have > want || (before == position && have < want) {
                let at = if before == usize::MAX { position } else { before };
                let (what, expected, found) = ("in all", want, have);
                return Err(Error::at(at, ErrorKind::Count { what, expected, found })).index(last);
            }
            if have == want {
                self.sequence = around;
                return Ok(all);
            }
            (self.sequence.index, before) = (all.len() as u64, position);
            all.push(element(self).index(all.len() as u64)?);
        }
    }

    /// Refuses an element without bytes before others; the last element began at `before`.
    #[inline]
    fn check_progress(&self, before: usize) -> Result<()> {
        let position = self.position();
        match before == position {
            true => Err(Error::at(position, ErrorKind::EmptyElement))
                .index(self.sequence.index.saturating_sub(1)),
            false => Ok(()),
        }
    }
}
