//! The parts of an output file, and the headers of sections.

use super::plan::Plan;
use crate::generated::{CONTAINER, MAGIC, section};
use crate::module::{Module, StreamSource};
use bytespec_core::error::Result;
use bytespec_core::wire::{Writer, padding};

/// A part of a file.
pub(crate) enum Chunk<'c> {
    Bytes(Vec<u8>),
    Borrowed(&'c [u8]),
    Stream(&'c StreamSource, u64),
}

impl Chunk<'_> {
    pub(crate) fn len(&self) -> u64 {
        match self {
            Chunk::Bytes(bytes) => bytes.len() as u64,
            Chunk::Borrowed(bytes) => bytes.len() as u64,
            Chunk::Stream(_, len) => *len,
        }
    }

    /// Whether the part consists of these bytes.
    pub(super) fn is(&self, bytes: &[u8]) -> bool {
        match self {
            Chunk::Bytes(own) => own == bytes,
            Chunk::Borrowed(own) => std::ptr::eq(*own, bytes) || *own == bytes,
            Chunk::Stream(..) => false,
        }
    }
}

/// A section.
pub(super) struct Written<'c> {
    pub(super) header: Chunk<'c>,
    pub(super) chunks: Vec<Chunk<'c>>,
}

impl Written<'_> {
    pub(super) fn len(&self) -> u64 {
        self.header.len() + self.chunks.iter().map(Chunk::len).sum::<u64>()
    }

    /// Whether the payload consists of these bytes.
    pub(super) fn holds(&self, bytes: &[u8]) -> bool {
        let mut left = bytes;
        let same = self.chunks.iter().all(|chunk| {
            let part = usize::try_from(chunk.len()).ok().and_then(|len| left.split_at_checked(len));
            let Some((part, rest)) = part else { return false };
            left = rest;
            chunk.is(part)
        });
        same && left.is_empty()
    }
}

impl Module<'_> {
    /// The bytes before the first section.
    pub(super) fn file_header(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        writer.bytes(&MAGIC);
        writer.prefix(u64::from(self.version.parts().first().copied().unwrap_or(0)));
        writer.nul_terminated(&self.producer);
        writer.into_bytes()
    }

    /// The header of a section of `len` bytes at `position`, with its filler.
    pub(super) fn section_header(
        &self,
        id: u8,
        alignment: Option<u64>,
        len: u64,
        position: u64,
        plan: &Plan,
    ) -> Result<Vec<u8>> {
        let mut writer = Writer::new();
        writer.u8(id);
        writer.prefix(len);
        let payload = position + writer.len() as u64;
        // The reference writer states no alignment if the section is aligned without filler. A section that was read keeps
        // its alignment as long as that is enough at the new place.
        let alignment = match (&plan.map, id) {
            (Some(_), _) => {
                alignment.filter(|alignment| !payload.is_multiple_of((*alignment).max(1)))
            }
            (None, section::RESOURCE) => {
                let needed = self.resource_alignment(plan)?;
                let mut start = payload;
                if let Some(stated) = alignment {
                    let mut head = Writer::new();
                    head.prefix(stated);
                    start += head.len() as u64;
                    start += padding(start as usize, stated.max(1) as usize) as u64;
                }
                match alignment {
                    _ if start.is_multiple_of(needed) => alignment,
                    stated => Some(stated.unwrap_or(1).max(needed)),
                }
            }
            (None, _) => alignment,
        };
        let Some(alignment) = alignment else { return Ok(writer.into_bytes()) };
        writer.clear();
        writer.u8(id | CONTAINER.aligned);
        writer.prefix(len);
        writer.prefix(alignment);
        let step = usize::try_from(alignment.max(1)).unwrap_or(1);
        let payload = position + writer.len() as u64;
        (0..padding(payload as usize, step)).for_each(|_| writer.u8(CONTAINER.pad));
        Ok(writer.into_bytes())
    }
}
