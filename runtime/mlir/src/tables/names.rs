//! Strings, and the names of dialects.

use crate::generated::StringId;
use crate::tables::data::{Data, Span};
use bytespec_core::error::{Context as _, Error, ErrorKind, Result};
use bytespec_core::wire::Cursor;
use std::borrow::Cow;

/// Refuses an index past the end of a table.
pub(crate) fn lookup<T: Copy>(table: &'static str, entries: &[T], index: u32) -> Result<T> {
    entries.get(index as usize).copied().ok_or_else(|| past_end(table, index, entries.len()))
}

/// The error for an entry of another kind than the reference to it requires.
#[cold]
pub(crate) fn wrong_entry(
    table: &'static str,
    number: u32,
    expected: impl Into<Cow<'static, str>>,
) -> Error {
    Error::new(ErrorKind::WrongEntry { table, number, expected: expected.into() })
}

#[cold]
pub(crate) fn past_end(table: &'static str, index: u32, len: usize) -> Error {
    Error::new(ErrorKind::Index { table: table.into(), found: u64::from(index), len: len as u64 })
}

/// The string section.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Strings {
    /// The spans of the strings, without their zero bytes.
    pub(crate) spans: Vec<Span>,
}

impl Strings {
    /// Keeps places of strings. A generated type would hold each string, and take eight times as long to read.
    pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let count = cursor.prefix().field("count")?;
        let count = cursor.check_count(count, 2).field("count")?;
        let mut spans = vec![Span::default(); count];
        // The lengths begin with that of the last string.
        for index in (0..count).rev() {
            let len = cursor.prefix().index(index as u64).field("lengths")?;
            spans[index].len = usize::try_from(len).unwrap_or(usize::MAX);
        }
        for (index, span) in spans.iter_mut().enumerate() {
            span.start = cursor.position();
            let len = cursor.check_size(span.len as u64).index(index as u64)?;
            let Some(text) = len.checked_sub(1) else {
                return Err(cursor.error(ErrorKind::NoZeroByte { empty: true }))
                    .index(index as u64);
            };
            span.len = text;
            let bytes = cursor.bytes(len).index(index as u64)?;
            if bytes.last() != Some(&0) {
                let at = cursor.position() - 1;
                return Err(Error::at(at, ErrorKind::NoZeroByte { empty: false }))
                    .index(index as u64);
            }
        }
        if !cursor.is_empty() {
            return Err(Error::trailing(cursor.position(), cursor.remaining(), "the last string"));
        }
        Ok(Strings { spans })
    }

    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    pub(crate) fn get(&self, id: StringId) -> Result<Span> {
        lookup(StringId::TABLE, &self.spans, id.0)
    }

    /// The bytes of a string that exists.
    pub(crate) fn bytes<'a>(&self, id: StringId, data: Data<'a>) -> &'a [u8] {
        self.get(id).map(|span| data.bytes(span)).unwrap_or_default()
    }
}

/// A dialect in the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DialectData {
    pub(crate) name: StringId,
    /// The payload of the nested section with its version.
    pub(crate) version: Option<Span>,
}
