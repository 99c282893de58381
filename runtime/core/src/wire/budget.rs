//! Limits of the memory and the work that a file may cost its reader.

use crate::error::{Error, ErrorKind, Result};

/// A limit of the total of all counts in a file, in proportion to its bytes.
///
/// A count announces that this number of values, blocks, regions, operations, entries or elements follow. Each of them takes at
/// least one byte. If the total of the counts is greater than the number of bytes, the file is wrong, but a reader that reserves
/// memory for the counts would run out of memory before it finds out. A list that is read directly after its count needs no
/// budget. A count needs one if its elements are read much later, and so do bytes that are decoded again for each reference to
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
    /// The least budget for repeated decoding, and for elements without bytes, for a file of any size.
    pub const FREE: u64 = 4096;

    /// The budget for repeated decoding for each byte of a file, in bytes or elements. No writer produces a file that needs more.
    pub const DECODED_PER_BYTE: u64 = 8;

    /// A budget for everything that `bytes` bytes announce: one for each byte.
    #[must_use]
    pub fn announced(bytes: usize) -> Self {
        Budget { spent: 0, max: bytes as u64, limit: "announced elements that fit the bytes" }
    }

    /// A budget for everything that a reader decodes again because of references, in a file of `bytes` bytes:
    /// [`Budget::DECODED_PER_BYTE`] for each byte, plus [`Budget::FREE`]. `limit` is its name in errors.
    #[must_use]
    pub fn decoded(bytes: usize, limit: &'static str) -> Self {
        let max = Self::FREE.saturating_add(Self::DECODED_PER_BYTE.saturating_mul(bytes as u64));
        Budget { spent: 0, max, limit }
    }

    /// A budget for the bytes at offsets in a file of `bytes` bytes: [`Budget::DECODED_PER_BYTE`] for each byte, plus 1 MiB. Small
    /// files can share most of their bytes, as the names of a DNS message do.
    #[must_use]
    pub fn placed(bytes: usize) -> Self {
        let of_file = Self::DECODED_PER_BYTE.saturating_mul(bytes as u64);
        Budget { spent: 0, max: of_file.saturating_add(1 << 20), limit: "bytes at offsets" }
    }

    /// The bytes that transforms can give in a file of any size, in total.
    const TRANSFORMED: u64 = 64 << 20;

    /// The bytes that transforms can give for each byte of a file, besides those in a file of any size.
    const TRANSFORMED_PER_BYTE: u64 = 64;

    /// A budget for the bytes that transforms give, such as decompressed data, in a file of `bytes` bytes: 64 for each byte, plus
    /// 64 MiB.
    #[must_use]
    pub fn transformed(bytes: usize) -> Self {
        let of_file = Self::TRANSFORMED_PER_BYTE.saturating_mul(bytes as u64);
        let max = Self::TRANSFORMED.saturating_add(of_file);
        Budget { spent: 0, max, limit: "bytes of transforms" }
    }

    /// A budget for the elements in the bytes that transforms give, in a file of `bytes` bytes: 16 for each byte, plus 4 Mi. A value
    /// takes much more memory than a byte.
    #[must_use]
    pub fn transformed_elements(bytes: usize) -> Self {
        let max = (4u64 << 20).saturating_add(16u64.saturating_mul(bytes as u64));
        Budget { spent: 0, max, limit: "elements in transformed bytes" }
    }

    /// The number that is left.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.max.saturating_sub(self.spent)
    }

    /// A budget for the elements of lists that have no bytes, in a file of `bytes` bytes: one for each byte, plus [`Budget::FREE`].
    #[must_use]
    pub fn empty(bytes: usize) -> Self {
        let max = Self::FREE.saturating_add(bytes as u64);
        Budget { spent: 0, max, limit: "elements without bytes" }
    }

    /// Subtracts `count` for something at offset `at` of the input.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when less is left.
    #[inline]
    pub fn spend(&mut self, count: u64, at: usize) -> Result<()> {
        self.count(count).map_err(|error| error.or_at(at))
    }

    /// Subtracts `count` for something without an offset.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when less is left.
    #[inline]
    pub fn count(&mut self, count: u64) -> Result<()> {
        self.spent = self.spent.saturating_add(count);
        if self.spent > self.max { Err(self.over()) } else { Ok(()) }
    }

    /// Whether at least `count` is left.
    #[must_use]
    pub fn has(&self, count: u64) -> bool {
        self.spent.saturating_add(count) <= self.max
    }

    #[cold]
    fn over(&self) -> Error {
        Error::new(ErrorKind::Limit { limit: self.limit, found: self.spent, max: self.max })
    }
}
