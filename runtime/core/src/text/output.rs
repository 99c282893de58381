//! The output of printers.

use crate::error::{Error, ErrorKind, Result};
use std::fmt::{Display, Write as _};
use std::io;
use std::ops::{Deref, DerefMut};

/// The size of the buffer, in bytes, from which it is written to the sink.
pub const FLUSH_SIZE: usize = 1 << 16;

/// The maximum size of a text for each byte of a module, in bytes. Entries that others share are printed at each use.
const MAX_LONGER: usize = 256;
/// Text of up to this size is always allowed, in bytes.
pub const MIN_LIMIT: usize = 1 << 22;

/// The maximum size of the text of a module with a number of bytes.
#[must_use]
pub fn max_bytes(size: usize) -> usize {
    size.saturating_mul(MAX_LONGER).max(MIN_LIMIT)
}

/// The whole text that a printer writes.
///
/// # Errors
/// Those of `print`, and text that is not UTF-8.
pub fn whole(print: impl FnOnce(&mut Vec<u8>) -> Result<()>) -> Result<String> {
    let mut text = Vec::new();
    print(&mut text)?;
    String::from_utf8(text).map_err(|_| Error::new(ErrorKind::Utf8))
}

/// Prints text with lists in it.
pub trait Print {
    /// The text so far.
    fn out(&mut self) -> &mut String;

    /// Prints blanks.
    fn indent(&mut self, blanks: usize) {
        self.out().extend(std::iter::repeat_n(' ', blanks));
    }

    /// Prints elements separated by commas.
    ///
    /// # Errors
    /// Those of `print`.
    fn list<T>(
        &mut self,
        elements: impl IntoIterator<Item = T>,
        print: impl FnMut(&mut Self, T) -> Result<()>,
    ) -> Result<()>
    where
        Self: Sized,
    {
        self.separated(", ", elements, print)
    }

    /// Prints elements with a separator between them.
    ///
    /// # Errors
    /// Those of `print`.
    fn separated<T>(
        &mut self,
        separator: &str,
        elements: impl IntoIterator<Item = T>,
        mut print: impl FnMut(&mut Self, T) -> Result<()>,
    ) -> Result<()>
    where
        Self: Sized,
    {
        let mut between = "";
        for element in elements {
            self.out().push_str(std::mem::replace(&mut between, separator));
            print(self, element)?;
        }
        Ok(())
    }

    /// Prints elements as they are displayed, with a separator between them.
    fn joined<T: Display>(&mut self, separator: &str, elements: impl IntoIterator<Item = T>)
    where
        Self: Sized,
    {
        let mut between = "";
        for element in elements {
            let _ = write!(self.out(), "{}{element}", std::mem::replace(&mut between, separator));
        }
    }

    /// Prints elements in nested lists, one level for each size: at most the first `most` elements, and then how many there are.
    ///
    /// # Errors
    /// Those of `element`.
    fn nested_lists(
        &mut self,
        sizes: &[u64],
        (open, close): (char, char),
        most: u64,
        mut element: impl FnMut(&mut Self, u64) -> Result<()>,
    ) -> Result<()>
    where
        Self: Sized,
    {
        let count: u64 = sizes.iter().product();
        // After how many elements a list of each level is full.
        let mut spans: Vec<u64> = Vec::with_capacity(sizes.len());
        let mut span = 1;
        for size in sizes.iter().rev() {
            span *= size;
            spans.push(span);
        }
        let shown = count.min(most);
        for place in 0..shown {
            self.out().push_str(if place > 0 { ", " } else { "" });
            let begin = spans.iter().filter(|span| place % *span == 0).count();
            self.out().extend(std::iter::repeat_n(open, begin));
            element(self, place)?;
            let end = spans.iter().filter(|span| (place + 1) % *span == 0).count();
            self.out().extend(std::iter::repeat_n(close, end));
        }
        if shown < count {
            let _ = write!(self.out(), ", ... {count} elements");
            let open = spans.iter().filter(|span| !shown.is_multiple_of(**span)).count();
            self.out().extend(std::iter::repeat_n(close, open));
        }
        Ok(())
    }
}

