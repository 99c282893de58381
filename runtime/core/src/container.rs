//! Files that consist of sections.
//!
//! A section starts with one byte, which contains its id and an alignment bit. Its length follows as a varint. If the bit is set,
//! its alignment follows as a varint, and then filler up to a multiple of the alignment, counted from the start of the file. The
//! payload is last. A section that ends the file is only its first byte.

use crate::error::{Context as _, Error, ErrorKind, Result, SectionFault};
use crate::values::unknown_flags;
use crate::wire::{Cursor, Writer, padding};
use std::borrow::Cow;

/// The greatest number of sections in a file.
pub const MAX_SECTIONS: usize = 1024;

/// The properties of a section, as the format states them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SectionSpec<'s> {
    /// The id.
    pub id: u8,
    /// The name in the schema.
    pub name: &'s str,
    /// Every file of a version with this section must have it.
    pub required: bool,
    /// The first version that has it, as a position in the format's list.
    pub since: u32,
    /// The last version that has it, if there is one.
    pub until: Option<u32>,
    /// The id of another section that a file with this section must have.
    pub requires: Option<u8>,
    /// Its position among the sections with a fixed order, counted from one; none if it may be anywhere.
    pub place: Option<u32>,
    /// A file may have several of it.
    pub repeated: bool,
    /// Its alignment must be a multiple of this number of bytes.
    pub alignment: u64,
    /// Its header must contain an alignment.
    pub must_align: bool,
    /// Its header must not contain an alignment.
    pub must_not_align: bool,
    /// It ends the file, and has neither a length nor a payload.
    pub end: bool,
}

/// The encoding of section headers, and the rules for the sections of a file.
#[derive(Clone, Copy, Debug)]
pub struct Container<'s> {
    /// The sections.
    pub sections: &'s [SectionSpec<'s>],
    /// The bits of the first byte that contain the id.
    pub id_mask: u8,
    /// The alignment bit of the first byte; zero for formats without alignments.
    pub aligned: u8,
    /// The filler byte.
    pub pad: u8,
    /// Lengths and alignments are prefix varints. Otherwise, they are LEB128.
    pub prefix: bool,
    /// An unknown id is an error.
    pub unknown_error: bool,
    /// A repeated section is an error. Otherwise, the last one is used.
    pub again_error: bool,
    /// Filler with bytes other than `pad` is an error.
    pub filler_error: bool,
}

/// A section found in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section<'a> {
    /// The id.
    pub id: u8,
    /// The name in the schema; none if the schema does not have the id.
    pub name: Option<&'a str>,
    /// The offset of the section header from the start of the file, in bytes.
    pub header: usize,
    /// The offset of the payload from the start of the file, in bytes.
    pub offset: usize,
    /// The length of the payload in bytes.
    pub len: usize,
    /// The alignment in the header, in bytes.
    pub alignment: Option<u64>,
    /// The filler before the payload.
    pub padding: &'a [u8],
    /// The number of bytes of the length in the header.
    pub len_bytes: usize,
    /// The number of bytes of the alignment in the header; zero if there is no alignment.
    pub alignment_bytes: usize,
}

/// A section that was read and is written again. If it was not edited, its bytes do not change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// The id.
    pub id: u8,
    /// The alignment in the header, in bytes.
    pub alignment: Option<u64>,
    /// The filler before the payload.
    pub padding: &'a [u8],
    /// The minimum number of bytes of the length in the header. Some writers reserve space for any length.
    pub len_bytes: usize,
    /// The minimum number of bytes of the alignment in the header.
    pub alignment_bytes: usize,
    /// The offset of the payload from the start of the file, in bytes; zero if the section was not read from a file.
    pub offset: usize,
    /// The payload.
    pub payload: Cow<'a, [u8]>,
}

impl<'a> Part<'a> {
    /// A new section without an alignment.
    #[must_use]
    pub fn new(id: u8, payload: Vec<u8>) -> Self {
        let payload = Cow::Owned(payload);
        let (len_bytes, alignment_bytes) = (0, 0);
        Part { id, alignment: None, padding: &[], len_bytes, alignment_bytes, offset: 0, payload }
    }

