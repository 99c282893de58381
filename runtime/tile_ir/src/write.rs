//! Writes an owned module as bytes. `functions` writes the section of functions.

mod functions;
pub(crate) mod numbering;
pub(crate) mod profile;
pub(crate) mod verify;

use super::generated::CONTAINER;
use super::generated::{
    self as format, ConstantSection, DebugEntry, DebugId, DebugSection, Feature, GlobalSection,
    Header, MAGIC, ProducerSection, StringSection, TypeSection, Version, section,
};
use super::module::{DebugLayout, Layout, Module, SectionLayout};
use crate::module::read::standard_debug;
use crate::write::numbering::Encoder;
use crate::write::profile::Profile;
use bytespec_core::error::{Context as _, Result};
use bytespec_core::options;
use bytespec_core::wire::{TableBuilder, Writer};
use std::io;

/// The maximum size of the part before the payload of a section of the writer's own, in bytes: its number, length, alignment
/// and filler.
const HEAD_OF_SECTION: usize = 32;

/// The numbers of table entries in the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Numbering {
    /// The numbers of the module: what was read is written as it was read, and new entries come last.
    #[default]
    Pinned,
    /// New numbers in the order of a reference writer, without entries that nothing refers to. The sections are also those of
    /// that writer.
    Canonical(Profile),
}

options! {
    /// Options for writing a module.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct WriteOptions {
        /// The version; by default that of the module.
        version: Option<Version>,
        /// The numbers of table entries in the output.
        numbering: Numbering,
    }
}

impl Module {
    /// Writes the module as a file in memory.
    ///
    /// # Errors
    /// Content that the version cannot represent, with the version that it needs; in a function that was created or changed,
    /// content that the schema does not allow (see [`Module::verify`]); a value that is used where it is not visible; an index
    /// past its table.
    pub fn write(&self, options: &WriteOptions) -> Result<Vec<u8>> {
        self.verify_changed()?;
        self.write_completed(options)
    }

    /// Writes the module to `out`.
    ///
    /// # Errors
    /// Those of [`Module::write`], as [`io::ErrorKind::InvalidData`], before anything is written, and those of `out`.
    pub fn write_to(&self, out: &mut dyn io::Write, options: &WriteOptions) -> io::Result<()> {
        out.write_all(&self.write(options)?)
    }

    /// Writes the module without the checks of [`Module::verify`], except for the nesting of operations. Other tools may refuse
    /// such files.
    ///
    /// # Errors
    /// Those of [`Module::write`], except for content that the schema does not allow.
    pub fn write_unverified(&self, options: &WriteOptions) -> Result<Vec<u8>> {
        self.verify_nesting()?;
        self.write_completed(options)
    }

    fn write_completed(&self, options: &WriteOptions) -> Result<Vec<u8>> {
        let version = options.version.unwrap_or(self.version);
        let profile = match options.numbering {
            Numbering::Pinned => None,
            Numbering::Canonical(profile) => Some(profile),
        };
        // Missing results are rare, so they are only searched for after an error.
        self.write_in(version, profile).or_else(|error| match self.completed(version) {
            Some(completed) => completed.write_in(version, profile),
            None => Err(error),
        })
    }

    fn write_in(&self, version: Version, profile: Option<Profile>) -> Result<Vec<u8>> {
        let cx = Encoder::new(self, version, self.features, profile);
        ModuleWriter { module: self, cx, profile, globals_done: false }.write()
    }

    /// The module with the results that `version` requires and an older version lacks; `None` if no result is missing.
    fn completed(&self, version: Version) -> Option<Module> {
        let missing = self.functions.iter().any(|function| {
            let mut missing = false;
            function.body.each_op(|_, op| missing |= op.lacks_results(version));
            missing
        });
        if !missing {
            return None;
        }
        let mut module = self.clone();
        let token = module.ty(super::Type::Token);
        for function in &mut module.functions {
            function.body.complete_results(version, token);
        }
        Some(module)
    }
}

struct ModuleWriter<'m> {
    module: &'m Module,
    cx: Encoder<'m>,
    profile: Option<Profile>,
    globals_done: bool,
}

