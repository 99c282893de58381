//! Tables of entries of any length, found through offsets.

use super::{Cursor, Writer};
use crate::error::{Error, ErrorKind, Result};
use std::marker::PhantomData;

/// The fixed-width number that a table's offsets are written as.
pub trait Offset {
    /// Bytes of one offset; also the alignment of the offsets.
    const WIDTH: usize;
}

impl Offset for u32 {
    const WIDTH: usize = 4;
}

impl Offset for u64 {
    const WIDTH: usize = 8;
}

/// A table in the input: offsets of type `O`, then the entries' bytes. Entries are looked up on use.
#[derive(Debug)]
pub struct OffsetTable<'a, O> {
    input: &'a [u8],
    /// Absolute offset of the first offset.
    offsets: usize,
    /// Absolute offset of the entries' bytes.
    data: usize,
    len: usize,
    width: PhantomData<O>,
}

impl<O> Clone for OffsetTable<'_, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O> Copy for OffsetTable<'_, O> {}

impl<O> Default for OffsetTable<'_, O> {
    fn default() -> Self {
        OffsetTable { input: &[], offsets: 0, data: 0, len: 0, width: PhantomData }
    }
}

impl<'a, O: Offset> OffsetTable<'a, O> {
    /// Reads the layout of a table that extends to the end of the cursor: `count` offsets, aligned to their own width counted from
    /// offset `origin`, then data.
    ///
    /// # Errors
    /// A count whose offsets cannot fit.
    pub fn read(cursor: &mut Cursor<'a>, count: u64, origin: usize) -> Result<Self> {
        if count == 0 {
            // Writers differ in whether they pad an empty table.
            let filler = super::padding(cursor.position() - origin, O::WIDTH);
            cursor.bytes(filler.min(cursor.remaining()))?;
        } else {
            cursor.align(O::WIDTH, origin)?;
        }
        let len = cursor.check_count(count, O::WIDTH)?;
        let offsets = cursor.position();
        cursor.bytes(len * O::WIDTH)?;
        let data = cursor.position();
        cursor.take_rest();
        Ok(OffsetTable { input: cursor.input(), offsets, data, len, width: PhantomData })
    }

    /// Number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Absolute offset of the entries' bytes.
    #[must_use]
    pub fn data_start(&self) -> usize {
        self.data
    }

    /// The same entries, to be written again; `table` is the name in errors.
    ///
    /// # Errors
    /// Those of [`OffsetTable::entry`].
    pub fn to_owned(&self, table: &'static str) -> Result<TableBuilder> {
        let mut builder = TableBuilder::new();
        for index in 0..self.len {
            builder.entry().bytes(self.entry(table, index)?.take_rest());
        }
        Ok(builder)
    }

    /// The same table to be written again: with the same offsets, right or wrong, and data.
    #[must_use]
    pub fn to_builder(&self) -> TableBuilder {
        let mut table = TableBuilder::new();
        let starts = (0..self.len).map(|index| self.offset(index).unwrap_or(u64::MAX) as usize);
        table.starts.extend(starts);
        table.data.bytes(self.input.get(self.data..).unwrap_or_default());
        table
    }

    fn offset(&self, index: usize) -> Option<u64> {
        let start = self.offsets + index * O::WIDTH;
        let bytes = self.input.get(start..start + O::WIDTH)?;
        Some(bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
    }

    /// The number of bytes of entry `index`; none where [`OffsetTable::entry`] returns an error.
    #[inline]
    #[must_use]
    pub fn entry_len(&self, index: usize) -> Option<usize> {
        let (start, end) = self.bounds(index)?;
        end.checked_sub(start).filter(|_| end <= self.data_len() as u64).map(|len| len as usize)
    }

    /// The number of bytes of the longest entry.
    #[must_use]
    pub fn longest_entry(&self) -> usize {
        (0..self.len).filter_map(|index| self.entry_len(index)).max().unwrap_or_default()
    }

    /// The number of bytes of all entries, and of the gap before the first one.
    #[inline]
    #[must_use]
    pub fn data_len(&self) -> usize {
        self.input.len() - self.data
    }

    /// Where entry `index` begins and ends, from the first, as the offsets say; none past the last one.
    #[inline]
    fn bounds(&self, index: usize) -> Option<(u64, u64)> {
        if index >= self.len {
            return None;
        }
        let start = self.offset(index).unwrap_or(u64::MAX);
        let end =
            if index + 1 == self.len { self.data_len() as u64 } else { self.offset(index + 1)? };
        Some((start, end))
    }

    /// A cursor over the bytes of entry `index`: from its offset to the next entry's offset, or to
    /// the end of the table for the last one.
    ///
    /// # Errors
    /// [`ErrorKind::Index`] when there is no such entry; [`ErrorKind::Offset`] when the offsets
    /// descend or lead past the end.
    pub fn entry(&self, table: &'static str, index: usize) -> Result<Cursor<'a>> {
        let Some((start, end)) = self.bounds(index) else {
            return Err(Error::new(ErrorKind::Index {
                table: table.into(),
                found: index as u64,
                len: self.len as u64,
            }));
        };
        let size = self.data_len() as u64;
        if start <= end && end <= size {
            return Cursor::over(self.input, self.data + start as usize, self.data + end as usize);
        }
        Err(Error::at(
            self.offsets + index * O::WIDTH,
            ErrorKind::Offset { table, index, start, size },
        ))
    }
}

/// Entries in the making, to be written as an [`OffsetTable`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableBuilder {
    data: Writer,
    starts: Vec<usize>,
}

impl TableBuilder {
    /// An empty table.
    #[must_use]
    pub fn new() -> Self {
        TableBuilder::default()
    }

    /// Number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Begins the next entry: what is written to the returned buffer belongs to it.
    pub fn entry(&mut self) -> &mut Writer {
        self.starts.push(self.data.len());
        &mut self.data
    }

    /// Bytes before the first entry, which no entry holds.
    pub fn gap(&mut self, bytes: &[u8]) {
        self.data.bytes(bytes);
    }

    /// The entries' bytes so far.
    #[must_use]
    pub fn data(&self) -> &[u8] {
        self.data.as_slice()
    }

    /// Appends filler, the offsets as numbers of type `O`, and the data. The caller writes the count before.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`] when the data is too long for the offsets.
    pub fn write<O: Offset>(&self, writer: &mut Writer, filler: u8) -> Result<()> {
        writer.align(O::WIDTH, filler);
        for &start in &self.starts {
            if O::WIDTH == 4 {
                let narrow = u32::try_from(start).map_err(|_| {
                    Error::new(ErrorKind::Limit {
                        limit: "bytes of a table with 32-bit offsets",
                        found: start as u64,
                        max: u64::from(u32::MAX),
                    })
                })?;
                writer.u32(narrow);
            } else {
                writer.u64(start as u64);
            }
        }
        writer.bytes(self.data.as_slice());
        Ok(())
    }
}