    /// Replaces the payload.
    pub fn replace(&mut self, payload: Vec<u8>) {
        (self.offset, self.payload) = (0, Cow::Owned(payload));
    }

    /// A cursor over the payload. If the payload is part of the file, offsets count from the start of the file.
    ///
    /// # Errors
    /// `input` is not the file that contains the section.
    pub fn cursor<'c>(&'c self, input: &'c [u8]) -> Result<Cursor<'c>> {
        match &self.payload {
            Cow::Borrowed(payload) => Cursor::over(input, self.offset, self.offset + payload.len()),
            Cow::Owned(payload) => Ok(Cursor::new(payload)),
        }
    }
}

/// The header and the sections of a file. Generated code has functions that read and write it: `read_parts` and `write_parts`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Parts<'a, H, C> {
    input: &'a [u8],
    /// The header after the magic number.
    pub header: H,
    /// The version of the file, its features and its releases, as far as they are known.
    pub context: C,
    /// The name of the producer without the zero byte at its end, if the format has one.
    pub producer: Option<Cow<'a, [u8]>>,
    /// The sections in the order of the file.
    pub sections: Vec<Part<'a>>,
}

impl<'a, H, C> Parts<'a, H, C> {
    /// The parts of a file with these sections. `input` is the file.
    ///
    /// # Errors
    /// [`ErrorKind::UnexpectedEnd`] if `input` is another, shorter file.
    pub fn new(
        input: &'a [u8],
        header: H,
        context: C,
        producer: Option<Cow<'a, [u8]>>,
        sections: &[Section<'a>],
    ) -> Result<Self> {
        let sections = sections.iter().map(|section| section.part(input)).collect::<Result<_>>()?;
        Ok(Parts { input, header, context, producer, sections })
    }

    /// Cursors over the payloads of the sections with an id, in the order of the file. In an unedited section, offsets count from
    /// the start of the file.
    pub fn payloads(&self, id: u8) -> impl Iterator<Item = Cursor<'_>> {
        let sections = self.sections.iter().filter(move |section| section.id == id);
        // The payload of an unedited section is a part of the input.
        sections.map(|part| part.cursor(self.input).unwrap_or_else(|_| Cursor::new(&part.payload)))
    }
}

impl<'a> Section<'a> {
    /// The section with its payload. `input` is the file that contains it.
    ///
    /// # Errors
    /// [`ErrorKind::UnexpectedEnd`] if `input` is another, shorter file.
    pub fn part(&self, input: &'a [u8]) -> Result<Part<'a>> {
        let payload = Cow::Borrowed(self.cursor(input)?.rest());
        let Section { id, alignment, padding, len_bytes, alignment_bytes, offset, .. } = *self;
        Ok(Part { id, alignment, padding, len_bytes, alignment_bytes, offset, payload })
    }

    /// A cursor over the payload. `input` is the file that contains the section.
    ///
    /// # Errors
    /// [`ErrorKind::UnexpectedEnd`] if `input` is another, shorter file.
    pub fn cursor(&self, input: &'a [u8]) -> Result<Cursor<'a>> {
        Cursor::over(input, self.offset, self.offset + self.len)
    }
}

impl SectionSpec<'_> {
    /// What is wrong with the alignment in a header.
    fn misaligned(&self, alignment: Option<u64>) -> Option<SectionFault> {
        let needs = self.alignment;
        if self.must_not_align && alignment.is_some() {
            Some(SectionFault::Aligned)
        } else if self.must_align && alignment.is_none_or(|value| value % needs != 0) {
            let section = self.name.to_owned();
            Some(SectionFault::NotAligned { section, needs, found: alignment })
        } else {
            None
        }
    }
}

/// Whether a section can have an alignment.
fn is_alignment(value: u64) -> bool {
    value.is_power_of_two() && value <= 1 << 32
}

impl<'s> Container<'s> {
    /// The properties of the section with this id.
    #[must_use]
    pub fn spec(&self, id: u8) -> Option<&'s SectionSpec<'s>> {
        self.sections.iter().find(|spec| spec.id == id)
    }

