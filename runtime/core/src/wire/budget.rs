//! How much a file may make its reader hold and do.

use crate::error::{Error, ErrorKind, Result};

/// What all the counts of a file may come to together, in proportion to its bytes.
///
/// A count is a promise: as many values, blocks, regions, operations, entries or elements follow.
/// Each of them takes a byte of its own, so promises that together are more than the bytes are not
/// kept, and a reader that makes room for what is promised would run out of memory first. A list that
/// is read where it is announced needs no budget, since its bytes are passed at once; what is
/// announced long before it is read does, and so do bytes that are read again for each reference to
/// them.
///
/// ```
/// use bytespec::wire::Budget;
///
/// let mut budget = Budget::announced(8);
/// assert!(budget.spend(5, 0).is_ok());
/// assert!(budget.spend(4, 1).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    spent: u64,
    max: u64,
    limit: &'static str,
}

impl Budget {
    /// What the smallest file may decode again, in bytes or elements.
    pub const FREE: u64 = 4096;

    /// What each byte of a file may cost in bytes or elements that are decoded again: more than any
    /// writer comes to.
    pub const DECODED_PER_BYTE: u64 = 8;

    /// A budget for everything that is announced in `bytes` bytes: one thing of any kind for each.
    #[must_use]
    pub fn announced(bytes: usize) -> Self {
        Budget { spent: 0, max: bytes as u64, limit: "announced elements that fit the bytes" }
    }

    /// A budget for everything that the references in a file of `bytes` bytes make a reader decode
    /// again: [`Budget::DECODED_PER_BYTE`] for each, and [`Budget::FREE`]. `limit` names it in errors.
    #[must_use]
    pub fn decoded(bytes: usize, limit: &'static str) -> Self {
        let max = Self::FREE.saturating_add(Self::DECODED_PER_BYTE.saturating_mul(bytes as u64));
        Budget { spent: 0, max, limit }
    }

    /// Takes `count` for what stands at offset `at` of the input.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when the budget does not have as much left.
    #[inline]
    pub fn spend(&mut self, count: u64, at: usize) -> Result<()> {
        self.count(count).map_err(|error| error.or_at(at))
    }

    /// Takes `count` for what stands nowhere.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when the budget does not have as much left.
    #[inline]
    pub fn count(&mut self, count: u64) -> Result<()> {
        self.spent = self.spent.saturating_add(count);
        if self.spent > self.max { Err(self.over()) } else { Ok(()) }
    }

    /// Whether there is as much left.
    #[must_use]
    pub fn has(&self, count: u64) -> bool {
        self.spent.saturating_add(count) <= self.max
    }

    #[cold]
    fn over(&self) -> Error {
        Error::new(ErrorKind::Limit { limit: self.limit, found: self.spent, max: self.max })
    }
}
