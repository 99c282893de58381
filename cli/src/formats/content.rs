//! An encoded file, complete or written in pieces.

use crate::failure::{Failure, Result};
use std::fmt;
use std::io::{self, Write};
use std::path::Path;

/// The content to write.
#[derive(Debug)]
pub(crate) enum Content<'m> {
    /// Bytes in memory.
    Bytes(Vec<u8>),
    /// Content that is produced while it is written, without copies of large data.
    Pieces(Box<dyn Pieces + 'm>),
}

/// Content that is produced while it is written.
pub(crate) trait Pieces: fmt::Debug {
    /// Writes it in pieces.
    fn write_to(&self, out: &mut dyn Write) -> io::Result<()>;

    /// The complete content.
    fn to_bytes(&self) -> bytespec::Result<Vec<u8>>;
}

impl Content<'_> {
    /// Writes the result for the file `from` to the file `to`; `out` is that file.
    pub(crate) fn write_to(&self, from: &Path, to: &Path, out: &mut dyn Write) -> Result {
        let written = match self {
            Content::Bytes(bytes) => out.write_all(bytes),
            Content::Pieces(pieces) => pieces.write_to(out),
        };
        written.map_err(|error| Failure::output(from, to, error))
    }

    /// The bytes of the result for the file `from`.
    pub(crate) fn into_bytes(self, from: &Path) -> Result<Vec<u8>> {
        match self {
            Content::Bytes(bytes) => Ok(bytes),
            Content::Pieces(pieces) => {
                pieces.to_bytes().map_err(|error| Failure::input(from, error))
            }
        }
    }
}

/// Compares what is written with existing bytes, without storing it.
#[derive(Debug)]
pub(crate) struct Comparison<'o> {
    old: &'o [u8],
    len: usize,
    /// The first byte that differs, and its offset.
    first: Option<(usize, u8)>,
}

impl<'o> Comparison<'o> {
    /// A comparison before anything is written.
    pub(crate) fn with(old: &'o [u8]) -> Self {
        Comparison { old, len: 0, first: None }
    }

    /// The offset of the first difference, and the byte that was written there; `None` if all bytes are equal and none are
    /// missing or added.
    pub(crate) fn difference(&self) -> Option<(usize, Option<u8>)> {
        match self.first {
            Some((at, byte)) => Some((at, Some(byte))),
            None => (self.len < self.old.len()).then_some((self.len, None)),
        }
    }

    /// A description of the difference at a byte where `wrote` was written, which is at `place`.
    pub(crate) fn describe(&self, at: usize, wrote: Option<u8>, place: Option<&str>) -> String {
        let byte = |byte: Option<u8>| {
            byte.map_or_else(|| "the end".to_owned(), |byte| format!("{byte:02x}"))
        };
        let place = place.map_or_else(String::new, |place| format!(", {place}"));
        format!(
            "first at byte {at} ({at:#x}){place}: read {}, wrote {} ({} bytes read, {} written)",
            byte(self.old.get(at).copied()),
            byte(wrote),
            self.old.len(),
            self.len
        )
    }
}

impl Write for Comparison<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let old = self.old.get(self.len..).unwrap_or_default();
        if self.first.is_none() && !old.starts_with(bytes) {
            let same = bytes.iter().zip(old).take_while(|(new, old)| new == old).count();
            self.first = bytes.get(same).map(|byte| (self.len + same, *byte));
        }
        self.len += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_kept() {
        for (pieces, expected) in [
            (["ab", "cd"], None),
            (["a", "bxd"], Some((2, Some(b'x')))),
            (["abc", ""], Some((3, None))),
            (["abcd", "e"], Some((4, Some(b'e')))),
            (["x", "y"], Some((0, Some(b'x')))),
        ] {
            let mut comparison = Comparison::with(b"abcd");
            pieces.iter().for_each(|piece| comparison.write_all(piece.as_bytes()).unwrap());
            assert_eq!(comparison.difference(), expected, "{pieces:?}");
            assert_eq!(comparison.len, pieces.concat().len());
        }
    }
}
