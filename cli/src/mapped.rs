//! Files as bytes, which are read, or mapped into memory if they are large.

#![allow(unsafe_code, reason = "a file is mapped in one place")]

#[cfg(unix)]
use memmap2::UncheckedAdvice;
use std::fs::File;
use std::io::{self, Read as _};
use std::ops::{Deref, Range};
use std::path::Path;

/// Smaller files are read, because mapping them costs more.
const MIN_MAPPED: u64 = 1 << 20;

/// The content of a file.
#[derive(Debug)]
pub(crate) enum Bytes {
    /// Bytes that were read.
    Read(Vec<u8>),
    /// A mapping; the system reads a page on access.
    Mapped(memmap2::Mmap),
}

impl Bytes {
    /// The content of a file with this name.
    pub(crate) fn of(name: &Path) -> io::Result<Self> {
        let mut file = File::open(name)?;
        let found = file.metadata()?;
        if found.is_file() && found.len() >= MIN_MAPPED {
            // SAFETY: the map is never written, and any bytes are valid in it. If another program changes the file, the command
            // reads a mix of both versions; if it truncates the file, a signal ends the command, as in any program that maps
            // its input. This command replaces files and never writes them in place.
            if let Ok(map) = unsafe { memmap2::Mmap::map(&file) } {
                return Ok(Bytes::Mapped(map));
            }
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Bytes::Read(bytes))
    }

    /// Frees the memory of a part of a mapped file. The system reads it again on the next access.
    pub(crate) fn free(&self, part: Range<usize>) {
        #[cfg(unix)]
        if let Bytes::Mapped(map) = self
            && part.start <= part.end
            && part.end <= map.len()
        {
            // SAFETY: the map belongs to a file and is never written, so the bytes are read from the file again. If the system
            // refuses the advice, nothing happens.
            let _ = unsafe {
                map.unchecked_advise_range(UncheckedAdvice::DontNeed, part.start, part.len())
            };
        }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Read(bytes) => bytes,
            Bytes::Mapped(map) => map,
        }
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Bytes::Read(bytes)
    }
}
