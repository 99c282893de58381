//! The bytes that a module was read from, for parts whose content is unchanged.

use super::chunks::{Chunk, Written};
use super::plan::Plan;
use crate::codec::context::Context;
use crate::file::File;
use crate::file::walk::Walker;
use crate::generated::{CONTAINER, DialectId, RegionsHeader, StringId, section};
use crate::module::ir::OpId;
use crate::module::{Content, Module, ResourceData};
use crate::tables::data::Span;
use crate::tables::resources::{Owner, ResourceInfo, Resources};
use bytespec_core::container::Section;
use bytespec_core::error::Result;
use bytespec_core::wire::{Budget, Cursor};

/// The file that a module was read from.
pub(super) struct Original<'c> {
    file: File<'c>,
}

impl<'c> Original<'c> {
    /// `None` for a module that was created in memory, or that has another version than the file.
    pub(super) fn of(module: &'c Module<'_>) -> Option<Self> {
        let file = module.layout.read.then(|| File::open(&module.input))?.ok()?;
        (file.version() == module.version).then_some(Original { file })
    }

    /// The bytes before the sections, if their content is unchanged.
    pub(super) fn header(&self, module: &Module<'_>) -> Option<&'c [u8]> {
        let same = self.file.producer_bytes() == module.producer;
        self.file.bytes().get(..self.file.header_len()).filter(|_| same)
    }

    /// The section of the file with this id, if the section written at `position` has other bytes.
    pub(super) fn differing(
        &self,
        written: &Written<'_>,
        id: u8,
        position: u64,
    ) -> Option<&Section<'c>> {
        let found = self.file.section(id)?;
        let same_header =
            !fits(found, position, found.alignment) || written.header.is(self.head(found));
        (!same_header || !written.holds(self.payload(found))).then_some(found)
    }

    /// A section with the bytes of the file, if its content is that of the module.
    pub(super) fn verbatim(
        &self,
        module: &Module<'_>,
        found: &Section<'c>,
        position: u64,
        plan: &Plan,
    ) -> Result<Option<Written<'c>>> {
        if !self.has_same_content(module, found.id)? {
            return Ok(None);
        }
        let needed = match found.id {
            section::RESOURCE => Some(module.resource_alignment(plan)?),
            _ => None,
        };
        let fits_here = fits(found, position, found.alignment) && fits(found, position, needed);
        let header = match fits_here {
            true => Chunk::Borrowed(self.head(found)),
            false => {
                let len = found.len as u64;
                Chunk::Bytes(module.section_header(
                    found.id,
                    found.alignment,
                    len,
                    position,
                    plan,
                )?)
            }
        };
        // Filler inside counts from the start of the file.
        let inside = match found.id {
            section::DIALECT => self.file.dialects_table()?.alignment,
            section::IR => module.ir.alignment,
            _ => 0,
        };
        let moved = (position + header.len()).abs_diff(found.offset as u64);
        let chunks = vec![Chunk::Borrowed(self.payload(found))];
        Ok(moved.is_multiple_of(inside.max(1)).then_some(Written { header, chunks }))
    }

    fn head(&self, found: &Section<'c>) -> &'c [u8] {
        self.file.bytes().get(found.header..found.offset).unwrap_or_default()
    }

    fn payload(&self, found: &Section<'c>) -> &'c [u8] {
        self.file.bytes().get(found.offset..found.offset + found.len).unwrap_or_default()
    }

    /// Whether a section of the file has the same content as the module.
    fn has_same_content(&self, module: &Module<'_>, id: u8) -> Result<bool> {
        Ok(match id {
            section::STRING => *self.file.strings()? == module.strings,
            section::DIALECT => {
                let table = self.file.dialects_table()?;
                table.dialects == module.dialects && table.op_names == module.op_names
            }
            section::ATTR_TYPE_OFFSET | section::ATTR_TYPE => {
                let entries = self.file.entries()?;
                entries.attributes == module.attributes && entries.types == module.types
            }
            section::IR => module.ir.edited.nothing(),
            section::RESOURCE_OFFSET | section::RESOURCE => {
                same_resources(module, self.file.resources()?)
            }
            section::PROPERTIES => self.file.properties_table()?.blobs == module.properties,
            _ => true,
        })
    }
}

/// Whether a section that moves to `position` keeps an alignment.
fn fits(found: &Section<'_>, position: u64, alignment: Option<u64>) -> bool {
    position.abs_diff(found.header as u64).is_multiple_of(alignment.unwrap_or(1).max(1))
}

/// Whether the resources of a module are those of its file.
fn same_resources(module: &Module<'_>, resources: &Resources) -> bool {
    let external = module.external_groups.iter();
    let external = external.map(|(name, group)| (Owner::External(*name), group.len()));
    let dialects = module.layout.resource_groups.iter();
    let dialects =
        dialects.map(|(id, len): &(DialectId, u32)| (Owner::Dialect(*id), *len as usize));
    let groups = resources.groups.iter().map(|(owner, len)| (*owner, *len as usize));
    let items = module.external_groups.iter().flat_map(|(_, group): &(StringId, Vec<_>)| group);
    let items = items.chain(&module.resources);
    let same = |info: &ResourceInfo, item: &ResourceData<'_>| {
        info.key == item.key
            && matches!(item.content, Content::Read { kind, span, .. } if kind == info.kind && span == info.span)
    };
    external.chain(dialects).eq(groups)
        && items.clone().count() == resources.entries().len()
        && resources.entries().iter().zip(items).all(|(info, item)| same(info, item))
}

impl Module<'_> {
    /// The operations with an aligned nested section in their lazy regions. Such bytes can only be written at their original
    /// place.
    pub(super) fn lazy_aligned(&self) -> Vec<OpId> {
        if !self.ir.has_lazy() {
            return Vec::new();
        }
        let aligned = |op: &OpId| {
            let span = self.ir.lazy(*op);
            span.is_some_and(|span| self.may_be_aligned(span) && self.is_aligned(*op, span))
        };
        self.walk().filter(aligned).collect()
    }

    /// Whether bytes of regions contain something that looks like the header of an aligned nested section.
    fn may_be_aligned(&self, span: Span) -> bool {
        let (slice, start) = self.data().slice(span);
        let first = section::IR | CONTAINER.aligned;
        let bytes = slice.get(start..start + span.len).unwrap_or_default();
        (start..).zip(bytes).filter(|(_, byte)| **byte == first).any(|(at, _)| {
            let found = Cursor::over(slice, at, start + span.len)
                .and_then(|mut cursor| CONTAINER.section(&mut cursor));
            found.is_ok_and(|section| section.alignment.is_some_and(|alignment| alignment > 1))
        })
    }

    /// Whether a nested section in the lazy regions of an operation is aligned. Bytes that are not regions are kept.
    fn is_aligned(&self, op: OpId, span: Span) -> bool {
        let (slice, start) = self.data().slice(span);
        let Ok(cursor) = Cursor::over(slice, start, start + span.len) else { return false };
        let regions = self.ir.regions(op).len() as u64;
        let header = RegionsHeader { isolated: true, regions };
        let budget = Budget::announced(cursor.remaining());
        let mut walker =
            Walker::inside(cursor, Context::new(self.version, self.release), header, budget);
        while let Ok(Some(_)) = walker.next() {}
        walker.alignment() > 1
    }
}