/// Text of a limited size, which is written to a sink in pieces. It dereferences to the text that is not written yet.
#[derive(Default)]
pub struct Output<'s> {
    text: String,
    /// The sink; none if the whole text is kept.
    sink: Option<&'s mut dyn io::Write>,
    written: usize,
    /// The size of text that was printed separately, and counts again.
    separate: usize,
    max: usize,
    /// How many parts of the text are still changed, see [`Output::hold`].
    held: usize,
}

impl<'s> Output<'s> {
    /// Empty output of at most `max` bytes. Without a sink, the whole text is kept.
    #[must_use]
    pub fn new(sink: Option<&'s mut dyn io::Write>, max: usize) -> Self {
        Output { sink, max, ..Output::default() }
    }

    /// Writes nothing to the sink from now on, because the text can change, or no longer. Calls come in pairs, which can be nested.
    pub fn hold(&mut self, hold: bool) {
        self.held = if hold { self.held + 1 } else { self.held.saturating_sub(1) };
    }

    /// The text that is not written yet.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }

    /// The number of bytes that were written to the sink.
    #[must_use]
    pub fn written(&self) -> usize {
        self.written
    }

    /// Counts text that was printed separately.
    pub fn count(&mut self, size: usize) {
        self.separate += size;
    }

    /// The total number of bytes. Text that was printed separately counts again.
    #[must_use]
    pub fn size(&self) -> usize {
        self.written + self.text.len() + self.separate
    }

    /// Replaces the maximum size, and returns it.
    pub fn limit(&mut self, max: usize) -> usize {
        std::mem::replace(&mut self.max, max)
    }

    /// The number of bytes that may follow.
    #[must_use]
    pub fn left(&self) -> usize {
        self.max.saturating_sub(self.written)
    }

    /// The position, for [`Output::reset`], as long as nothing is written to the sink.
    #[must_use]
    pub fn mark(&self) -> (usize, usize) {
        (self.text.len(), self.separate)
    }

    /// Removes the text after a position.
    pub fn reset(&mut self, (len, separate): (usize, usize)) {
        self.text.truncate(len);
        self.separate = separate;
    }

    /// Refuses text over the size limit.
    ///
    /// # Errors
    /// [`ErrorKind::Limit`].
    #[inline]
    pub fn room(&self) -> Result<()> {
        let found = self.size();
        if found > self.max { Err(too_long(found, self.max)) } else { Ok(()) }
    }

    /// Writes a full buffer to the sink.
    ///
    /// # Errors
    /// Text over the size limit, and those of the sink.
    #[inline]
    pub fn flush_if_full(&mut self) -> Result<()> {
        self.room()?;
        if self.text.len() < FLUSH_SIZE { Ok(()) } else { self.flush() }
    }

    /// Writes the buffer to the sink.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn flush(&mut self) -> Result<()> {
        let Some(sink) = self.sink.as_mut().filter(|_| self.held == 0) else { return Ok(()) };
        sink.write_all(self.text.as_bytes()).map_err(|error| Error::io(&error))?;
        self.written += self.text.len();
        self.text.clear();
        Ok(())
    }

    /// Writes bytes, which need not be UTF-8, to the sink.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.flush()?;
        self.written += bytes.len();
        let Some(sink) = &mut self.sink else { return Ok(()) };
        sink.write_all(bytes).map_err(|error| Error::io(&error))
    }
}

impl Deref for Output<'_> {
    type Target = String;

    #[inline]
    fn deref(&self) -> &String {
        &self.text
    }
}

impl DerefMut for Output<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut String {
        &mut self.text
    }
}

#[cold]
fn too_long(found: usize, max: usize) -> Error {
    Error::new(ErrorKind::Limit { limit: "bytes of text", found: found as u64, max: max as u64 })
}
