//! A section of a file, for `info`.

use serde::Serialize;

/// A section of a file, for `info`.
#[derive(Debug, Serialize)]
pub(crate) struct Section {
    /// The name; `None` for an id that the schema does not know.
    pub(crate) name: Option<String>,
    /// The id.
    pub(crate) id: u8,
    /// Offset of the payload from the start of the file, in bytes.
    pub(crate) offset: usize,
    /// Length of the payload in bytes.
    pub(crate) size: usize,
    /// The alignment in the header.
    pub(crate) alignment: Option<u64>,
    /// Offset of the header from the start of the file, in bytes.
    pub(crate) header_offset: usize,
}

impl From<&bytespec::container::Section<'_>> for Section {
    fn from(section: &bytespec::container::Section<'_>) -> Self {
        Section {
            name: section.name.map(str::to_owned),
            id: section.id,
            offset: section.offset,
            size: section.len,
            alignment: section.alignment,
            header_offset: section.header,
        }
    }
}

impl From<&bytespec::plan::Section<'_, '_>> for Section {
    fn from(section: &bytespec::plan::Section<'_, '_>) -> Self {
        Section {
            name: section.name.map(str::to_owned),
            id: section.id,
            offset: section.payload.start,
            size: section.payload.len(),
            alignment: section.alignment,
            header_offset: section.header,
        }
    }
}

impl Section {
    /// The sections of a file.
    pub(crate) fn all(file: &bytespec::plan::File<'_, '_>) -> Vec<Section> {
        let sections = file.sections().iter().filter(|_| file.has_sections());
        sections.map(Section::from).collect()
    }
}
