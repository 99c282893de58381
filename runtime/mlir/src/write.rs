//! Writes a module in memory as a file.
//!
//! The writer works front to back. The length of a nested section is known only after its content. The writer therefore leaves
//! a gap for it, and closes all gaps in one pass at the end. If a section was read in bytes that differ from those of this
//! writer but have the same meaning, the bytes that were read are written (`original`; [`Module::kept`] lists these sections).
//! After an edit, the bytes of isolated regions without changes are copied.
//!
//! If a version lacks a field, the default value of the field is dropped silently. Any other value is an error with the item,
//! the version that it needs and the requested version. A result that an older version lacks is dropped only if it has no uses.

pub(crate) mod chunks;
pub(crate) mod isolation;
pub(crate) mod numbering;
pub(crate) mod operations;
pub(crate) mod original;
pub(crate) mod plan;

use super::generated::{
    CONTAINER, DialectEntry, EntrySize, OpNameCount, OpNameEntry, ResourceEntry, ResourceKind,
    StringId, Version, parts, section,
};
use super::module::{Content, Module, NewResource, ResourceData};
use crate::codec::encoder::{Encoder, EntryNumbers};
use crate::dialect::Table;
use crate::release::losses::{Loss, Losses};
use crate::tables::data::{Entry, Span};
use crate::tables::entry::Handle;
use crate::tables::resources::Resource;
use crate::write::chunks::{Chunk, Written};
use crate::write::original::Original;
use crate::write::plan::Plan;
use bytespec_core::error::{Context as _, Error, ErrorKind, Result};
use bytespec_core::options;
use bytespec_core::wire::{MAX_PREFIX, Writer};
use std::borrow::Cow;
use std::io;

/// The numbers of table entries in the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Numbering {
    /// The current numbers: entries that were read keep their numbers, and added entries follow.
    #[default]
    Pinned,
    /// New numbers in the order of the reference writer. Entries without references are left out. Resources are data, and are
    /// kept.
    Canonical,
}

options! {
    /// Options for writing a module.
    #[derive(Clone, Copy, Debug, Default)]
    pub struct WriteOptions {
        /// The numbers of table entries in the output.
        numbering: Numbering,
        /// The format version; by default that of the module.
        version: Option<Version>,
    }
}