/// The payload of a finished section; `None` if there is nothing to write.
type Payload = Option<Vec<u8>>;

impl<'m> ModuleWriter<'m> {
    fn write(&mut self) -> Result<Vec<u8>> {
        let module = self.module;
        self.cx.register_first()?;
        if self.profile == Some(Profile::Cxx) {
            for function in &module.functions {
                self.cx.string_index(function.name)?;
                self.cx.type_index(function.signature)?;
            }
            self.intern_globals()?;
        }
        let debug = self.debug_lists();
        if self.profile == Some(Profile::Cxx) {
            for function in module.functions.iter() {
                if let Some(location) = function.location {
                    self.cx.debug_index(location)?;
                }
            }
        }
        let functions = self.functions(&debug)?;
        let globals = self.globals()?;
        let constants = self.constants()?;
        // The lists are made of the new numbers, so they come after the functions.
        let debug = self.debug(debug)?;
        let types = self.types()?;
        let producer = self.producer()?;
        let strings = self.strings()?;
        let payloads = vec![
            (section::GLOBAL, globals),
            (section::FUNCTION, functions),
            (section::CONSTANT, constants),
            (section::DEBUG, debug),
            (section::TYPE, types),
            (section::PRODUCER, producer),
            (section::STRING, strings),
        ];
        self.file(payloads)
    }

    fn file(&self, mut payloads: Vec<(u8, Payload)>) -> Result<Vec<u8>> {
        let size: usize =
            payloads.iter().filter_map(|(_, payload)| payload.as_ref().map(Vec::len)).sum();
        // Without this capacity, the last growth would double the buffer.
        let mut writer = Writer::with_capacity(size + (payloads.len() + 1) * HEAD_OF_SECTION);
        writer.bytes(&MAGIC);
        self.header()?.write(&mut writer, &mut self.plain_encoder())?;
        let standard: &[u8] = match self.profile {
            Some(Profile::Cxx) => &[
                section::GLOBAL,
                section::FUNCTION,
                section::CONSTANT,
                section::DEBUG,
                section::TYPE,
                section::PRODUCER,
                section::STRING,
            ],
            _ => &[
                section::FUNCTION,
                section::GLOBAL,
                section::CONSTANT,
                section::DEBUG,
                section::TYPE,
                section::PRODUCER,
                section::STRING,
            ],
        };
        let standard: Vec<SectionLayout> = standard
            .iter()
            .map(|&id| SectionLayout {
                id,
                alignment: CONTAINER
                    .spec(id)
                    .filter(|spec| spec.must_align)
                    .map(|spec| spec.alignment),
                padding: Vec::new(),
                payload: None,
            })
            .collect();
        let pinned = match (self.profile, &self.module.layout) {
            (None, Some(layout)) => layout.sections.as_slice(),
            _ => &[],
        };
        let mut written = Vec::new();
        for layout in pinned.iter().chain(&standard) {
            if CONTAINER.spec(layout.id).is_some_and(|spec| spec.end) {
                continue;
            }
            if let Some(payload) = &layout.payload {
                written.push(layout.id);
                CONTAINER.write(&mut writer, layout.id, layout.alignment, &layout.padding, payload);
                continue;
            }
            let payload = payloads.iter_mut().find(|(id, _)| *id == layout.id);
            if let Some(payload) = payload.and_then(|(_, payload)| payload.take()) {
                written.push(layout.id);
                CONTAINER.write(
                    &mut writer,
                    layout.id,
                    layout.alignment,
                    &layout.padding,
                    &payload,
                );
            }
        }
        for spec in format::SECTIONS.iter().filter(|spec| spec.end) {
            written.push(spec.id);
            CONTAINER.write(&mut writer, spec.id, None, &[], &[]);
        }
        CONTAINER.check(written.into_iter(), self.cx.version() as u32)?;
        Ok(writer.into_bytes())
    }

