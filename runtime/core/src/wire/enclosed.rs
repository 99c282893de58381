//! A value in a known number of bytes, which is decoded on use.

use super::{Bounded, Cursor, Decode, Leb128, Prefix};
use crate::error::{BodyFault, Error, ErrorKind, Result};
use std::fmt;

/// The name that is shown of an enclosed value that cannot be read.
pub(crate) const UNREADABLE: &str = "unreadable";

/// A value of which only the number of bytes was read.
pub struct Enclosed<'a, T: Decode<'a>> {
    cursor: Cursor<'a>,
    context: T::Context,
}

impl<'a, T: Decode<'a>> Clone for Enclosed<'a, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'a, T: Decode<'a>> Copy for Enclosed<'a, T> {}

impl<'a, T: Decode<'a>> Enclosed<'a, T> {
    /// Skips the next `size` bytes.
    ///
    /// # Errors
    /// Fewer bytes are left.
    #[inline]
    pub fn read(cursor: &mut Cursor<'a>, context: &T::Context, size: u64) -> Result<Self> {
        let size = cursor.check_size(size)?;
        let start = cursor.position();
        cursor.bytes(size)?;
        let cursor = Cursor::over(cursor.input(), start, start + size)?;
        Ok(Enclosed { cursor, context: *context })
    }

    /// No bytes at all.
    pub fn empty(context: &T::Context) -> Self {
        Enclosed { cursor: Cursor::new(&[]), context: *context }
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.cursor.rest()
    }

    /// A cursor over the bytes, which counts offsets from the start of the file.
    #[must_use]
    pub fn cursor(&self) -> Cursor<'a> {
        self.cursor
    }

    /// The value.
    ///
    /// # Errors
    /// Bytes that are not such a value, and bytes after the value.
    pub fn get(&self) -> Result<T::Value> {
        let mut cursor = self.cursor;
        let value = T::decode(&mut cursor, &self.context)?;
        match cursor.remaining() {
            0 => Ok(value),
            left => Err(Error::trailing(cursor.position(), left, "the value of this size")),
        }
    }
}

impl<'a, T: Decode<'a, Value: fmt::Debug>> fmt::Debug for Enclosed<'a, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl<'a, T: Decode<'a>> PartialEq for Enclosed<'a, T> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes() == other.bytes()
    }
}

macro_rules! sized {
    ($($marker:ident $varint:ident)*) => {$(
        impl<'a, T: Decode<'a>> Decode<'a> for $marker<Enclosed<'a, T>> {
            type Value = Enclosed<'a, T>;
            type Context = T::Context;

            #[inline]
            fn decode(cursor: &mut Cursor<'a>, context: &T::Context) -> Result<Enclosed<'a, T>> {
                let size = cursor.$varint()?;
                Enclosed::read(cursor, context, size)
            }
        }
    )*};
}

sized! { Leb128 leb128 Bounded bounded Prefix prefix }

/// Refuses a sequence that does not end with the first closing element without an opening one.
///
/// # Errors
/// Such a sequence.
pub fn check_balanced(nesting: impl ExactSizeIterator<Item = i8>) -> Result<()> {
    let (mut open, len) = (1, nesting.len());
    for (index, nesting) in nesting.enumerate() {
        open += i64::from(nesting);
        if open == 0 && index + 1 < len {
            let fault = BodyFault::Closed { elements: len - index - 1 };
            return Err(Error::new(ErrorKind::Body(fault)));
        }
    }
    match open {
        0 => Ok(()),
        blocks => Err(Error::new(ErrorKind::Body(BodyFault::Open { blocks }))),
    }
}