impl Module<'_> {
    /// Writes the module as a file in memory.
    ///
    /// # Errors
    /// Content that the version cannot represent (see [`Module::write_lossy`]), a value or block that is used where it is not
    /// visible, and a reference past its table. With canonical numbering also entries whose references no schema describes.
    pub fn write(&self, options: &WriteOptions) -> Result<Vec<u8>> {
        self.prepared(options, Losses::Refuse)?.0.collected(options)
    }

    /// The same as [`Module::write`], but content that the version cannot represent is dropped and listed, see
    /// [`Module::convert`].
    ///
    /// # Errors
    /// Those of [`Module::write`], except for content that is listed.
    pub fn write_lossy(&self, options: &WriteOptions) -> Result<(Vec<u8>, Vec<Loss>)> {
        let (module, losses) = self.prepared(options, Losses::Allow)?;
        Ok((module.collected(options)?, losses))
    }

    fn collected(&self, options: &WriteOptions) -> Result<Vec<u8>> {
        let mut chunks = Vec::new();
        self.emit(options, &mut |chunk| {
            chunks.push(chunk);
            Ok(())
        })?;
        let known = chunks.iter().filter(|chunk| !matches!(chunk, Chunk::Stream(..)));
        let mut bytes = Vec::with_capacity(known.map(|chunk| chunk.len() as usize).sum());
        for chunk in chunks {
            match chunk {
                Chunk::Bytes(part) => bytes.extend_from_slice(&part),
                Chunk::Borrowed(part) => bytes.extend_from_slice(part),
                Chunk::Stream(source, len) => {
                    let before = bytes.len() as u64;
                    source(&mut bytes).map_err(|error| Error::io(&error))?;
                    check_stream(len, bytes.len() as u64 - before)?;
                }
            }
        }
        Ok(bytes)
    }

    /// Writes the module to `out`. The data of resources is not copied on the way.
    ///
    /// # Errors
    /// Those of [`Module::write`], as [`io::ErrorKind::InvalidData`], and those of `out`.
    pub fn write_to(&self, out: &mut dyn io::Write, options: &WriteOptions) -> io::Result<()> {
        let mut failed = None;
        let written = self.prepared(options, Losses::Refuse).and_then(|(module, _)| {
            module.emit(options, &mut |chunk| {
                let written = match chunk {
                    Chunk::Bytes(part) => out.write_all(&part),
                    Chunk::Borrowed(part) => out.write_all(part),
                    Chunk::Stream(source, len) => {
                        let mut counted = Counted { out: &mut *out, len: 0 };
                        let written = source(&mut counted);
                        let found = counted.len;
                        written.and_then(|()| check_stream(len, found).map_err(io::Error::from))
                    }
                };
                written.map_err(|error| {
                    let failure = Error::io(&error);
                    failed = Some(error);
                    failure
                })
            })
        });
        match (written, failed) {
            (Ok(_), _) => Ok(()),
            (Err(_), Some(error)) => Err(error),
            (Err(error), None) => Err(error.into()),
        }
    }

    /// The module in the form to write: converted, and fully materialized if bytes cannot be copied.
    fn prepared(
        &self,
        options: &WriteOptions,
        losses: Losses,
    ) -> Result<(Cow<'_, Self>, Vec<Loss>)> {
        let version = options.version.unwrap_or(self.version);
        let whole = version != self.version || options.numbering == Numbering::Canonical;
        let lazy = whole && self.ir.has_lazy();
        let canonical = options.numbering == Numbering::Canonical;
        let fixed = if whole { Vec::new() } else { self.lazy_aligned() };
        let ready = version == self.version && !lazy && fixed.is_empty();
        if ready && !(canonical && numbering::lacks_location(self)) {
            return Ok((Cow::Borrowed(self), Vec::new()));
        }
        let mut module = self.clone();
        module.materialize_each(fixed)?;
        if lazy {
            module.materialize_all()?;
        }
        let losses = module.convert(version, losses)?;
        if canonical && numbering::lacks_location(&module) {
            module.unknown_location()?;
        }
        Ok((Cow::Owned(module), losses))
    }

    /// The sections that are written in the bytes that were read, although the writer would encode the same content in other
    /// bytes; `header` is the part before the sections. Such bytes have numbers that are longer than necessary, marks of empty
    /// lists, or more announced values than there are. The sections keep these bytes until their content changes. With
    /// canonical numbering there are none.
    ///
    /// # Errors
    /// Those of [`Module::write`].
    pub fn verbatim_sections(&self, options: &WriteOptions) -> Result<Vec<&'static str>> {
        let (module, _) = self.prepared(options, Losses::Refuse)?;
        module.emit(options, &mut |_| Ok(()))
    }

    fn emit<'c>(
        &'c self,
        options: &WriteOptions,
        out: &mut dyn FnMut(Chunk<'c>) -> Result<()>,
    ) -> Result<Vec<&'static str>> {
        let plan = match options.numbering {
            Numbering::Pinned => Plan::pinned(self)?,
            Numbering::Canonical => numbering::plan(self)?,
        };
        CONTAINER.check(plan.sections.iter().map(|(id, _)| *id), self.version as u32)?;
        let original = if plan.map.is_none() { Original::of(self) } else { None };
        let mut verbatim = Vec::new();
        let mut header = Chunk::Bytes(self.file_header());
        if let Some(found) = original.as_ref().and_then(|original| original.header(self))
            && !header.is(found)
        {
            header = Chunk::Borrowed(found);
            verbatim.push("header");
        }
        let mut position = header.len();
        out(header)?;
        let mut entries = None;
        for &(id, alignment) in &plan.sections {
            let Some(chunks) = self.section_chunks(id, &plan, &mut entries)? else { continue };
            let len = chunks.iter().map(Chunk::len).sum();
            let header = self.section_header(id, alignment, len, position, &plan)?;
            let mut written = Written { header: Chunk::Bytes(header), chunks };
            if let Some(original) = &original
                && let Some(found) = original.differing(&written, id, position)
                && let Some(same) = original.verbatim(self, found, position, &plan)?
            {
                written = same;
                verbatim.extend(CONTAINER.spec(id).map(|spec| spec.name));
            }
            position += written.len();
            out(written.header)?;
            written.chunks.into_iter().try_for_each(&mut *out)?;
        }
        Ok(verbatim)
    }

    /// The payload of a section; `None` if the version does not have the section. The sizes and the content of entries are
    /// written together.
    fn section_chunks<'c>(
        &'c self,
        id: u8,
        plan: &Plan,
        entries: &mut Option<(Vec<u8>, Vec<u8>)>,
    ) -> Result<Option<Vec<Chunk<'c>>>> {
        let bytes = match id {
            section::STRING => self.strings_section(plan)?,
            section::DIALECT => self.dialect_section(plan)?,
            section::ATTR_TYPE_OFFSET | section::ATTR_TYPE => {
                let (offsets, data) = match entries.take() {
                    Some(entries) => entries,
                    None => self.entry_sections(plan)?,
                };
                let (now, later) = if id == section::ATTR_TYPE {
                    (data, (offsets, Vec::new()))
                } else {
                    (offsets, (Vec::new(), data))
                };
                *entries = Some(later);
                now
            }
            section::IR => operations::write(self, plan).field("ir")?,
            section::RESOURCE => return self.resource_section(plan).map(Some),
            section::RESOURCE_OFFSET => self.resource_offsets(plan)?,
            section::PROPERTIES => self.property_section(plan),
            section::DIALECT_VERSIONS if self.version >= super::generated::section_since(id) => {
                let bytes = self.data().bytes(self.layout.versions);
                return Ok(Some(vec![Chunk::Borrowed(bytes)]));
            }
            _ => return Ok(None),
        };
        Ok(Some(vec![Chunk::Bytes(bytes)]))
    }

    fn strings_section(&self, plan: &Plan) -> Result<Vec<u8>> {
        let data = self.data();
        let order = &plan.strings;
        let spans: Vec<Span> =
            order.iter().map(|id| self.strings.get(StringId(id))).collect::<Result<_>>()?;
        let total: usize = spans.iter().map(|span| span.len + 3).sum();
        let mut writer = Writer::with_capacity(total + MAX_PREFIX);
        writer.prefix(spans.len() as u64);
        for span in spans.iter().rev() {
            writer.prefix(span.len as u64 + 1);
        }
        for span in spans {
            writer.nul_terminated(data.bytes(span));
        }
        Ok(writer.into_bytes())
    }

    fn dialect_section(&self, plan: &Plan) -> Result<Vec<u8>> {
        let mut cx = plan.encoder(self);
        let mut writer = Writer::new();
        writer.prefix(plan.dialects.len() as u64);
        for id in plan.dialects.iter() {
            let dialect = self.dialects[id as usize];
            let has_version = dialect.version.is_some();
            DialectEntry { has_version, name: dialect.name }.write(&mut writer, &mut cx)?;
            if let Some(version) = dialect.version {
                let bytes = self.data().bytes(version);
                CONTAINER.write(&mut writer, section::DIALECT_VERSIONS, None, &[], bytes);
            }
        }
        if self.version >= OpNameCount::SINCE {
            let names = plan.op_names.len() as u64;
            writer.prefix(plan.announced.unwrap_or(names));
        }
        let mut names = plan.op_names.iter();
        for &(dialect, len) in &plan.op_name_groups {
            writer.prefix(u64::from(dialect.0));
            writer.prefix(u64::from(len));
            for id in names.by_ref().take(len as usize) {
                let name = self.op_names[id as usize];
                OpNameEntry { registered: name.registered, name: name.name }
                    .write(&mut writer, &mut cx)?;
            }
        }
        Ok(writer.into_bytes())
    }

    fn entry_sections(&self, plan: &Plan) -> Result<(Vec<u8>, Vec<u8>)> {
        let data = Writer::with_capacity(self.input.len() / 2 + self.added.len());
        if let Some(map) = &plan.map {
            let mut cx = plan.encoder(self);
            let entries = numbering::Entries::new(self);
            let mut renumbering = numbering::Renumbered::new(map, data);
            let offsets = self.entry_offsets(plan, |handle, entry| {
                entries.renumber((handle, entry), &mut renumbering, &mut cx)
            })?;
            return Ok((offsets, renumbering.into_bytes()));
        }
        let mut data = data;
        // Adjacent entries of the input are copied together.
        let mut run = Span::default();
        let offsets = self.entry_offsets(plan, |_, entry| {
            let span = entry.span();
            if !self.joined(&mut run, span) {
                data.bytes(self.data().bytes(run));
                run = span;
            }
            Ok(span.len)
        })?;
        data.bytes(self.data().bytes(run));
        data.bytes(self.data().bytes(plan.slack));
        Ok((offsets, data.into_bytes()))
    }

    /// The sizes of attributes and types in groups of one dialect. `write` writes an entry and returns its size in bytes.
    fn entry_offsets(
        &self,
        plan: &Plan,
        mut write: impl FnMut(Handle, Entry) -> Result<usize>,
    ) -> Result<Vec<u8>> {
        let (attributes, types) = (&plan.attributes, &plan.types);
        let mut offsets = Writer::with_capacity(2 * (attributes.len() + types.len()) + 64);
        offsets.prefix(attributes.len() as u64);
        offsets.prefix(types.len() as u64);
        let mut groups = plan.entry_groups.as_ref().map(|groups| groups.iter().copied());
        let mut cx = plan.encoder(self);
        for (order, table) in [(attributes, Table::Attribute), (types, Table::Type)] {
            let entries = self.table(table);
            let entry = |at: usize| entries.at(order.at(at));
            let dialect = |at: usize| match &plan.map {
                Some(map) => map.dialects[entry(at).dialect() as usize],
                None => entry(at).dialect(),
            };
            let mut at = 0;
            while at < order.len() {
                let owner = dialect(at);
                let room = groups.as_mut().and_then(Iterator::next).unwrap_or(u32::MAX);
                let most = order.len().min(at.saturating_add(room as usize));
                let end = (at..most).find(|at| dialect(*at) != owner).unwrap_or(most);
                offsets.prefix(u64::from(owner));
                offsets.prefix((end - at) as u64);
                for at in at..end {
                    let entry = entry(at);
                    let size = write(Handle::new(table, order.at(at)), entry)? as u64;
                    EntrySize { custom: entry.custom(), size }.write(&mut offsets, &mut cx)?;
                }
                at = end;
            }
        }
        Ok(offsets.into_bytes())
    }

    /// Appends a span to another one if it directly follows it in the input.
    fn joined(&self, before: &mut Span, span: Span) -> bool {
        let joined =
            before.start + before.len == span.start && span.start + span.len <= self.input.len();
        if joined {
            before.len += span.len;
        }
        joined
    }

    fn property_section(&self, plan: &Plan) -> Vec<u8> {
        let mut writer = Writer::new();
        if let Some(written) = &plan.written {
            writer.prefix(written.count);
            writer.bytes(&written.payload);
            return writer.into_bytes();
        }
        writer.prefix(plan.properties.len() as u64);
        for id in plan.properties.iter() {
            let bytes = self.data().bytes(self.properties[id as usize]);
            writer.prefix(bytes.len() as u64);
            writer.bytes(bytes);
        }
        writer.into_bytes()
    }

    /// The resources in the order of the file: external groups first, then those of dialects.
    pub(super) fn planned_resources<'c>(&'c self, plan: &Plan) -> Vec<&'c ResourceData<'c>> {
        let external = self.external_groups.iter().flat_map(|(_, group)| group);
        let dialect = plan.resources.iter().map(|id| &self.resources[id as usize]);
        external.chain(dialect).collect()
    }

    fn resource_offsets(&self, plan: &Plan) -> Result<Vec<u8>> {
        let mut cx = plan.encoder(self);
        let mut writer = Writer::new();
        let mut position = 0;
        let mut entries = Vec::new();
        for resource in self.planned_resources(plan) {
            let size = self.resource_size(resource, plan, position)?;
            position += size;
            entries.push(ResourceEntry { key: resource.key, size, kind: resource.content.kind() });
        }
        let mut entries = entries.as_slice();
        let mut take = |len: usize| {
            let (group, rest) = entries.split_at(len.min(entries.len()));
            entries = rest;
            group
        };
        writer.prefix(self.external_groups.len() as u64);
        for (name, group) in &self.external_groups {
            parts::ExternalResourceGroup { name: *name, entries: take(group.len()) }
                .write(&mut writer, &mut cx)?;
        }
        // A plan already contains the new numbers of dialects.
        let mut plain = Encoder::new(self.version, self.release, None, EntryNumbers::UNCHECKED);
        for &(dialect, len) in &plan.resource_groups {
            writer.prefix(u64::from(dialect.0));
            let group = take(len as usize);
            writer.prefix(group.len() as u64);
            for entry in group {
                let key = StringId(cx.string_index(entry.key)?);
                ResourceEntry { key, ..*entry }.write(&mut writer, &mut plain)?;
            }
        }
        Ok(writer.into_bytes())
    }

    /// The largest alignment of a resource.
    pub(super) fn resource_alignment(&self, plan: &Plan) -> Result<u64> {
        let mut largest = 1;
        for resource in self.planned_resources(plan) {
            if let Some((alignment, ..)) = self.blob(resource)? {
                largest = largest.max(alignment);
            }
        }
        Ok(largest)
    }

    fn resource_section<'c>(&'c self, plan: &Plan) -> Result<Vec<Chunk<'c>>> {
        let mut cx = plan.encoder(self);
        let mut chunks = Vec::new();
        let mut position = 0;
        for resource in self.planned_resources(plan) {
            let len = self.resource_size(resource, plan, position)?;
            match self.blob(resource)? {
                Some((alignment, size, data)) => {
                    let mut writer = Writer::new();
                    writer.prefix(alignment);
                    writer.prefix(size);
                    let filler = len - size - writer.len() as u64;
                    (0..filler).for_each(|_| writer.u8(CONTAINER.pad));
                    chunks.push(Chunk::Bytes(writer.into_bytes()));
                    chunks.push(data);
                }
                None => {
                    let mut writer = Writer::new();
                    self.write_small(resource, &mut writer, &mut cx)?;
                    chunks.push(Chunk::Bytes(writer.into_bytes()));
                }
            }
            position += len;
        }
        Ok(chunks)
    }

    /// The size in bytes of a resource at `position` in the section.
    fn resource_size(
        &self,
        resource: &ResourceData<'_>,
        plan: &Plan,
        position: u64,
    ) -> Result<u64> {
        if let Some((alignment, size, _)) = self.blob(resource)? {
            let mut writer = Writer::new();
            writer.prefix(alignment);
            writer.prefix(size);
            let head = writer.len() as u64;
            let step = alignment.max(1);
            let filler = (step - (position + head) % step) % step;
            return Ok(head + filler + size);
        }
        let mut writer = Writer::new();
        self.write_small(resource, &mut writer, &mut plan.encoder(self))?;
        Ok(writer.len() as u64)
    }

    /// The alignment, the size and the bytes of a blob.
    pub(super) fn blob<'c>(
        &'c self,
        resource: &'c ResourceData<'_>,
    ) -> Result<Option<(u64, u64, Chunk<'c>)>> {
        Ok(match &resource.content {
            Content::Read { kind: ResourceKind::Blob, .. } => match self.resource_of(resource)? {
                Resource::Blob { alignment, bytes, .. } => {
                    Some((alignment, bytes.len() as u64, Chunk::Borrowed(bytes)))
                }
                _ => None,
            },
            Content::New(NewResource::Blob { alignment, bytes }) => {
                Some((*alignment, bytes.len() as u64, Chunk::Borrowed(bytes)))
            }
            Content::New(NewResource::Stream { alignment, len, source }) => {
                Some((*alignment, *len, Chunk::Stream(source.as_ref(), *len)))
            }
            _ => None,
        })
    }

    fn write_small(
        &self,
        resource: &ResourceData<'_>,
        writer: &mut Writer,
        cx: &mut Encoder<'_>,
    ) -> Result<()> {
        match self.resource_of(resource)? {
            Resource::Bool(value) => writer.bool(value),
            Resource::String(id) => {
                writer.prefix(u64::from(cx.string_index(id)?));
            }
            _ => {}
        }
        Ok(())
    }
}

fn check_stream(announced: u64, found: u64) -> Result<()> {
    if announced == found {
        return Ok(());
    }
    Err(Error::new(ErrorKind::Stream { announced, found }))
}

/// Counts the bytes that are written through it.
struct Counted<'o> {
    out: &'o mut dyn io::Write,
    len: u64,
}

impl io::Write for Counted<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let len = self.out.write(bytes)?;
        self.len += len as u64;
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