    /// An encoder without numbering, for content without references.
    fn plain_encoder(&self) -> Encoder<'m> {
        Encoder::new(self.module, self.cx.version(), self.cx.features(), None)
    }

    fn header(&self) -> Result<Header> {
        let version = self.cx.version();
        let part = |index: usize| {
            version.parts().get(index).and_then(|&part| u8::try_from(part).ok()).unwrap_or(0)
        };
        Ok(Header {
            major: part(0),
            minor: part(1),
            preview: self.cx.features().contains(Feature::Preview),
        })
    }

    /// The layout of the file that was read, if its numbers are kept.
    fn layout(&self) -> Option<&'m Layout> {
        self.module.layout.as_ref().filter(|_| self.profile.is_none())
    }

    /// Whether the file that was read had a section.
    fn had(&self, id: u8) -> bool {
        self.layout().is_some_and(|layout| {
            layout.sections.iter().any(|section| section.id == id && section.payload.is_none())
        })
    }

    fn rest(&self, table: usize, index: u32) -> &'m [u8] {
        self.layout()
            .and_then(|layout| layout.rests[table].get(&index))
            .map(Vec::as_slice)
            .unwrap_or_default()
    }

    fn gap(&self, table: usize) -> &'m [u8] {
        self.layout().map(|layout| layout.gaps[table].as_slice()).unwrap_or_default()
    }

    fn intern_globals(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.globals_done, true) {
            return Ok(());
        }
        for global in &self.module.globals {
            self.cx.string_index(global.name)?;
            self.cx.type_index(global.r#type)?;
            self.cx.constant_index(global.value)?;
        }
        Ok(())
    }

    fn globals(&mut self) -> Result<Payload> {
        if self.module.globals.is_empty() && !self.had(section::GLOBAL) {
            return Ok(None);
        }
        self.intern_globals()?;
        let trailing = self.layout().map(|layout| layout.global_tail.clone()).unwrap_or_default();
        let section = GlobalSection { globals: self.module.globals.clone().into(), trailing };
        let mut writer = Writer::new();
        section.write(&mut writer, &mut self.cx).field("globals")?;
        Ok(Some(writer.into_bytes()))
    }

    fn producer(&mut self) -> Result<Payload> {
        let Some(producer) = self.module.producer else { return Ok(None) };
        let spec = CONTAINER.spec(section::PRODUCER);
        // The Python front end has no such section. The C++ writer omits it in versions without it. A file that has it in
        // such a version keeps it.
        let has = self.cx.version() >= format::section_since(section::PRODUCER);
        let keep = match self.profile {
            Some(Profile::Python) => false,
            Some(Profile::Cxx) => has,
            None => has || self.had(section::PRODUCER) && self.cx.version() == self.module.version,
        };
        if !keep || spec.is_none() {
            return Ok(None);
        }
        let trailing = self.layout().map(|layout| layout.producer_tail.clone()).unwrap_or_default();
        let mut writer = Writer::new();
        let version = self.cx.version().max(format::section_since(section::PRODUCER));
        self.cx.in_version(version, |cx| {
            ProducerSection { producer, trailing }.write(&mut writer, cx)
        })?;
        Ok(Some(writer.into_bytes()))
    }

    fn strings(&mut self) -> Result<Payload> {
        let mut strings = TableBuilder::new();
        strings.gap(self.gap(0));
        match self.cx.canonical_strings() {
            Some(texts) => texts.iter().for_each(|text| strings.entry().bytes(text)),
            None => self.module.strings.iter().for_each(|text| strings.entry().bytes(text)),
        }
        let mut writer = Writer::new();
        StringSection { strings }.write(&mut writer, &mut self.cx)?;
        Ok(Some(writer.into_bytes()))
    }

    fn types(&mut self) -> Result<Payload> {
        let mut types = TableBuilder::new();
        types.gap(self.gap(1));
        if let Some(canonical) = self.cx.canonical_types() {
            for ty in canonical {
                types.entry().bytes(ty);
            }
        } else {
            for (index, ty) in self.module.types.iter().enumerate() {
                let writer = types.entry();
                ty.write(writer, &mut self.cx).index(index as u64).field("types")?;
                writer.bytes(self.rest(0, index as u32));
            }
        }
        if types.is_empty() && self.layout().is_some() && !self.had(section::TYPE) {
            return Ok(None);
        }
        let mut writer = Writer::new();
        TypeSection { types }.write(&mut writer, &mut self.cx)?;
        Ok(Some(writer.into_bytes()))
    }

    fn constants(&mut self) -> Result<Payload> {
        let mut constants = TableBuilder::new();
        constants.gap(self.gap(2));
        let canonical = self.cx.canonical_constants();
        let pinned = self.module.constants.iter().filter(|_| canonical.is_none());
        let entries = canonical.iter().flatten().copied().chain(pinned.map(AsRef::as_ref));
        for (index, bytes) in entries.enumerate() {
            let rest = self.rest(1, index as u32);
            let writer = constants.entry();
            writer.leb128(bytes.len() as u64);
            writer.bytes(bytes);
            writer.bytes(rest);
        }
        let always = self.profile == Some(Profile::Python)
            || self.profile.is_none() && (self.layout().is_none() || self.had(section::CONSTANT));
        if constants.is_empty() && !always {
            return Ok(None);
        }
        let mut writer = Writer::new();
        ConstantSection { constants }.write(&mut writer, &mut self.cx)?;
        Ok(Some(writer.into_bytes()))
    }

    /// The location lists, with the debug indices of the module.
    fn debug_lists(&self) -> DebugLayout {
        if let Some(debug) = self.layout().and_then(|layout| layout.debug.as_ref())
            && debug.locations.len() == self.module.functions.len()
        {
            return debug.clone();
        }
        match self.profile {
            None => standard_debug(self.module),
            // The Python front end gives every function a list, the C++ writer those whose own
            // location is known.
            Some(profile) => {
                let mut module = DebugLayout {
                    locations: Vec::new(),
                    function_offsets: Vec::new(),
                    indices: Vec::new(),
                };
                for function in &self.module.functions {
                    if profile == Profile::Cxx && function.location.is_none() {
                        module.locations.push(0);
                        continue;
                    }
                    module.function_offsets.push(module.indices.len() as u32);
                    module.locations.push(module.function_offsets.len() as u32);
                    let code = |id: Option<DebugId>| id.map_or(0, |id| u64::from(id.0) + 1);
                    module.indices.push(code(function.location));
                    function.body.each_location(|id| module.indices.push(code(id)));
                }
                module
            }
        }
    }

    fn debug(&mut self, mut lists: DebugLayout) -> Result<Payload> {
        for code in &mut lists.indices {
            if let Some(index) = code.checked_sub(1) {
                let id = DebugId(u32::try_from(index).unwrap_or(u32::MAX));
                // A list can be longer than its function. The rest is copied.
                if let Ok(number) = self.cx.debug_index(id) {
                    *code = u64::from(number) + 1;
                } else if self.profile.is_some() {
                    self.cx.debug_index(id)?;
                }
            }
        }
        let order = self.cx.debug_order();
        let mut entries = TableBuilder::new();
        entries.gap(self.gap(3));
        for (position, id) in order.iter().enumerate() {
            let entry = &self.module.debug[id.0 as usize];
            let writer = entries.entry();
            entry.write(writer, &mut self.cx).index(position as u64).field("debug entries")?;
            writer.bytes(self.rest(2, id.0));
        }
        let empty = lists.function_offsets.is_empty() && entries.is_empty();
        let write = match self.profile {
            Some(Profile::Python) => true,
            Some(Profile::Cxx) => !empty,
            None => !empty || self.had(section::DEBUG),
        };
        if !write {
            return Ok(None);
        }
        if entries.is_empty() && !self.had(section::DEBUG) {
            // Readers fail on a section that ends with an empty table.
            DebugEntry::Unknown.write(entries.entry(), &mut self.cx)?;
        }
        let section = DebugSection {
            function_offsets: lists.function_offsets.into(),
            indices: lists.indices.into(),
            entries,
        };
        let mut writer = Writer::new();
        section.write(&mut writer, &mut self.cx)?;
        Ok(Some(writer.into_bytes()))
    }
}