    /// Reads all section headers up to the end of a file. `version` is the position of its version in the format's list. Payloads
    /// are not read. A section with an unknown id is listed like any other, if the format allows unknown ids.
    ///
    /// # Errors
    /// A header that breaks the rules of the format, and the errors of [`Container::check`].
    pub fn read<'a>(&self, cursor: &mut Cursor<'a>, version: u32) -> Result<Vec<Section<'a>>>
    where
        's: 'a,
    {
        let mut sections = Vec::new();
        self.read_into(&mut sections, cursor, version).map(|()| sections)
    }

    /// Like [`Container::read`], but appends to `sections`. After an error, `sections` contains the sections before the fault.
    pub(crate) fn read_into<'a>(
        &self,
        sections: &mut Vec<Section<'a>>,
        cursor: &mut Cursor<'a>,
        version: u32,
    ) -> Result<()>
    where
        's: 'a,
    {
        let ends = self.sections.iter().any(|spec| spec.end);
        loop {
            if !ends && cursor.is_empty() {
                break;
            }
            let section = self
                .section(cursor)
                .field("header")
                .index(sections.len() as u64)
                .field("sections")?;
            let end = self.spec(section.id).is_some_and(|spec| spec.end);
            if sections.len() == MAX_SECTIONS {
                return Err(Error::at(
                    section.header,
                    ErrorKind::Limit {
                        limit: "sections of a file",
                        found: sections.len() as u64 + 1,
                        max: MAX_SECTIONS as u64,
                    },
                ));
            }
            sections.push(section);
            if end {
                if !cursor.is_empty() {
                    let bytes = cursor.remaining();
                    return Err(cursor.error(ErrorKind::Section(SectionFault::NotLast { bytes })));
                }
                break;
            }
        }
        let ids = sections.iter().map(|section| section.id);
        if let Some((at, kind)) = self.broken(ids, version) {
            let at = sections.get(at).map_or(cursor.position(), |section| section.header);
            return Err(Error::at(at, kind));
        }
        Ok(())
    }

    /// The incomplete section after `before` in a truncated file, with the payload bytes that are available. The file begins with a
    /// header of `start` bytes. None if the header of the section is not valid, or if the section is complete.
    pub(crate) fn cut<'a>(
        &self,
        before: &[Section<'a>],
        start: usize,
        input: &'a [u8],
    ) -> Option<Section<'a>>
    where
        's: 'a,
    {
        let header = before.last().map_or(start, |section| section.offset + section.len);
        let mut cursor = Cursor::over(input, header, input.len()).ok()?;
        let first = cursor.u8().ok()?;
        let id = first & self.id_mask;
        if before.len() == MAX_SECTIONS || self.spec(id).is_some_and(|spec| spec.end) {
            return None;
        }
        let before = cursor.position();
        let len = self.varint(&mut cursor).ok()?;
        let len_bytes = cursor.position() - before;
        let before = cursor.position();
        let aligned = first & self.aligned != 0;
        let alignment = if aligned { Some(self.varint(&mut cursor).ok()?) } else { None };
        let alignment_bytes = cursor.position() - before;
        let known = alignment.unwrap_or(1);
        let known = usize::try_from(known).ok().filter(|align| align.is_power_of_two())?;
        let padding = cursor.align(known, 0).ok()?;
        let (offset, left) = (cursor.position(), cursor.remaining());
        let len = usize::try_from(len).ok().filter(|len| *len > left).map(|_| left)?;
        let name = self.spec(id).map(|spec| spec.name);
        Some(Section {
            id,
            name,
            header,
            offset,
            len,
            alignment,
            padding,
            len_bytes,
            alignment_bytes,
        })
    }

    /// Checks the ids of the sections of a file against the rules of the format: required sections, repetition and order.
    ///
    /// # Errors
    /// The first section in a wrong place. If there is none, the first missing section.
    pub fn check(&self, ids: impl Iterator<Item = u8>, version: u32) -> Result<()> {
        self.broken(ids, version).map_or(Ok(()), |(_, kind)| Err(Error::new(kind)))
    }

    /// Checks the alignment of a section that is written.
    ///
    /// # Errors
    /// An alignment that readers refuse.
    pub fn check_alignment(&self, id: u8, alignment: Option<u64>) -> Result<()> {
        if self.aligned == 0 && alignment.is_some() {
            return Err(Error::new(ErrorKind::Section(SectionFault::Aligned)));
        }
        if let Some(found) = alignment.filter(|value| !is_alignment(*value)) {
            return Err(Error::new(ErrorKind::Alignment { found }));
        }
        let fault = self.spec(id).and_then(|spec| spec.misaligned(alignment));
        fault.map_or(Ok(()), |fault| Err(Error::new(ErrorKind::Section(fault))))
    }

    /// The fault in the sections of a file, and the position of the wrong section. If a section is missing, the position is the
    /// number of sections.
    fn broken(&self, ids: impl Iterator<Item = u8>, version: u32) -> Option<(usize, ErrorKind)> {
        let mut seen = [false; 1 << u8::BITS];
        let mut last: Option<(u32, &str)> = None;
        let mut end = false;
        let mut count = 0;
        for (at, id) in ids.enumerate() {
            let again = std::mem::replace(&mut seen[usize::from(id)], true);
            let spec = self.spec(id);
            let wrong = match spec {
                _ if end => Some(SectionFault::AfterEnd),
                None if self.unknown_error || id & !self.id_mask != 0 => {
                    Some(SectionFault::Unknown { id })
                }
                None => None,
                Some(spec) if again && self.again_error && !spec.repeated => {
                    Some(SectionFault::Repeated { section: spec.name.to_owned() })
                }
                Some(spec) => match (spec.place, last) {
                    (Some(place), Some((before, other))) if place < before => {
                        let (section, predecessor) = (spec.name.to_owned(), other.to_owned());
                        Some(SectionFault::Order { section, predecessor })
                    }
                    (Some(place), _) => {
                        last = Some((place, spec.name));
                        None
                    }
                    (None, _) => None,
                },
            };
            if let Some(wrong) = wrong {
                return Some((at, ErrorKind::Section(wrong)));
            }
            end = spec.is_some_and(|spec| spec.end);
            count = at + 1;
        }
        let has = |id: u8| seen[usize::from(id)];
        let missing = self.sections.iter().find_map(|spec| {
            let of_version =
                version >= spec.since && spec.until.is_none_or(|until| version <= until);
            if (spec.end || spec.required && of_version) && !has(spec.id) {
                return Some(spec.name);
            }
            let other = spec.requires.filter(|other| has(spec.id) && !has(*other))?;
            Some(self.spec(other).map_or("?", |spec| spec.name))
        });
        let missing = missing?;
        Some((count, ErrorKind::MissingSection { section: missing.to_owned().into() }))
    }

    /// Reads the header of a nested section, which must have this id, and moves the cursor past its payload. Like that of any
    /// section, its alignment counts from the start of the file.
    ///
    /// # Errors
    /// Another id, and the errors of [`Container::section`].
    pub fn nested<'a>(&self, cursor: &mut Cursor<'a>, id: u8) -> Result<Section<'a>>
    where
        's: 'a,
    {
        let found = cursor.rest().first().map_or(id, |first| first & self.id_mask);
        if found != id {
            let section = self.spec(id).map_or("?", |spec| spec.name).to_owned();
            return Err(cursor.error(ErrorKind::Section(SectionFault::Inner { section, found })));
        }
        self.section(cursor)
    }

    fn varint(&self, cursor: &mut Cursor<'_>) -> Result<u64> {
        if self.prefix { cursor.prefix() } else { cursor.leb128() }
    }

    /// Writes a number in `width` bytes, or in more if it needs more.
    fn write_varint(&self, writer: &mut Writer, value: u64, width: usize) {
        let start = writer.len();
        if self.prefix {
            writer.prefix(value);
            writer.pad_prefix(start, width);
        } else {
            writer.leb128(value);
            writer.pad_leb128(start, width, false);
        }
    }

    /// Reads the header of a section, and moves the cursor past its payload.
    ///
    /// # Errors
    /// A header that breaks the rules of the format, or a payload that is longer than the bytes left.
    pub fn section<'a>(&self, cursor: &mut Cursor<'a>) -> Result<Section<'a>>
    where
        's: 'a,
    {
        let header = cursor.position();
        let first = cursor.u8().map_err(|error| {
            Error::at(
                error.offset().unwrap_or(header),
                ErrorKind::UnexpectedEnd {
                    expected: "a section header (the end section is missing)".into(),
                },
            )
        })?;
        let unknown = first & !(self.id_mask | self.aligned);
        if unknown != 0 {
            return Err(unknown_flags(header, unknown.into()));
        }
        let id = first & self.id_mask;
        let aligned = first & self.aligned != 0;
        let spec = self.spec(id);
        let name = spec.map(|spec| spec.name);
        let wrong = |fault| Error::at(header, ErrorKind::Section(fault));
        if spec.is_some_and(|spec| spec.must_not_align) && aligned {
            return Err(wrong(SectionFault::Aligned));
        }
        if spec.is_some_and(|spec| spec.end) {
            let offset = cursor.position();
            let (len, alignment, padding) = (0, None, &[][..]);
            let (len_bytes, alignment_bytes) = (0, 0);
            return Ok(Section {
                id,
                name,
                header,
                offset,
                len,
                alignment,
                padding,
                len_bytes,
                alignment_bytes,
            });
        }
        let before = cursor.position();
        let len = self.varint(cursor)?;
        let len_bytes = cursor.position() - before;
        let len = cursor.check_size(len)?;
        let mut alignment = None;
        let mut alignment_bytes = 0;
        let mut filler: &[u8] = &[];
        if aligned {
            let before = cursor.position();
            let value = self.varint(cursor)?;
            alignment_bytes = cursor.position() - before;
            if !is_alignment(value) {
                return Err(Error::at(header, ErrorKind::Alignment { found: value }));
            }
            alignment = Some(value);
            filler = cursor.align(value as usize, 0)?;
            if self.filler_error {
                let before = || format!("the {} section", name.unwrap_or("unknown")).into();
                Error::check_filler(filler, self.pad, header, before)
                    .map_err(|error| error.moved_to(header))?;
            }
        }
        if let Some(fault) = spec.and_then(|spec| spec.misaligned(alignment)) {
            return Err(wrong(fault));
        }
        let offset = cursor.position();
        cursor.bytes(len)?;
        Ok(Section {
            id,
            name,
            header,
            offset,
            len,
            alignment,
            padding: filler,
            len_bytes,
            alignment_bytes,
        })
    }

    /// Appends a section. `filler` is written as the filler if it has the required length. In a format without alignments, the
    /// alignment is not written.
    pub fn write(
        &self,
        writer: &mut Writer,
        id: u8,
        alignment: Option<u64>,
        filler: &[u8],
        payload: &[u8],
    ) {
        let (len_bytes, alignment_bytes, offset) = (0, 0, 0);
        let payload = Cow::Borrowed(payload);
        let part =
            Part { id, alignment, padding: filler, len_bytes, alignment_bytes, offset, payload };
        self.write_part(writer, &part);
    }

    /// Appends a section as it was read, or with its edited payload. Filler that the format does not allow is replaced by `pad`.
    pub fn write_part(&self, writer: &mut Writer, part: &Part<'_>) {
        let Part { id, alignment, padding: filler, payload, .. } = part;
        let id = *id;
        let alignment = alignment.filter(|_| self.aligned != 0);
        writer.u8(id | if alignment.is_some() { self.aligned } else { 0 });
        if self.spec(id).is_some_and(|spec| spec.end) {
            return;
        }
        self.write_varint(writer, payload.len() as u64, part.len_bytes);
        if let Some(alignment) = alignment {
            self.write_varint(writer, alignment, part.alignment_bytes);
            let is_allowed = !self.filler_error || filler.iter().all(|byte| *byte == self.pad);
            if is_allowed && filler.len() == padding(writer.len(), alignment as usize) {
                writer.bytes(filler);
            } else {
                writer.align(alignment as usize, self.pad);
            }
        }
        writer.bytes(payload);
    }
}
